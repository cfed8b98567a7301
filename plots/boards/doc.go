// Package boards draws boards for a notebook: a setup with its last move, check and arrows, and a game as a player with buttons, a slider
// and a list of moves; and boards for print.
//
// A board is a picture (SVG in an img element). A player is HTML with one script, player.js; where scripts do not run, as on GitHub or in a
// notebook that is not trusted, the picture of the last position stands in its place. Equal games give equal HTML, so that a notebook that
// is run again does not change.
//
// [Print] draws boards in rows, an [SVG] that Encode writes as PNG, SVG and PDF. [SVG.String] writes texts in a font of the
// viewer, and [SVG.Printed] in one of the file's own.
//
// The pieces are those of package plots.
package boards
