// A checked face of libjpeg's classic interface.
//
// libjpeg leaves a failed call by longjmp. Every such jump starts and ends within one function
// of this library, so none ever crosses a Swift frame.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
  CJPEG_OK = 0,
  CJPEG_CORRUPT,      // the bytes contradict the format
  CJPEG_TRUNCATED,    // the bytes end before the picture does
  CJPEG_UNSUPPORTED,  // valid, but of a kind that libjpeg does not decode
  CJPEG_TOO_LARGE,    // a side is longer than libjpeg's 65500 pixels
  CJPEG_NO_MEMORY,
} cjpeg_status;

// What the header says, and the picture's first EXIF segment.
typedef struct {
  uint32_t width, height;      // pixels
  int channels;                // of the decoded picture: 1 grey, 3 red-green-blue
  const uint8_t *exif;         // from the TIFF header on, valid while the reader is; or NULL
  size_t exif_count;
} cjpeg_header;

typedef struct cjpeg_reader cjpeg_reader;

// Makes a reader over bytes that must outlive it. NULL without memory.
cjpeg_reader *cjpeg_reader_create(const uint8_t *bytes, size_t count);
void cjpeg_reader_destroy(cjpeg_reader *reader);

// Reads up to the first scan. Allocates nothing that grows with the picture.
// `header` gets the size even where that is why the call fails.
cjpeg_status cjpeg_reader_header(cjpeg_reader *reader, cjpeg_header *header);

// Decodes into `pixels`, rows without gaps; `capacity` is its size in bytes.
// With `tolerant`, damage after the first rows is not an error and what is lost becomes grey.
// Every byte of the picture is written when the status is CJPEG_OK.
// Call once, after the header.
cjpeg_status cjpeg_reader_pixels(
  cjpeg_reader *reader, uint8_t *pixels, size_t capacity, bool tolerant);

// What went wrong in libjpeg's words, and about where in the bytes.
const char *cjpeg_reader_message(const cjpeg_reader *reader);
size_t cjpeg_reader_offset(const cjpeg_reader *reader);

typedef enum {
  CJPEG_GRAY = 0,
  CJPEG_RGB,
  CJPEG_BGR,
  CJPEG_RGBX,
  CJPEG_BGRX,
} cjpeg_layout;

typedef struct {
  cjpeg_status status;
  uint8_t *bytes;     // release with cjpeg_release; NULL unless the status is CJPEG_OK
  size_t count;
  char message[200];
} cjpeg_encoded;

// Encodes a picture. `quality` is 1...100; `full_chroma` keeps colour at full resolution (4:4:4).
// Returns the status, which is in `result` too.
cjpeg_status cjpeg_encode(
  const uint8_t *pixels, uint32_t width, uint32_t height, size_t stride, cjpeg_layout layout,
  int quality, bool full_chroma, cjpeg_encoded *result);
void cjpeg_release(cjpeg_encoded *result);
const char *cjpeg_encoded_message(const cjpeg_encoded *result);
