package drawing

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"regexp"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// themeColors are the colors of texts, axes and grids in a page: those of JupyterLab's theme, or of the theme that the page sets by the
// same names, and else the ones on paper. Colors with a meaning stay.
var themeColors = strings.NewReplacer(
	"#222222", "var(--jp-content-font-color1,#222222)", "#6A6A6A", "var(--jp-content-font-color2,#6a6a6a)",
	"#FFFFFE", "var(--jp-layout-color0,#ffffff)", "#DDDDDD", "var(--jp-border-color2,#dddddd)", "#C4DDEC", "rgba(0,114,178,0.23)",
	"#F9E5BD", "rgba(230,159,0,0.26)", "#000000", "var(--jp-content-font-color0,#000000)")

// tagPattern matches a tag of SVG, longDecimals a number with more than two decimals, which are hundredths of a point.
var (
	tagPattern   = regexp.MustCompile(`<[^>]*>`)
	longDecimals = regexp.MustCompile(`(\d\.\d\d)\d+`)
)

// Page returns an SVG element for a page of HTML, in the page's colors of texts. Its font has a name of its own, as the fonts of other
// figures in the page have other characters.
func Page(width, height vg.Length, paint func(draw.Canvas)) (string, error) {
	var drawing bytes.Buffer
	if err := Encode(&drawing, "svg", width, height, paint); err != nil {
		return "", err
	}
	name := fmt.Sprintf("cc-%.8x", sha256.Sum256(drawing.Bytes()))
	shorten := func(tag string) string { return longDecimals.ReplaceAllString(tag, "$1") } // texts keep their digits
	svg := tagPattern.ReplaceAllStringFunc(drawing.String(), shorten)
	svg = themeColors.Replace(svg[max(strings.Index(svg, "<svg"), 0):])
	svg = strings.ReplaceAll(strings.ReplaceAll(svg, `"Liberation Sans"`, name), "font-family:Liberation Sans", "font-family:"+name+",Arial,sans-serif")
	return strings.Replace(svg, "<svg", `<svg role="img" fill="currentColor" style="max-width:100%;height:auto"`, 1), nil
}
