#include "cjpeg_shim.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>
#include <jerror.h>

// More scans than any encoder writes; each costs a pass over the whole picture, so a small file
// of many scans could otherwise keep the decoder busy for hours.
enum { max_scans = 500, rows_per_call = 16 };

struct cjpeg_reader {
  struct jpeg_decompress_struct decoder;
  struct jpeg_error_mgr errors;
  struct jpeg_progress_mgr progress;
  jmp_buf on_error;
  const uint8_t *bytes;
  size_t count;
  size_t offset;
  cjpeg_status status;
  bool tolerant;
  bool hit_end;
  char message[JMSG_LENGTH_MAX];
};

static cjpeg_reader *reader_of(j_common_ptr decoder) {
  return (cjpeg_reader *)decoder->client_data;
}

static cjpeg_status status_of_code(int code) {
  switch (code) {
  case JERR_OUT_OF_MEMORY:
  case JERR_WIDTH_OVERFLOW:
    return CJPEG_NO_MEMORY;
  case JERR_IMAGE_TOO_BIG:
    return CJPEG_TOO_LARGE;
  case JERR_ARITH_NOTIMPL:
  case JERR_BAD_PRECISION:
  case JERR_CCIR601_NOTIMPL:
  case JERR_COMPONENT_COUNT:
  case JERR_CONVERSION_NOTIMPL:
  case JERR_FRACT_SAMPLE_NOTIMPL:
  case JERR_NOTIMPL:
  case JERR_NOT_COMPILED:
  case JERR_SOF_UNSUPPORTED:
    return CJPEG_UNSUPPORTED;
  case JERR_INPUT_EMPTY:
  case JERR_INPUT_EOF:
  case JWRN_JPEG_EOF:
    return CJPEG_TRUNCATED;
  default:
    return CJPEG_CORRUPT;
  }
}

// The warnings that mean lost picture data. The others (bytes between segments, odd but harmless
// parameters) come with pictures that real cameras write.
static bool loses_data(int code) {
  return code == JWRN_HIT_MARKER || code == JWRN_JPEG_EOF || code == JWRN_HUFF_BAD_CODE
    || code == JWRN_ARITH_BAD_CODE || code == JWRN_MUST_RESYNC
    || code == JWRN_BOGUS_PROGRESSION;
}

static void note_failure(cjpeg_reader *reader, cjpeg_status status) {
  reader->status = status;
  const struct jpeg_source_mgr *source = reader->decoder.src;
  size_t left = source != NULL ? source->bytes_in_buffer : 0;
  reader->offset = reader->hit_end || left > reader->count ? reader->count : reader->count - left;
}

static void error_exit(j_common_ptr decoder) {
  cjpeg_reader *reader = reader_of(decoder);
  reader->errors.format_message(decoder, reader->message);
  cjpeg_status status = status_of_code(reader->errors.msg_code);
  // Past the end libjpeg reads an invented end marker, so the end is the cause of what follows.
  if (status == CJPEG_CORRUPT && reader->hit_end) status = CJPEG_TRUNCATED;
  note_failure(reader, status);
  longjmp(reader->on_error, 1);
}

static void emit_message(j_common_ptr decoder, int level) {
  if (level >= 0) return;
  cjpeg_reader *reader = reader_of(decoder);
  int code = reader->errors.msg_code;
  if (code == JWRN_JPEG_EOF) reader->hit_end = true;
  if (!reader->tolerant && loses_data(code)) error_exit(decoder);
}

static void output_message(j_common_ptr decoder) { (void)decoder; }

static void watch_progress(j_common_ptr decoder) {
  cjpeg_reader *reader = reader_of(decoder);
  if (reader->decoder.input_scan_number <= max_scans) return;
  snprintf(reader->message, sizeof reader->message, "more than %d scans", max_scans);
  note_failure(reader, CJPEG_CORRUPT);
  longjmp(reader->on_error, 1);
}

cjpeg_reader *cjpeg_reader_create(const uint8_t *bytes, size_t count) {
  cjpeg_reader *reader = calloc(1, sizeof *reader);
  if (reader == NULL) return NULL;
  reader->bytes = bytes;
  reader->count = count;
  reader->decoder.err = jpeg_std_error(&reader->errors);
  reader->decoder.client_data = reader;
  reader->errors.error_exit = error_exit;
  reader->errors.emit_message = emit_message;
  reader->errors.output_message = output_message;
  if (setjmp(reader->on_error) != 0) {
    cjpeg_reader_destroy(reader);
    return NULL;
  }
  // Clears all of the structure but `err` and `client_data`.
  jpeg_create_decompress(&reader->decoder);
  reader->progress.progress_monitor = watch_progress;
  reader->decoder.progress = &reader->progress;
  return reader;
}

void cjpeg_reader_destroy(cjpeg_reader *reader) {
  if (reader == NULL) return;
  jpeg_destroy_decompress(&reader->decoder);
  free(reader);
}

static void find_exif(const struct jpeg_decompress_struct *decoder, cjpeg_header *header) {
  static const uint8_t signature[6] = {'E', 'x', 'i', 'f', 0, 0};
  const struct jpeg_marker_struct *marker = decoder->marker_list;
  for (; marker != NULL; marker = marker->next) {
    if (marker->data_length <= sizeof signature) continue;
    if (memcmp(marker->data, signature, sizeof signature) != 0) continue;
    header->exif = marker->data + sizeof signature;
    header->exif_count = marker->data_length - sizeof signature;
    return;
  }
}

