package boards

import (
	"encoding/xml"
	"image/color"
	"math"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

// TestPiecesStayInTheirSquare parses all drawings and checks that no point, control point or outline leaves the square, that heights tell
// roles apart, and that every role has a drawing.
func TestPiecesStayInTheirSquare(t *testing.T) {
	for role := chess.Pawn; role <= chess.King; role++ {
		top := 0.0
		if len(shapes[role]) == 0 {
			t.Errorf("%v has no drawing", role)
		}
		for _, sh := range shapes[role] {
			for _, seg := range parsePath(sh.path) {
				for i, v := range seg.Arg {
					if v < strokeWidth/2 || v > 100-strokeWidth/2 {
						t.Errorf("%v: %q leaves the square at %v", role, sh.path, v)
					}
					if i%2 == 1 {
						top = max(top, v)
					}
				}
			}
		}
		if pawn := role == chess.Pawn; pawn != (top < 80) {
			t.Errorf("%v is %v high, want a pawn below 80 and all others not", role, top)
		}
	}
}

// TestBadPathPanics: a path with too few numbers, an unknown command or words in place of numbers makes parsePath panic.
func TestBadPathPanics(t *testing.T) {
	for _, path := range []string{"M 1", "X 1 2", "L a b"} {
		func() {
			defer func() {
				if msg, _ := recover().(string); !strings.HasPrefix(msg, "boards: ") {
					t.Errorf("%q: panics with %q, want a message of the package", path, msg)
				}
			}()
			parsePath(path)
		}()
	}
}

// TestSVG checks that every drawing is a well-formed group with the colors of its side.
func TestSVG(t *testing.T) {
	for _, c := range []chess.Color{chess.White, chess.Black} {
		for r := chess.Pawn; r <= chess.King; r++ {
			doc := svgMan(chess.NewPiece(c, r), "the-id")
			fill, _ := manColors(c)
			if !strings.HasPrefix(doc, `<g id="the-id" fill="`+hexColor(fill)+`"`) || strings.Count(doc, "<path ") != len(shapes[r]) {
				t.Errorf("%v %v: want a group the-id in %s with %d paths: %s", c, r, hexColor(fill), len(shapes[r]), doc)
			}
			if err := xml.Unmarshal([]byte(doc), new(struct{})); err != nil {
				t.Fatalf("not well formed: %v: %s", err, doc)
			}
		}
	}
	if whiteMan == blackMan || hexColor(blackMan) != "#303030" {
		t.Errorf("colors %v and %v, want two, the second #303030", whiteMan, blackMan)
	}
}

// TestPathsForSVG checks that y points downwards, that a circle is two half circles, and that every drawing begins with a move and closes
// filled outlines.
func TestPathsForSVG(t *testing.T) {
	for path, want := range map[string]string{
		"M 1 2 L 3 4 Z":             "M1 98L3 96Z",
		"M 0 0 C 1 2 3 4 5.5 100 Z": "M0 100C1 98 3 96 5.5 0Z",
		"O 50 68 14":                "M36 32a14 14 0 1 0 28 0a14 14 0 1 0 -28 0Z",
		"":                          "",
	} {
		testkit.Equal(t, svgPath(path), want, path)
	}
	for role := chess.Pawn; role <= chess.King; role++ {
		for _, sh := range shapes[role] {
			segs := parsePath(sh.path)
			first, last := segs[0].Command, segs[len(segs)-1].Command
			if first != 'M' && first != 'O' || sh.kind != lineShape && last != 'Z' && last != 'O' {
				t.Errorf("%v: %q begins with %c and ends with %c, want M or O first, Z or O last if it is filled", role, sh.path, first, last)
			}
		}
	}
}

// TestMenAreMirrored checks that all drawings except the knight's are symmetric: every point has a mirror image.
func TestMenAreMirrored(t *testing.T) {
	for role := chess.Pawn; role <= chess.King; role++ {
		points := map[[2]float64]int{}
		for _, sh := range shapes[role] {
			for _, seg := range parsePath(sh.path) {
				for i := 0; i+1 < len(seg.Arg); i += 2 {
					points[[2]float64{seg.Arg[i], seg.Arg[i+1]}]++
				}
			}
		}
		unpaired := 0
		for p := range points {
			if points[[2]float64{100 - p[0], p[1]}] == 0 {
				unpaired++
			}
		}
		if (unpaired > 0) != (role == chess.Knight) {
			t.Errorf("%v: %d points have no mirror image, want none but a knight's", role, unpaired)
		}
	}
}

// TestColorsDifferInGray checks that colors of neighboring areas differ by at least 0.12 in brightness (luma of ITU-R BT.601), so that
// they differ in print.
func TestColorsDifferInGray(t *testing.T) {
	luma := func(c color.NRGBA) float64 {
		return (0.299*float64(c.R) + 0.587*float64(c.G) + 0.114*float64(c.B)) / 255
	}
	for _, pair := range [][2]color.NRGBA{{paperLight, paperDark}, {paperDark, blackMan}, {paperDark, whiteMan}, {whiteMan, blackMan}} {
		if d := math.Abs(luma(pair[0]) - luma(pair[1])); d < 0.12 {
			t.Errorf("%v and %v differ by %.2f in brightness, want 0.12", pair[0], pair[1], d)
		}
	}
}
