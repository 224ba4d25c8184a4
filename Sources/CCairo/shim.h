// Cairo draws boxes and holds the picture that labels are drawn on.
#include <cairo.h>
