// A checked face of libpng's classic interface.
//
// libpng leaves a failed call by longjmp. Every such jump starts and ends within one function of
// this library, so none ever crosses a Swift frame.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
  CPNG_OK = 0,
  CPNG_CORRUPT,    // the bytes contradict the format
  CPNG_TRUNCATED,  // the bytes end before the picture does
  CPNG_NO_MEMORY,
} cpng_status;

typedef struct {
  uint32_t width, height;  // pixels
  int channels;            // of the decoded picture: 1 grey, 3 red-green-blue
} cpng_header;

typedef struct cpng_reader cpng_reader;

// Makes a reader over bytes that must outlive it. NULL without memory.
cpng_reader *cpng_reader_create(const uint8_t *bytes, size_t count);
void cpng_reader_destroy(cpng_reader *reader);

// Reads up to the first picture data. Allocates nothing that grows with the picture.
cpng_status cpng_reader_header(cpng_reader *reader, cpng_header *header);

// Decodes into `pixels`, 8 bits a sample, rows without gaps, alpha dropped; `capacity` is its size
// in bytes. With `tolerant`, damage after the first rows is not an error and what is lost is
// grey. Every byte of the picture is written when the status is CPNG_OK. Call once, after the
// header.
cpng_status cpng_reader_pixels(
  cpng_reader *reader, uint8_t *pixels, size_t capacity, bool tolerant);

// The eXIf chunk from its TIFF header on, valid while the reader is, or NULL. The chunk may come
// after the pixels, so ask when they are read.
const uint8_t *cpng_reader_exif(cpng_reader *reader, size_t *count);

// What went wrong in libpng's words, and about where in the bytes.
const char *cpng_reader_message(const cpng_reader *reader);
size_t cpng_reader_offset(const cpng_reader *reader);

typedef enum {
  CPNG_GRAY = 0,
  CPNG_RGB,
  CPNG_BGR,
  CPNG_RGBA,
  CPNG_BGRA,
} cpng_layout;

typedef struct {
  cpng_status status;
  uint8_t *bytes;     // release with cpng_release; NULL unless the status is CPNG_OK
  size_t count;
  char message[200];
} cpng_encoded;

// Encodes an 8-bit picture. Returns the status, which is in `result` too.
cpng_status cpng_encode(
  const uint8_t *pixels, uint32_t width, uint32_t height, size_t stride, cpng_layout layout,
  cpng_encoded *result);
void cpng_release(cpng_encoded *result);
const char *cpng_encoded_message(const cpng_encoded *result);
