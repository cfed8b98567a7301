// Package diagrams draws boards for print, from values of package chess: [Boards] in rows, an [SVG] that is
// written as PNG, SVG and PDF with Encode. Boards for the screen, which follow its theme and can be played with, are those of package plots/boards.
//
// [SVG.String] writes texts in a font of the viewer, and [SVG.Printed] in one of the file's own.
package diagrams
