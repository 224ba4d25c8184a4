#include "cpng_shim.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

struct cpng_reader {
  png_structp png;
  png_infop info;
  png_infop end_info;
  const uint8_t *bytes;
  size_t count;
  size_t offset;
  bool hit_end;
  bool no_memory;
  uint32_t rows_done;
  char message[200];
};

static void on_error(png_structp png, png_const_charp message) {
  cpng_reader *reader = png_get_error_ptr(png);
  snprintf(reader->message, sizeof reader->message, "%s", message);
  if (strstr(message, "emory") != NULL) reader->no_memory = true;
  png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp message) {
  (void)png;
  (void)message;
}

static void read_bytes(png_structp png, png_bytep target, size_t wanted) {
  cpng_reader *reader = png_get_io_ptr(png);
  if (wanted > reader->count - reader->offset) {
    reader->offset = reader->count;
    reader->hit_end = true;
    png_error(png, "the data ends early");
  }
  memcpy(target, reader->bytes + reader->offset, wanted);
  reader->offset += wanted;
}

static cpng_status failure_of(const cpng_reader *reader) {
  if (reader->no_memory) return CPNG_NO_MEMORY;
  return reader->hit_end ? CPNG_TRUNCATED : CPNG_CORRUPT;
}

// Colour descriptions change no sample here, as with OpenCV and Pillow, and transparency is
// dropped: none of these chunks needs to be unpacked.
static void skip_unused_chunks(png_structp png) {
  static const char names[] =
    "bKGD\0cHRM\0gAMA\0hIST\0iCCP\0iTXt\0oFFs\0pCAL\0pHYs\0sBIT\0sCAL\0sPLT\0sRGB\0tEXt\0tIME\0"
    "tRNS\0zTXt\0";
  png_set_keep_unknown_chunks(
    png, PNG_HANDLE_CHUNK_NEVER, (png_const_bytep)names, (int)(sizeof names / 5));
}

cpng_reader *cpng_reader_create(const uint8_t *bytes, size_t count) {
  cpng_reader *reader = calloc(1, sizeof *reader);
  if (reader == NULL) return NULL;
  reader->bytes = bytes;
  reader->count = count;
  reader->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, reader, on_error, on_warning);
  if (reader->png == NULL) {
    free(reader);
    return NULL;
  }
  if (setjmp(png_jmpbuf(reader->png)) != 0) {
    cpng_reader_destroy(reader);
    return NULL;
  }
  reader->info = png_create_info_struct(reader->png);
  reader->end_info = png_create_info_struct(reader->png);
  if (reader->info == NULL || reader->end_info == NULL) {
    cpng_reader_destroy(reader);
    return NULL;
  }
  png_set_read_fn(reader->png, reader, read_bytes);
  // The caller limits the number of pixels; libpng's own limit of a million a side is lifted.
  png_set_user_limits(reader->png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_set_benign_errors(reader->png, 1);
  skip_unused_chunks(reader->png);
  return reader;
}

void cpng_reader_destroy(cpng_reader *reader) {
  if (reader == NULL) return;
  png_destroy_read_struct(&reader->png, &reader->info, &reader->end_info);
  free(reader);
}

cpng_status cpng_reader_header(cpng_reader *reader, cpng_header *header) {
  memset(header, 0, sizeof *header);
  if (setjmp(png_jmpbuf(reader->png)) != 0) return failure_of(reader);
  png_read_info(reader->png, reader->info);
  header->width = png_get_image_width(reader->png, reader->info);
  header->height = png_get_image_height(reader->png, reader->info);
  int color = png_get_color_type(reader->png, reader->info);
  header->channels = (color & PNG_COLOR_MASK_COLOR) != 0 ? 3 : 1;
  return CPNG_OK;
}

// Makes every kind of picture 8-bit grey or red-green-blue, rounding 16-bit samples to the
// nearest of 0...255.
static void set_transforms(cpng_reader *reader) {
  png_structp png = reader->png;
  int color = png_get_color_type(png, reader->info);
  int depth = png_get_bit_depth(png, reader->info);
  if (depth == 16) png_set_scale_16(png);
  if (color == PNG_COLOR_TYPE_PALETTE) png_set_palette_to_rgb(png);
  if (color == PNG_COLOR_TYPE_GRAY && depth < 8) png_set_expand_gray_1_2_4_to_8(png);
  if ((color & PNG_COLOR_MASK_ALPHA) != 0) png_set_strip_alpha(png);
}

cpng_status cpng_reader_pixels(
  cpng_reader *reader, uint8_t *pixels, size_t capacity, bool tolerant
) {
  png_structp png = reader->png;
  if (setjmp(png_jmpbuf(png)) != 0) {
    bool keeps_rows = tolerant && reader->rows_done > 0 && !reader->no_memory;
    return keeps_rows ? CPNG_OK : failure_of(reader);
  }
  set_transforms(reader);
  int passes = png_set_interlace_handling(png);
  png_read_update_info(png, reader->info);
  size_t row_bytes = png_get_rowbytes(png, reader->info);
  uint32_t height = png_get_image_height(png, reader->info);
  if (row_bytes > capacity / height) png_error(png, "the buffer is too small");
  if (tolerant) memset(pixels, 128, row_bytes * height);
  for (int pass = 0; pass < passes; pass++) {
    for (uint32_t row = 0; row < height; row++) {
      png_read_row(png, pixels + row * row_bytes, NULL);
      reader->rows_done += 1;
    }
  }
  png_read_end(png, reader->end_info);
  return CPNG_OK;
}

const uint8_t *cpng_reader_exif(cpng_reader *reader, size_t *count) {
  *count = 0;
  if (setjmp(png_jmpbuf(reader->png)) != 0) return NULL;
  png_uint_32 length = 0;
  png_bytep exif = NULL;
  png_uint_32 found = png_get_eXIf_1(reader->png, reader->info, &length, &exif);
  if (found == 0) found = png_get_eXIf_1(reader->png, reader->end_info, &length, &exif);
  if (found == 0) return NULL;
  *count = length;
  return exif;
}

const char *cpng_reader_message(const cpng_reader *reader) { return reader->message; }

size_t cpng_reader_offset(const cpng_reader *reader) { return reader->offset; }