cjpeg_status cjpeg_reader_header(cjpeg_reader *reader, cjpeg_header *header) {
  struct jpeg_decompress_struct *decoder = &reader->decoder;
  memset(header, 0, sizeof *header);
  if (setjmp(reader->on_error) != 0) {
    header->width = decoder->image_width;
    header->height = decoder->image_height;
    return reader->status;
  }
  jpeg_mem_src(decoder, reader->bytes, reader->count);
  jpeg_save_markers(decoder, JPEG_APP0 + 1, 0xFFFF);
  jpeg_read_header(decoder, TRUE);
  header->width = decoder->image_width;
  header->height = decoder->image_height;
  find_exif(decoder, header);
  switch (decoder->jpeg_color_space) {
  case JCS_GRAYSCALE:
    decoder->out_color_space = JCS_GRAYSCALE;
    header->channels = 1;
    return CJPEG_OK;
  case JCS_RGB:
  case JCS_YCbCr:
    decoder->out_color_space = JCS_RGB;
    header->channels = 3;
    return CJPEG_OK;
  case JCS_CMYK:
  case JCS_YCCK:
    decoder->out_color_space = JCS_CMYK;
    header->channels = 3;
    return CJPEG_OK;
  default:
    snprintf(
      reader->message, sizeof reader->message, "%d color components", decoder->num_components);
    note_failure(reader, CJPEG_UNSUPPORTED);
    return CJPEG_UNSUPPORTED;
  }
}

// Four-component pictures are read as inverted inks, 255 for none, whether they have an Adobe
// marker or not and whether they are stored as CMYK or YCCK: Chromium, Firefox and OpenCV all do
// so. The light that comes back is then the product of what the ink and the black let through.
static void ink_to_light(const JSAMPLE *inks, uint8_t *rgb, JDIMENSION width) {
  for (JDIMENSION x = 0; x < width; x++, inks += 4, rgb += 3) {
    unsigned black = inks[3];
    for (int channel = 0; channel < 3; channel++) {
      rgb[channel] = (uint8_t)((inks[channel] * black + 127) / 255);
    }
  }
}

static void read_rows(cjpeg_reader *reader, uint8_t *pixels, size_t row_bytes) {
  struct jpeg_decompress_struct *decoder = &reader->decoder;
  bool inks = decoder->out_color_space == JCS_CMYK;
  JSAMPARRAY ink_row = NULL;
  if (inks) {
    ink_row = decoder->mem->alloc_sarray(
      (j_common_ptr)decoder, JPOOL_IMAGE, decoder->output_width * 4, 1);
  }
  while (decoder->output_scanline < decoder->output_height) {
    uint8_t *next = pixels + (size_t)decoder->output_scanline * row_bytes;
    if (inks) {
      if (jpeg_read_scanlines(decoder, ink_row, 1) == 1) {
        ink_to_light(ink_row[0], next, decoder->output_width);
      }
      continue;
    }
    JSAMPROW rows[rows_per_call];
    JDIMENSION left = decoder->output_height - decoder->output_scanline;
    JDIMENSION wanted = left < rows_per_call ? left : rows_per_call;
    for (JDIMENSION row = 0; row < wanted; row++) rows[row] = next + row * row_bytes;
    jpeg_read_scanlines(decoder, rows, wanted);
  }
}

cjpeg_status cjpeg_reader_pixels(
  cjpeg_reader *reader, uint8_t *pixels, size_t capacity, bool tolerant
) {
  struct jpeg_decompress_struct *decoder = &reader->decoder;
  size_t channels = decoder->out_color_space == JCS_GRAYSCALE ? 1 : 3;
  size_t row_bytes = (size_t)decoder->image_width * channels;
  if (row_bytes * decoder->image_height > capacity) {
    snprintf(reader->message, sizeof reader->message, "the buffer is too small");
    note_failure(reader, CJPEG_NO_MEMORY);
    return CJPEG_NO_MEMORY;
  }
  reader->tolerant = tolerant;
  if (setjmp(reader->on_error) != 0) {
    bool keeps_rows = tolerant && decoder->output_scanline > 0;
    if (!keeps_rows || reader->status == CJPEG_NO_MEMORY) return reader->status;
    size_t done = (size_t)decoder->output_scanline * row_bytes;
    memset(pixels + done, 128, row_bytes * decoder->image_height - done);
    return CJPEG_OK;
  }
  // OpenCV's and Pillow's choices, which are libjpeg's defaults: accurate integer DCT, smooth
  // upsampling of colour.
  decoder->dct_method = JDCT_ISLOW;
  decoder->do_fancy_upsampling = TRUE;
  jpeg_start_decompress(decoder);
  read_rows(reader, pixels, row_bytes);
  jpeg_finish_decompress(decoder);
  return CJPEG_OK;
}

const char *cjpeg_reader_message(const cjpeg_reader *reader) { return reader->message; }

size_t cjpeg_reader_offset(const cjpeg_reader *reader) { return reader->offset; }
