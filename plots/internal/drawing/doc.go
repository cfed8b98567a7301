// Package drawing writes pictures: in one format (encode.go), to files and into notebooks (output.go), into pages of HTML (page.go). Texts
// are, in PNG files, filled outlines; in SVG and PDF files, text that can be searched and selected, in a font that the file contains, cut
// down to the characters that it uses (subfont.go).
//
//	picture --Encode--> PNG, SVG or PDF --Save, Show--> files, a notebook
//
// Widths are the same in all formats, those of Liberation Sans with kerning, so a picture is laid out once. SVG and PDF viewers set the
// letters of a text without kerning; it may be a point wider or narrower than computed.
package drawing
