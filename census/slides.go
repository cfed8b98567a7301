package census

import (
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"html"
	"math"
	"strings"
)

//go:embed slides.js
var slidesJS string

// Slides returns a picture that shows one of several pictures with its title, chosen by a slider, buttons and the arrow keys. All are
// computed beforehand; where scripts do not run the first is seen. It is an error if there are no pictures, or not as many titles.
func Slides(titles []string, pictures []Picture) (Picture, error) {
	if len(pictures) == 0 || len(titles) != len(pictures) {
		return Picture{}, fmt.Errorf("census: %d titles for %d pictures; want as many, and at least one", len(titles), len(pictures))
	}
	var pages, texts strings.Builder
	for i, p := range pictures {
		hidden := ""
		if i > 0 {
			hidden = ` style="display:none"`
		}
		fmt.Fprintf(&pages, `<div class="cc-page"%s>%s</div>`, hidden, p.HTML)
		fmt.Fprintf(&texts, "%s\n%s\n\n", titles[i], p.Text)
	}
	names, err := json.Marshal(titles) // with <, > and & as escapes
	if err != nil {
		return Picture{}, err
	}
	sum := fnv.New64a()
	sum.Write([]byte(pages.String() + string(names)))
	id := fmt.Sprintf("%016x", sum.Sum64())
	return Picture{
		HTML: fmt.Sprintf("<div class=\"cc-slides\" data-slides=\"%s\">%s</div>\n"+
			"<script>(function(){var id=%q,titles=%s;\n%s})();</script>", id, pages.String(), id, names, slidesJS),
		Text: strings.TrimSpace(texts.String()),
	}, nil
}

// barsWidth and barHeight are the measures of a histogram of Bars in CSS pixels.
const barsWidth, barHeight = 480, 18

// Bars returns a plain histogram as a picture: a bar for each value, with its label and the value. The full width stands for top or the
// largest value, whichever is larger, so that histograms with the same top can be compared. Values must be finite and not negative.
func Bars(labels []string, values []float64, top float64) (Picture, error) {
	if len(labels) != len(values) || len(values) == 0 {
		return Picture{}, fmt.Errorf("census: %d labels for %d bars; want as many, and at least one", len(labels), len(values))
	}
	for _, v := range values {
		if !(v >= 0) || math.IsInf(v, 1) {
			return Picture{}, errors.New("census: a bar that is negative, infinite or no number")
		}
		top = max(top, v)
	}
	const left, right = 120, 70 // letters in a gray that is read on white and on black
	var h, t strings.Builder
	fmt.Fprintf(&h, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" font-family="Arial,Helvetica,sans-serif" font-size="12" `+
		`fill="#808080">`, barsWidth, barHeight*len(values)+4)
	for i, v := range values {
		length := 0.0
		if top > 0 {
			length = v / top
		}
		y := barHeight * i
		fmt.Fprintf(&h, `<text x="%d" y="%d" text-anchor="end">%s</text>`, left-6, y+14, html.EscapeString(labels[i]))
		fmt.Fprintf(&h, `<rect x="%d" y="%d" width="%.1f" height="%d" fill="#3b7ea1"/>`, left, y+2, length*(barsWidth-left-right), barHeight-3)
		fmt.Fprintf(&h, `<text x="%.1f" y="%d">%.4g</text>`, left+length*(barsWidth-left-right)+5, y+14, v)
		fmt.Fprintf(&t, "%16s %s %.4g\n", labels[i], strings.Repeat("#", int(math.Round(40*length))), v)
	}
	h.WriteString("</svg>")
	var words []string
	for i, v := range values {
		words = append(words, fmt.Sprintf("%s: %.4g", labels[i], v))
	}
	return Picture{image(h.String(), strings.Join(words, ", "), barsWidth), strings.TrimRight(t.String(), "\n")}, nil
}

// image returns an SVG document as an HTML image, with the words as its alternative text. JupyterLab removes inline SVG from notebooks that
// it does not trust, but not images.
func image(svg, words string, width int) string {
	return fmt.Sprintf(`<img alt="%s" width="%d" style="max-width:100%%" src="data:image/svg+xml;base64,%s"/>`,
		html.EscapeString(words), width, base64.StdEncoding.EncodeToString([]byte(svg)))
}
