/* Runs Debian's libdarknet and writes what it computes, bit for bit.
 *
 *   darknet-dump layers CFG WEIGHTS INPUT OUTPUT
 *     Feeds the float32 tensor of INPUT to the network as it is and appends the whole output array
 *     of every layer to OUTPUT; prints "index outputs" for each layer.
 *   darknet-dump boxes CFG WEIGHTS INPUT WIDTH HEIGHT THRESHOLD NMS
 *     Prints the boxes of a WIDTH x HEIGHT picture before and after do_nms_sort.
 *   darknet-dump photo CFG WEIGHTS PICTURE THRESHOLD NMS
 *     The same for a picture file, by the program's own loading and letterboxing.
 *   darknet-dump nms COUNT CLASSES THRESHOLD sort|obj
 *     Reads COUNT boxes as float32 from standard input (x, y, w, h, objectness, one number a
 *     class), suppresses, and prints them.
 *   darknet-dump image letterbox|resize SOURCE WIDTH HEIGHT CHANNELS OUT_WIDTH OUT_HEIGHT OUTPUT
 *     SOURCE holds bytes, [height][width][channel]; OUTPUT gets float32, [channel][height][width].
 *
 * A line of boxes is "stage number x y w h objectness p0 p1 ...", with nine significant digits,
 * which name a float32 exactly. make-darknet-goldens.py builds and calls this program; what the
 * library says goes to standard error, the results to standard output.
 */
#include "darknet.h"
#include <unistd.h>

static FILE *results;

static void fail(const char *what, const char *name) {
  fprintf(stderr, "darknet-dump: %s: %s\n", what, name);
  exit(1);
}

static void read_all(const char *name, void *to, size_t bytes) {
  FILE *file = strcmp(name, "-") ? fopen(name, "rb") : stdin;
  if (!file) fail("cannot be opened", name);
  if (fread(to, 1, bytes, file) != bytes) fail("is too short", name);
  if (fgetc(file) != EOF) fail("is too long", name);
  if (file != stdin) fclose(file);
}

/* On a CPU the program copies the output of [batchnorm] sections to arrays that it never makes. */
static network *ready_network(char *cfg, char *weights) {
  network *net = load_network(cfg, weights, 0);
  set_batch_network(net, 1);
  for (int i = 0; i < net->n; ++i) {
    layer *l = &net->layers[i];
    if (l->type == BATCHNORM && !l->x) l->x = calloc(l->outputs, sizeof(float));
  }
  return net;
}

static void predict(network *net, const char *input_name) {
  float *input = calloc(net->inputs, sizeof(float));
  read_all(input_name, input, net->inputs * sizeof(float));
  network_predict(net, input);
  free(input);
}

static void dump_layers(char **argv) {
  network *net = ready_network(argv[0], argv[1]);
  predict(net, argv[2]);
  FILE *file = fopen(argv[3], "wb");
  if (!file) fail("cannot be written", argv[3]);
  for (int i = 0; i < net->n; ++i) {
    layer l = net->layers[i];
    if (fwrite(l.output, sizeof(float), l.outputs, file) != (size_t)l.outputs)
      fail("cannot be written", argv[3]);
    fprintf(results, "%d %d\n", i, l.outputs);
  }
  if (fclose(file)) fail("cannot be written", argv[3]);
}

static void print_box(const char *stage, int number, const detection *d, int classes) {
  fprintf(results, "%s %d %.9g %.9g %.9g %.9g %.9g", stage, number, d->bbox.x, d->bbox.y, d->bbox.w,
          d->bbox.h, d->objectness);
  for (int c = 0; c < classes; ++c) fprintf(results, " %.9g", d->prob[c]);
  fprintf(results, "\n");
}

