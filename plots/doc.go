// Package plots draws figures from values of package stats. It estimates nothing: every number in a figure was
// computed, and tested, elsewhere, or is a plain count of what it was given.
//
// [PieceHistogram], [Cascade] and [Convergence] show estimates, [DotPlot] and [SharesPlot] compare samples; [Distribution] and [Survival]
// show measurements such as lengths of games and times to find them, [Precision] half-widths against cost, [Heat] shares by two properties.
// [Bins] draws numbers, [Of] columns of a data frame of gota; [Style] gives a plot of gonum the theme, and [Panels] puts several figures
// and plots into one. All return a [Figure], which is shown inline in a notebook with Show, saved as PNG, SVG and PDF with Save, and
// written to any writer with Encode. Boards are in plots/boards.
//
// All figures share one theme: the colors of Okabe and Ito ("Color Universal Design", 2008), which people with any kind of color vision
// can tell apart, with a gray of our own; neighboring areas also differ in brightness, and series in their glyphs, for printers without
// colors; Liberation Sans, which is embedded in gonum/plot; sizes for a text column of 5.5 inches. Output depends on the input alone: the
// same values give the same bytes in every format.
//
// Texts of figures may contain superscripts, written "10^{44}". PNG files show them as outlines; SVG and PDF files hold text that can be
// searched and selected, in a font of their own that is cut down to the characters in use (plots/internal/drawing).
package plots
