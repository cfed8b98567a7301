package census

import (
	"encoding/base64"
	"encoding/xml"
	"math"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// TestSlides checks that every page occurs once, that only the first is visible without a script, that no title can end the script, that
// equal slides have the same id, and the errors for numbers of titles and pictures that do not fit.
func TestSlides(t *testing.T) {
	pages := []Picture{{"<b>one</b>", "one"}, {"<b>two</b>", "two"}, {"<b>three</b>", "three"}}
	titles := []string{"1 man", "2 </script> men", "3 \"men\""}
	p := testkit.Must(Slides(titles, pages))(t)
	for i, page := range pages {
		if strings.Count(p.HTML, page.HTML) != 1 || !strings.Contains(p.Text, titles[i]+"\n"+page.Text) {
			t.Errorf("page %d does not occur once", i)
		}
	}
	if strings.Count(p.HTML, "display:none") != 2 || strings.Contains(p.HTML, `<div class="cc-page" style="display:none"><b>one`) {
		t.Error("another page than the first is seen without a script")
	}
	if strings.Count(p.HTML, "</script>") != 1 || !strings.HasSuffix(p.HTML, "</script>") {
		t.Error("a title ends the script")
	}
	again, _ := Slides(titles, pages)
	titles[0] = "other"
	if other, _ := Slides(titles, pages); again != p || other.HTML[:60] == p.HTML[:60] {
		t.Error("equal slides differ, or others have the same id")
	}
	for _, c := range []struct {
		titles   []string
		pictures []Picture
	}{{nil, nil}, {titles, pages[:2]}, {titles[:1], nil}} {
		testkit.Fails(Slides(c.titles, c.pictures))(t, "want as many", len(c.titles), len(c.pictures))
	}
}

// svgOf returns the SVG within a picture.
func svgOf(t *testing.T, p Picture) string {
	t.Helper()
	_, rest, _ := strings.Cut(p.HTML, "base64,")
	data, err := base64.StdEncoding.DecodeString(rest[:max(strings.IndexByte(rest, '"'), 0)])
	if err != nil || len(data) == 0 {
		t.Fatalf("no picture in %q: %v", p.HTML, err)
	}
	return string(data)
}

// TestBars checks the lengths of bars, on their own scale and on a given one, and the errors for values that have no bar.
func TestBars(t *testing.T) {
	p := testkit.Must(Bars([]string{"a & b", "none", "half"}, []float64{4, 0, 2}, 0))(t)
	var drawn struct {
		Bars []struct {
			Width string `xml:"width,attr"`
		} `xml:"rect"`
	}
	testkit.OK(t, xml.Unmarshal([]byte(svgOf(t, p)), &drawn))
	var widths []string
	for _, bar := range drawn.Bars {
		widths = append(widths, bar.Width)
	}
	testkit.Equal(t, strings.Join(widths, " "), "290.0 0.0 145.0")
	if want := "           a & b " + strings.Repeat("#", 40) + " 4\n            none  0\n            half " + strings.Repeat("#", 20) + " 2"; p.Text != want {
		t.Errorf("text\n%s, want\n%s", p.Text, want)
	}
	if p, err := Bars([]string{"a"}, []float64{4}, 8); err != nil || !strings.Contains(svgOf(t, p), `width="145.0"`) {
		t.Errorf("4 on a scale to 8: %s, error %v, want a bar of 145 pixels", p.HTML, err)
	}
	if _, err := Bars([]string{"a"}, []float64{0}, 0); err != nil {
		t.Errorf("nothing but zero: error %v, want a picture", err)
	}
	for _, bad := range [][]float64{nil, {1, 2}, {-1}, {math.NaN()}, {math.Inf(1)}} {
		testkit.Fails(Bars([]string{"a"}, bad, 0))(t, "", bad)
	}
}
