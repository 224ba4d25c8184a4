// Cairo draws boxes; Pango lays out and draws their labels in any script.
#include <pango/pangocairo.h>
