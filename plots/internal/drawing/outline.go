package drawing

import (
	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	plotfont "gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// fillText draws a line of text as filled outlines, from the point on its baseline at the left. So a figure looks the same in every format
// and on every machine, whether it has the font or not, and PDF files need no font.
//
// Characters that the font lacks are drawn as its empty box.
func fillText(c vg.Canvas, face plotfont.Face, at vg.Point, line string) {
	var buf sfnt.Buffer
	ppem := fixed.Int26_6(face.Face.UnitsPerEm())
	scale := face.Font.Size / vg.Length(ppem)
	prev := sfnt.GlyphIndex(0)
	var path vg.Path
	for i, r := range line {
		idx, err := face.Face.GlyphIndex(&buf, r)
		if err != nil {
			continue
		}
		if i > 0 {
			if kern, err := face.Face.Kern(&buf, prev, idx, ppem, font.HintingNone); err == nil {
				at.X += vg.Length(kern) * scale
			}
		}
		if segs, err := face.Face.LoadGlyph(&buf, idx, ppem, nil); err == nil && len(segs) > 0 {
			path = appendGlyph(path, segs, at, scale)
		}
		if adv, err := face.Face.GlyphAdvance(&buf, idx, ppem, font.HintingNone); err == nil {
			at.X += vg.Length(adv) * scale
		}
		prev = idx
	}
	if len(path) > 0 {
		c.Fill(path)
	}
}

// appendGlyph adds the closed outlines of a glyph, whose y points downwards.
func appendGlyph(path vg.Path, segs sfnt.Segments, at vg.Point, scale vg.Length) vg.Path {
	pt := func(p fixed.Point26_6) vg.Point {
		return vg.Point{X: at.X + vg.Length(p.X)*scale, Y: at.Y - vg.Length(p.Y)*scale}
	}
	for i, s := range segs {
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			if i > 0 {
				path.Close()
			}
			path.Move(pt(s.Args[0]))
		case sfnt.SegmentOpLineTo:
			path.Line(pt(s.Args[0]))
		case sfnt.SegmentOpQuadTo:
			path.QuadTo(pt(s.Args[0]), pt(s.Args[1]))
		case sfnt.SegmentOpCubeTo:
			path.CubeTo(pt(s.Args[0]), pt(s.Args[1]), pt(s.Args[2]))
		}
	}
	path.Close()
	return path
}
