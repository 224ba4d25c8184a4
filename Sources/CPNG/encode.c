#include "cpng_shim.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

typedef struct {
  cpng_encoded *result;
  size_t capacity;
} growing_output;

static void on_error(png_structp png, png_const_charp message) {
  growing_output *output = png_get_error_ptr(png);
  snprintf(output->result->message, sizeof output->result->message, "%s", message);
  bool no_memory = strstr(message, "emory") != NULL;
  output->result->status = no_memory ? CPNG_NO_MEMORY : CPNG_CORRUPT;
  png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp message) {
  (void)png;
  (void)message;
}

static void write_bytes(png_structp png, png_bytep source, size_t count) {
  growing_output *output = png_get_io_ptr(png);
  cpng_encoded *result = output->result;
  if (count > output->capacity - result->count) {
    size_t capacity = (output->capacity + count) * 2;
    uint8_t *bytes = realloc(result->bytes, capacity);
    if (bytes == NULL) png_error(png, "Out of memory");
    result->bytes = bytes;
    output->capacity = capacity;
  }
  memcpy(result->bytes + result->count, source, count);
  result->count += count;
}

static void flush_nothing(png_structp png) { (void)png; }

static int color_type_of(cpng_layout layout) {
  switch (layout) {
  case CPNG_GRAY: return PNG_COLOR_TYPE_GRAY;
  case CPNG_RGB:
  case CPNG_BGR: return PNG_COLOR_TYPE_RGB;
  case CPNG_RGBA:
  case CPNG_BGRA: return PNG_COLOR_TYPE_RGB_ALPHA;
  }
  return PNG_COLOR_TYPE_GRAY;
}

cpng_status cpng_encode(
  const uint8_t *pixels, uint32_t width, uint32_t height, size_t stride, cpng_layout layout,
  cpng_encoded *result
) {
  memset(result, 0, sizeof *result);
  growing_output output = {result, 0};
  png_structp png =
    png_create_write_struct(PNG_LIBPNG_VER_STRING, &output, on_error, on_warning);
  png_infop info = png != NULL ? png_create_info_struct(png) : NULL;
  if (info == NULL) {
    png_destroy_write_struct(&png, NULL);
    return result->status = CPNG_NO_MEMORY;
  }
  if (setjmp(png_jmpbuf(png)) != 0) {
    png_destroy_write_struct(&png, &info);
    cpng_release(result);
    return result->status;
  }
  png_set_write_fn(png, &output, write_bytes, flush_nothing);
  png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_set_IHDR(
    png, info, width, height, 8, color_type_of(layout), PNG_INTERLACE_NONE,
    PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_write_info(png, info);
  if (layout == CPNG_BGR || layout == CPNG_BGRA) png_set_bgr(png);
  for (uint32_t row = 0; row < height; row++) png_write_row(png, pixels + row * stride);
  png_write_end(png, NULL);
  png_destroy_write_struct(&png, &info);
  return result->status = CPNG_OK;
}

void cpng_release(cpng_encoded *result) {
  free(result->bytes);
  result->bytes = NULL;
  result->count = 0;
}

const char *cpng_encoded_message(const cpng_encoded *result) { return result->message; }
