package drawing

import (
	"image/color"

	_ "gonum.org/v1/plot" // puts Liberation into font.DefaultCache
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
)

// Colors of texts, the size of titles, and the distance of everything from the edge of a picture.
var (
	Ink   = color.NRGBA{0x22, 0x22, 0x22, 0xff}
	Faint = color.NRGBA{0x6a, 0x6a, 0x6a, 0xff}
)

const (
	TitleSize = vg.Length(11)
	Margin    = vg.Length(6)
)

// Sans returns a style in Liberation Sans.
func Sans(size vg.Length, c color.Color) text.Style {
	f := font.Font{Typeface: "Liberation", Variant: "Sans", Size: size}
	return text.Style{Color: c, Font: f, Handler: Raised{Fonts: font.DefaultCache}}
}
