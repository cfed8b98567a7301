package drawing

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// TestPalettedKeepsColors checks that every shade changes by at most half a step of the palette, and that pictures of more colors than a
// palette holds stay unchanged.
func TestPalettedKeepsColors(t *testing.T) {
	const step = 17 // between the shades of the palette: 0, 17, ..., 255
	m := image.NewRGBA(image.Rect(0, 0, 16, 256))
	for x := range 16 {
		for y := range 256 {
			m.SetRGBA(x, y, color.RGBA{uint8(y), 0, uint8(step * x), 255})
		}
	}
	p := paletted(m)
	if _, ok := p.(*image.Paletted); !ok {
		t.Fatalf("256 colors become a %T, want a palette", p)
	}
	var b bytes.Buffer
	testkit.OK(t, png.Encode(&b, p))
	back := testkit.Must(png.Decode(&b))(t)
	for x := range 16 {
		for y := range 256 {
			red, green, blue, alpha := back.At(x, y).RGBA()
			if d := int(red>>8) - y; 2*max(d, -d) > step || green != 0 || blue>>8 != uint32(step*x) || alpha != 0xffff {
				t.Fatalf("pixel %d, %d is %v, want at most half a step of %d from %v", x, y, back.At(x, y), step, m.At(x, y))
			}
		}
	}
	m.SetRGBA(0, 0, color.RGBA{0, 255, 0, 255})
	if _, ok := paletted(m).(*image.RGBA); !ok {
		t.Error("a picture of 257 colors got a palette, want the picture unchanged")
	}
}
