package drawing

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"io"

	"gonum.org/v1/plot/vg/vgimg"
)

// A smallCanvas writes PNG with a palette, which takes a third of the bytes.
type smallCanvas struct{ *vgimg.Canvas }

// WriteTo implements io.WriterTo.
func (c smallCanvas) WriteTo(w io.Writer) (int64, error) {
	var b bytes.Buffer
	if err := png.Encode(&b, paletted(c.Image())); err != nil {
		return 0, err
	}
	return b.WriteTo(w)
}

// paletted rounds every color to 16 shades of red, green and blue, and returns the picture with a palette. If it still has more than 256
// colors it returns the picture unchanged.
func paletted(m image.Image) image.Image {
	b := m.Bounds()
	p := image.NewPaletted(b, nil)
	index := map[color.NRGBA]uint8{}
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			red, green, blue, _ := m.At(x, y).RGBA()
			c := color.NRGBA{roundShade(red), roundShade(green), roundShade(blue), 0xff}
			i, known := index[c]
			if !known {
				if len(p.Palette) == 256 {
					return m
				}
				i = uint8(len(p.Palette))
				index[c], p.Palette = i, append(p.Palette, c)
			}
			p.SetColorIndex(x, y, i)
		}
	}
	return p
}

// roundShade rounds a shade of 16 bits to one of 16 shades of 8 bits.
func roundShade(v uint32) uint8 { return uint8((v*15 + 0x7fff) / 0xffff * 17) }
