// OpenBLAS's C interface: `cblas_sgemm` and the thread controls.
#include <cblas.h>
