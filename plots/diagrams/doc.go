// Package diagrams draws boards for print, from values of package chess: one, several in rows, the positions of a game. All return an [SVG], which is
// saved as PNG, SVG and PDF with Save, written to any writer with Encode, and shown in a notebook with Show. Boards for the screen,
// which follow its theme and can be played with, are those of package plots/boards.
//
// [SVG.String] writes texts in a font of the viewer, and [SVG.Printed] in one of the file's own.
package diagrams
