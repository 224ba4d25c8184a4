/* Detects objects with Debian's libdarknet, without the window and the key press that its own
 * program waits for.
 *
 *   darknet-detect detect CFG WEIGHTS NAMES PICTURE THRESHOLD NMS
 *     Prints a line for each object, the most probable first: class, probability, and the centre
 *     and size of its box as fractions of the picture.
 *   darknet-detect time CFG WEIGHTS RUNS
 *     Prints the milliseconds of each of RUNS passes through the network, after one that is not
 *     counted, over an input of grey. Nothing else is timed: no picture is read, no box is decoded.
 *
 * Benchmarks/compare-darknet builds and calls it:
 *   gcc -O2 -I/usr/lib/darknet/include darknet-detect.c -o darknet-detect \
 *       -L/usr/lib/darknet -ldarknet -Wl,-rpath,/usr/lib/darknet
 * What the library says goes to standard error, the results to standard output.
 */
#include "darknet.h"
#include <time.h>
#include <unistd.h>

static FILE *results;

static void fail(const char *what, const char *name) {
  fprintf(stderr, "darknet-detect: %s: %s\n", what, name);
  exit(1);
}

static void require_file(const char *name) {
  if (access(name, R_OK)) fail("cannot be read", name);
}

static int positive(const char *text) {
  char *end;
  long number = strtol(text, &end, 10);
  if (*end || number < 1 || number > 1000000) fail("not a number of 1 to 1000000", text);
  return (int)number;
}

static float fraction(const char *text) {
  char *end;
  float number = strtof(text, &end);
  if (*end || end == text || !(number >= 0 && number <= 1)) fail("not a number of 0 to 1", text);
  return number;
}

static network *ready_network(char *cfg, char *weights) {
  require_file(cfg);
  require_file(weights);
  network *net = load_network(cfg, weights, 0);
  set_batch_network(net, 1);
  return net;
}

typedef struct {
  float probability;
  int class_id;
  box bbox;
} object;

static int by_probability(const void *a, const void *b) {
  float difference = ((const object *)b)->probability - ((const object *)a)->probability;
  return (difference > 0) - (difference < 0);
}

static void detect(char **argv) {
  float threshold = fraction(argv[4]), overlap = fraction(argv[5]);
  require_file(argv[2]);
  require_file(argv[3]);
  network *net = ready_network(argv[0], argv[1]);
  char **names = get_labels(argv[2]);
  image picture = load_image_color(argv[3], 0, 0);
  network_predict_image(net, picture);
  int boxes = 0, classes = net->layers[net->n - 1].classes, count = 0;
  detection *dets = get_network_boxes(net, picture.w, picture.h, threshold, 0.5, 0, 1, &boxes);
  do_nms_sort(dets, boxes, classes, overlap);
  object *objects = calloc((size_t)boxes * classes + 1, sizeof(object));
  for (int i = 0; i < boxes; ++i)
    for (int c = 0; c < classes; ++c)
      if (dets[i].prob[c] > threshold)
        objects[count++] = (object){dets[i].prob[c], c, dets[i].bbox};
  qsort(objects, count, sizeof(object), by_probability);
  for (int k = 0; k < count; ++k) {
    box b = objects[k].bbox;
    fprintf(results, "%s\t%.6g\t%.9g\t%.9g\t%.9g\t%.9g\n", names[objects[k].class_id],
            objects[k].probability, b.x, b.y, b.w, b.h);
  }
  free(objects);
  free_detections(dets, boxes);
  free_image(picture);
  free_network(net);
}

static double milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1e3 + now.tv_nsec / 1e6;
}

static void time_network(char **argv) {
  int runs = positive(argv[2]);
  network *net = ready_network(argv[0], argv[1]);
  float *input = calloc(net->inputs, sizeof(float));
  for (int i = 0; i < net->inputs; ++i) input[i] = 0.5f;
  network_predict(net, input);
  for (int i = 0; i < runs; ++i) {
    double start = milliseconds();
    network_predict(net, input);
    fprintf(results, "%.3f\n", milliseconds() - start);
  }
  free(input);
  free_network(net);
}

int main(int argc, char **argv) {
  results = fdopen(dup(STDOUT_FILENO), "w");
  if (!results || dup2(STDERR_FILENO, STDOUT_FILENO) < 0) fail("cannot be written", "output");
  if (argc == 8 && !strcmp(argv[1], "detect")) detect(argv + 2);
  else if (argc == 5 && !strcmp(argv[1], "time")) time_network(argv + 2);
  else
    fail("unknown arguments; use",
         "detect CFG WEIGHTS NAMES PICTURE THRESHOLD NMS, or time CFG WEIGHTS RUNS");
  if (fclose(results)) fail("cannot be written", "output");
  return 0;
}
