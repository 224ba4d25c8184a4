// The part of Pango that lays out and draws labels, in any script.
//
// Declared here rather than included: Pango's pkg-config file has a compiler flag that SwiftPM
// answers with a warning in every build. The functions are part of Pango 1.x's stable interface;
// `Tools/check-pango-header` compiles this file together with Pango's own and so proves that both agree.
#ifndef CPANGO_H
#define CPANGO_H

#include <cairo.h>

#ifndef __PANGO_H__
typedef struct _PangoContext PangoContext;
typedef struct _PangoFont PangoFont;
typedef struct _PangoFontDescription PangoFontDescription;
typedef struct _PangoLayout PangoLayout;

/// A rectangle in Pango units, of which a pixel has `PANGO_SCALE`.
typedef struct _PangoRectangle {
  int x;
  int y;
  int width;
  int height;
} PangoRectangle;

/// Where a line that is too long is cut.
typedef enum {
  PANGO_ELLIPSIZE_NONE,
  PANGO_ELLIPSIZE_START,
  PANGO_ELLIPSIZE_MIDDLE,
  PANGO_ELLIPSIZE_END
} PangoEllipsizeMode;

#define PANGO_SCALE 1024
#endif

PangoContext *pango_cairo_create_context(cairo_t *cr);
void pango_cairo_context_set_font_options(PangoContext *context,
                                          const cairo_font_options_t *options);
void pango_cairo_show_layout(cairo_t *cr, PangoLayout *layout);
PangoFont *pango_context_load_font(PangoContext *context, const PangoFontDescription *description);
PangoFontDescription *pango_font_description_from_string(const char *text);
void pango_font_description_set_absolute_size(PangoFontDescription *description, double size);
void pango_font_description_free(PangoFontDescription *description);
PangoLayout *pango_layout_new(PangoContext *context);
void pango_layout_set_text(PangoLayout *layout, const char *text, int length);
void pango_layout_set_font_description(PangoLayout *layout,
                                       const PangoFontDescription *description);
void pango_layout_set_width(PangoLayout *layout, int width);
void pango_layout_set_ellipsize(PangoLayout *layout, PangoEllipsizeMode mode);
void pango_layout_get_extents(PangoLayout *layout, PangoRectangle *ink, PangoRectangle *logical);

#ifdef __PANGO_H__
void pango_layout_set_single_paragraph_mode(PangoLayout *layout, gboolean setting);
void g_object_unref(gpointer object);
#else
void pango_layout_set_single_paragraph_mode(PangoLayout *layout, int setting);
void g_object_unref(void *object);
#endif

#endif
