// Package drawing writes pictures: in one format (encode.go), to files and into notebooks (output.go), into pages of HTML (page.go). Texts are on screens
// (PNG) filled outlines, in documents (SVG, PDF) text that can be searched and selected, in a font that the file brings along, cut down to the
// characters that it uses (subfont.go).
//
//	picture --Encode--> PNG, SVG or PDF --Save, Show--> files, a notebook
//
// Measures are the same everywhere, those of Liberation Sans with kerning, so a picture is laid out once. Documents set the letters
// of a text without kerning; it may come out a point wider or narrower than measured.
package drawing
