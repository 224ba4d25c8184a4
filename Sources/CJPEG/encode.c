#include "cjpeg_shim.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>
#include <jerror.h>

// libjpeg's own memory destination loses track of its buffer when encoding fails midway.
typedef struct {
  struct jpeg_destination_mgr manager;
  uint8_t *bytes;
  size_t capacity;
  size_t count;
} growing_destination;

typedef struct {
  struct jpeg_compress_struct encoder;
  struct jpeg_error_mgr errors;
  growing_destination destination;
  jmp_buf on_error;
  cjpeg_encoded *result;
} encoding;

static void error_exit(j_common_ptr encoder) {
  encoding *work = (encoding *)encoder->client_data;
  char message[JMSG_LENGTH_MAX];
  work->errors.format_message(encoder, message);
  snprintf(work->result->message, sizeof work->result->message, "%s", message);
  work->result->status =
    work->errors.msg_code == JERR_OUT_OF_MEMORY ? CJPEG_NO_MEMORY : CJPEG_UNSUPPORTED;
  longjmp(work->on_error, 1);
}

static void ignore_message(j_common_ptr encoder) { (void)encoder; }

static void grow(j_compress_ptr encoder) {
  growing_destination *destination = (growing_destination *)encoder->dest;
  size_t capacity = destination->capacity == 0 ? 1 << 16 : destination->capacity * 2;
  uint8_t *bytes = realloc(destination->bytes, capacity);
  if (bytes == NULL) ERREXIT1(encoder, JERR_OUT_OF_MEMORY, 0);
  destination->manager.next_output_byte = bytes + destination->capacity;
  destination->manager.free_in_buffer = capacity - destination->capacity;
  destination->bytes = bytes;
  destination->capacity = capacity;
}

static boolean empty_buffer(j_compress_ptr encoder) {
  grow(encoder);
  return TRUE;
}

static void finish(j_compress_ptr encoder) {
  growing_destination *destination = (growing_destination *)encoder->dest;
  destination->count = destination->capacity - destination->manager.free_in_buffer;
}

static J_COLOR_SPACE color_space_of(cjpeg_layout layout) {
  switch (layout) {
  case CJPEG_GRAY: return JCS_GRAYSCALE;
  case CJPEG_RGB: return JCS_RGB;
  case CJPEG_BGR: return JCS_EXT_BGR;
  case CJPEG_RGBX: return JCS_EXT_RGBX;
  case CJPEG_BGRX: return JCS_EXT_BGRX;
  }
  return JCS_UNKNOWN;
}

static int channels_of(cjpeg_layout layout) {
  switch (layout) {
  case CJPEG_GRAY: return 1;
  case CJPEG_RGB:
  case CJPEG_BGR: return 3;
  case CJPEG_RGBX:
  case CJPEG_BGRX: return 4;
  }
  return 0;
}

static void set_up(encoding *work, cjpeg_layout layout, int quality, bool full_chroma) {
  struct jpeg_compress_struct *encoder = &work->encoder;
  work->destination.manager.init_destination = grow;
  work->destination.manager.empty_output_buffer = empty_buffer;
  work->destination.manager.term_destination = finish;
  encoder->dest = &work->destination.manager;
  encoder->input_components = channels_of(layout);
  encoder->in_color_space = color_space_of(layout);
  jpeg_set_defaults(encoder);
  jpeg_set_quality(encoder, quality, TRUE);
  encoder->dct_method = JDCT_ISLOW;
  if (full_chroma) {
    encoder->comp_info[0].h_samp_factor = 1;
    encoder->comp_info[0].v_samp_factor = 1;
  }
}

cjpeg_status cjpeg_encode(
  const uint8_t *pixels, uint32_t width, uint32_t height, size_t stride, cjpeg_layout layout,
  int quality, bool full_chroma, cjpeg_encoded *result
) {
  memset(result, 0, sizeof *result);
  encoding *work = calloc(1, sizeof *work);
  if (work == NULL) return result->status = CJPEG_NO_MEMORY;
  work->result = result;
  struct jpeg_compress_struct *encoder = &work->encoder;
  encoder->err = jpeg_std_error(&work->errors);
  encoder->client_data = work;
  work->errors.error_exit = error_exit;
  work->errors.output_message = ignore_message;
  if (setjmp(work->on_error) != 0) {
    jpeg_destroy_compress(encoder);
    free(work->destination.bytes);
    free(work);
    return result->status;
  }
  jpeg_create_compress(encoder);
  encoder->image_width = width;
  encoder->image_height = height;
  set_up(work, layout, quality, full_chroma);
  jpeg_start_compress(encoder, TRUE);
  while (encoder->next_scanline < encoder->image_height) {
    // libjpeg takes its input as mutable rows but only reads them.
    JSAMPROW row = (JSAMPROW)(uintptr_t)(pixels + (size_t)encoder->next_scanline * stride);
    jpeg_write_scanlines(encoder, &row, 1);
  }
  jpeg_finish_compress(encoder);
  jpeg_destroy_compress(encoder);
  result->bytes = work->destination.bytes;
  result->count = work->destination.count;
  free(work);
  return result->status = CJPEG_OK;
}

void cjpeg_release(cjpeg_encoded *result) {
  free(result->bytes);
  result->bytes = NULL;
  result->count = 0;
}

const char *cjpeg_encoded_message(const cjpeg_encoded *result) { return result->message; }
