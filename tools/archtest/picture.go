package main

import (
	"fmt"
	"slices"
	"strings"
)

// captions are the second lines of the boxes. Folders of a layer are drawn in this order.
var captions = [][2]string{
	{"tools", "for developers"}, {"cmd", "programs"}, {"web", "page"}, {"paper", "article"}, {"census", "one import"}, {"survey", "draw, judge, tally"},
	{"recheck", "independent checker"}, {"sampler", "sets and draws"}, {"legality", "verdicts"}, {"plots", "figures"}, {"chess", "the game"},
	{"stats", "estimates"}, {"jupyter", "notebook kernel"},
}

// Sizes in the picture, in pixels.
const (
	boxWidth, boxHeight = 136, 46
	gapX, gapY          = 18, 64
	pictureWidth        = 4*(boxWidth+gapX) + gapX
)

// Picture draws layers of folders as SVG, the lowest at the bottom. An arrow leads from a folder to each folder that it imports,
// unless another imported folder leads there too. The text depends on the arguments alone.
func Picture(layers [][]string, folders map[string][]string) string {
	height := len(layers)*(boxHeight+gapY) - gapY + 2*gapX
	type point struct{ x, y int } // upper left corner of a box
	corner := map[string]point{}
	position := func(folder string) int {
		return slices.IndexFunc(captions, func(a [2]string) bool { return a[0] == folder })
	}
	for i, layer := range layers {
		slices.SortFunc(layer, func(a, b string) int { return position(a) - position(b) })
		for k, folder := range layer {
			left := (pictureWidth - len(layer)*(boxWidth+gapX) + gapX) / 2
			corner[folder] = point{left + k*(boxWidth+gapX), height - gapX - boxHeight - i*(boxHeight+gapY)}
		}
	}
	var reaches func(from, to string) bool
	reaches = func(from, to string) bool {
		return slices.ContainsFunc(folders[from], func(next string) bool { return next == to || reaches(next, to) })
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" font-family="sans-serif" text-anchor="middle">
<title>Top folders and what they import; made by go generate ./tools/archtest</title>
<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" fill="#567"/></marker></defs>
<rect width="100%%" height="100%%" fill="#fff"/>
`, pictureWidth, height, pictureWidth)
	for _, layer := range layers {
		for _, from := range layer {
			for _, to := range folders[from] {
				if slices.ContainsFunc(folders[from], func(by string) bool { return reaches(by, to) }) {
					continue
				}
				p, q := corner[from], corner[to]
				fmt.Fprintf(&b, `<path d="M%d %dL%d %d" stroke="#567" fill="none" marker-end="url(#tip)"/>`+"\n", p.x+boxWidth/2, p.y+boxHeight, q.x+boxWidth/2, q.y)
			}
		}
	}
	for _, layer := range layers {
		for _, folder := range layer {
			p := corner[folder]
			fmt.Fprintf(&b, `<rect x="%d" y="%d" width="%d" height="%d" rx="6" fill="#eef3f8" stroke="#567"/>`+"\n", p.x, p.y, boxWidth, boxHeight)
			fmt.Fprintf(&b, `<text x="%d" y="%d" font-size="15" font-weight="bold">%s</text>`+"\n", p.x+boxWidth/2, p.y+19, folder)
			if i := position(folder); i >= 0 {
				fmt.Fprintf(&b, `<text x="%d" y="%d" font-size="12" fill="#345">%s</text>`+"\n", p.x+boxWidth/2, p.y+36, captions[i][1])
			}
		}
	}
	b.WriteString("</svg>\n")
	return b.String()
}
