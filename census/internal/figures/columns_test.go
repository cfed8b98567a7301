package figures

import (
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/proofkernel/search"
)

// text returns columns from a to h, each from White's side, such as "wb b ww".
func (c Columns) text() string {
	var list []string
	for _, column := range c {
		s := ""
		for _, p := range column {
			s += string("wb"[p])
		}
		list = append(list, s)
	}
	return strings.Join(list, " ")
}

// TestColumnsFollowCaptures checks the columns after each kind of capture, computed by hand, and that captures of pawns that are not there
// do not fit.
func TestColumnsFollowCaptures(t *testing.T) {
	for moves, want := range map[string]string{
		"":         "wb wb wb wb wb wb wb wb",
		"wPa0xPb1": "b ww wb wb wb wb wb wb",
		"bPa1xPb0": "w bb wb wb wb wb wb wb",
		"wPa0xQb2": "b wbw wb wb wb wb wb wb", // an officer is taken, the pawn stands on the file beyond the black one
		"wxPc1":    "wb wb w wb wb wb wb wb",
		"bxN":      "wb wb wb wb wb wb wb wb",
	} {
		c, ok := StartColumns(), true
		for _, m := range testkit.Must(search.ParseMoves(moves))(t) {
			if c, _, _, ok = c.After(m); !ok {
				break
			}
		}
		if got := c.text(); got != want || !ok {
			t.Errorf("%s: %s, fits %v; want %s", moves, got, ok, want)
		}
	}
	for _, m := range []search.Move{
		{Pawn: true, File: 0, Index: 2, Victim: search.Pawn, ToFile: 1},
		{Pawn: true, File: 0, Index: 0, Victim: search.Queen, ToFile: 1, ToIndex: 3},
		{Victim: search.Pawn, ToFile: 8},
	} {
		if c, _, _, ok := StartColumns().After(m); ok {
			t.Errorf("%v fits, and gives %s", m, c.text())
		}
	}
}

// TestColumnsOfStart checks that the initial position has the columns of StartColumns.
func TestColumnsOfStart(t *testing.T) {
	if got, want := ColumnsOf(chess.InitialPosition()).text(), StartColumns().text(); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestPictureOfNoKernel checks that captures that do not fit have no picture, and that the empty kernel has two panels.
func TestPictureOfNoKernel(t *testing.T) {
	for _, captures := range [][]string{{"wPa0xPb7"}, {"?"}} {
		if svg, _, ok := Kernel(captures, chess.InitialPosition()); ok {
			t.Errorf("%v do not fit, and have the picture %s", captures, svg)
		}
	}
	svg, width, ok := Kernel(nil, chess.InitialPosition())
	if !ok || width != 2*panelWidth || strings.Count(svg, "<circle") != 2*16 {
		t.Errorf("the empty kernel: fits %v, %d pixels, want two panels of %d with 16 pawns each: %s", ok, width, panelWidth, svg)
	}
}
