package census

import (
	"fmt"
	"html"
	"strings"
)

// galleryWidth is the width of a board among others, in CSS pixels.
const galleryWidth = 200

// Boards returns a picture of several setups, side by side as far as there is space, each with its caption. There may be fewer captions
// than setups.
func Boards[S Some](list []S, captions []string) (Picture, error) {
	return gallery(list, captions, nil)
}

// gallery is [Boards] with a look for each board. There may be fewer looks than setups.
func gallery[S Some](list []S, captions []string, looks []Look) (Picture, error) {
	var h, t strings.Builder
	h.WriteString(`<div style="display:flex;flex-wrap:wrap;gap:8px">`)
	for i, s := range list {
		var look Look
		if i < len(looks) {
			look = looks[i]
		}
		look.Width = galleryWidth
		caption := ""
		if i < len(captions) {
			caption = captions[i]
		}
		p, err := Board(s, look)
		if err != nil {
			return Picture{}, fmt.Errorf("board %d: %w", i+1, err)
		}
		fmt.Fprintf(&h, `<div style="width:%dpx;font:12px Arial,Helvetica,sans-serif">%s<div>%s</div></div>`, galleryWidth, p.HTML, html.EscapeString(caption))
		fmt.Fprintf(&t, "%s\n%s\n\n", p.Text, caption)
	}
	h.WriteString("</div>")
	return Picture{h.String(), strings.TrimSpace(t.String())}, nil
}