/* Sorting moves boxes about; their probability arrays stay in place and tell which is which. */
static void print_suppressed(detection *dets, int count, int classes, float threshold,
                             int by_objectness) {
  float **identity = calloc(count, sizeof(float *));
  for (int i = 0; i < count; ++i) {
    identity[i] = dets[i].prob;
    print_box("before", i, &dets[i], classes);
  }
  if (by_objectness) do_nms_obj(dets, count, classes, threshold);
  else do_nms_sort(dets, count, classes, threshold);
  for (int k = 0; k < count; ++k)
    for (int i = 0; i < count; ++i)
      if (dets[i].prob == identity[k]) print_box("after", k, &dets[i], classes);
  free(identity);
}

/* Only some heads write the number of classes into their boxes. */
static int head_classes(const network *net) {
  return net->layers[net->n - 1].classes;
}

static void dump_boxes(char **argv) {
  network *net = ready_network(argv[0], argv[1]);
  predict(net, argv[2]);
  int count = 0;
  detection *dets = get_network_boxes(net, atoi(argv[3]), atoi(argv[4]), atof(argv[5]), 0.5, 0, 1,
                                      &count);
  print_suppressed(dets, count, head_classes(net), atof(argv[6]), 0);
}

static void dump_photo(char **argv) {
  network *net = ready_network(argv[0], argv[1]);
  image picture = load_image_color(argv[2], 0, 0);
  network_predict_image(net, picture);
  fprintf(results, "size %d %d\n", picture.w, picture.h);
  int count = 0;
  detection *dets = get_network_boxes(net, picture.w, picture.h, atof(argv[3]), 0.5, 0, 1, &count);
  print_suppressed(dets, count, head_classes(net), atof(argv[4]), 0);
}

static void dump_nms(char **argv) {
  int count = atoi(argv[0]), classes = atoi(argv[1]), width = 5 + classes;
  float *numbers = calloc((size_t)count * width, sizeof(float));
  read_all("-", numbers, (size_t)count * width * sizeof(float));
  detection *dets = calloc(count, sizeof(detection));
  for (int i = 0; i < count; ++i) {
    float *row = numbers + (size_t)i * width;
    dets[i].bbox = (box){row[0], row[1], row[2], row[3]};
    dets[i].objectness = row[4];
    dets[i].classes = classes;
    dets[i].prob = row + 5;
  }
  print_suppressed(dets, count, classes, atof(argv[2]), !strcmp(argv[3], "obj"));
}

static void dump_image(char **argv) {
  int w = atoi(argv[2]), h = atoi(argv[3]), c = atoi(argv[4]);
  int out_w = atoi(argv[5]), out_h = atoi(argv[6]);
  size_t bytes = (size_t)w * h * c;
  unsigned char *pixels = calloc(bytes, 1);
  read_all(argv[1], pixels, bytes);
  image im = make_image(w, h, c);
  for (size_t i = 0; i < bytes; ++i)
    im.data[(i % c) * w * h + i / c] = (float)pixels[i] / 255.;
  image out = !strcmp(argv[0], "letterbox") ? letterbox_image(im, out_w, out_h)
                                            : resize_image(im, out_w, out_h);
  FILE *file = fopen(argv[7], "wb");
  size_t count = (size_t)out.w * out.h * out.c;
  if (!file || fwrite(out.data, sizeof(float), count, file) != count || fclose(file))
    fail("cannot be written", argv[7]);
}

int main(int argc, char **argv) {
  static const struct { const char *name; int arguments; void (*run)(char **); } modes[] = {
    {"layers", 4, dump_layers}, {"boxes", 7, dump_boxes}, {"photo", 5, dump_photo},
    {"nms", 4, dump_nms}, {"image", 8, dump_image}};
  results = fdopen(dup(STDOUT_FILENO), "w");
  dup2(STDERR_FILENO, STDOUT_FILENO);
  for (size_t i = 0; argc > 1 && i < sizeof modes / sizeof *modes; ++i)
    if (!strcmp(argv[1], modes[i].name) && argc - 2 == modes[i].arguments) {
      modes[i].run(argv + 2);
      return fclose(results) ? 1 : 0;
    }
  fail("unknown mode or wrong number of arguments", argc > 1 ? argv[1] : "(none)");
}
