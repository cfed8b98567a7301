package archtest

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// Sizes in the picture, in pixels.
const (
	boxWidth, boxHeight = 136, 46
	gapX, gapY          = 18, 64
	pictureWidth        = 4*(boxWidth+gapX) + gapX
)

// A box is a top folder in the picture.
type box struct {
	rule
	imports []string // other top folders, sorted
	below   []string // what it imports, and what these import, and so on
	layer   int      // one above the highest that it imports; the highest if no other imports it
	x, y    int      // upper left corner
}

// boxes returns a box for each top folder of packages by name, without places. Packages for tests and the folder internal are left out.
func boxes(list []*sizedPackage) (all map[string]*box, layers int) {
	all = map[string]*box{}
	imported := map[string]bool{}
	for _, r := range rules { // in this order those that a folder imports come before it
		b := &box{rule: r}
		for _, p := range list {
			if r.Folder == "internal" || top(p.Path) != r.Folder || forTests(p.Path) {
				continue
			}
			all[r.Folder] = b
			for _, path := range p.Imports {
				if to := all[top(path)]; to != nil && to != b && !slices.Contains(b.imports, to.Folder) {
					b.imports, b.below = append(b.imports, to.Folder), append(append(b.below, to.Folder), to.below...)
					b.layer, imported[to.Folder] = max(b.layer, to.layer+1), true
				}
			}
		}
		slices.Sort(b.imports)
		layers = max(layers, b.layer+1)
	}
	for name, b := range all {
		if !imported[name] {
			b.layer = layers - 1
		}
	}
	return all, layers
}

// drawPicture draws the top folders as SVG, in layers, the lowest at the bottom. An arrow leads from a folder to each folder that it imports,
// unless another imported folder leads there too. The text depends on the imports alone.
func drawPicture(list []*sizedPackage) string {
	all, layers := boxes(list)
	height := layers*(boxHeight+gapY) - gapY + 2*gapX
	rows := make([][]*box, layers)
	for _, r := range rules {
		if b := all[r.Folder]; b != nil {
			rows[b.layer] = append(rows[b.layer], b)
		}
	}
	for i, row := range rows {
		for k, b := range row {
			b.x = (pictureWidth-len(row)*(boxWidth+gapX)+gapX)/2 + k*(boxWidth+gapX)
			b.y = height - gapX - boxHeight - i*(boxHeight+gapY)
		}
	}
	var arrows, drawn strings.Builder
	for _, b := range slices.Concat(rows...) {
		for _, name := range b.imports {
			to := all[name]
			if !slices.ContainsFunc(b.imports, func(by string) bool { return slices.Contains(all[by].below, name) }) {
				fmt.Fprintf(&arrows, `<path d="M%d %dL%d %d" stroke="#567" fill="none" marker-end="url(#tip)"/>`+"\n", b.x+boxWidth/2, b.y+boxHeight, to.x+boxWidth/2, to.y)
			}
		}
		fmt.Fprintf(&drawn, `<rect x="%d" y="%d" width="%d" height="%d" rx="6" fill="#eef3f8" stroke="#567"/>`+"\n", b.x, b.y, boxWidth, boxHeight)
		fmt.Fprintf(&drawn, `<text x="%d" y="%d" font-size="15" font-weight="bold">%s</text>`+"\n", b.x+boxWidth/2, b.y+19, b.Folder)
		fmt.Fprintf(&drawn, `<text x="%d" y="%d" font-size="12" fill="#345">%s</text>`+"\n", b.x+boxWidth/2, b.y+36, b.Caption)
	}
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" font-family="sans-serif" text-anchor="middle">
<title>Top folders and what they import; made by go generate ./tools/archtest</title>
<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" fill="#567"/></marker></defs>
<rect width="100%%" height="100%%" fill="#fff"/>
%s%s</svg>
`, pictureWidth, height, pictureWidth, arrows.String(), drawn.String())
}

var update = flag.Bool("update", false, "draw the picture of docs/ARCHITECTURE.md anew")

// TestPictureIsFresh: the picture of docs/ARCHITECTURE.md shows the present imports.
func TestPictureIsFresh(t *testing.T) {
	testkit.Medium(t)
	path, want := filepath.Join(root, "docs", "img", "architecture.svg"), drawPicture(testkit.Must(loadOnce())(t))
	if *update {
		testkit.OK(t, os.WriteFile(path, []byte(want), 0o666))
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != want {
		t.Errorf("docs/img/architecture.svg is stale (%v): run go generate ./tools/archtest", err)
	}
}
