package chesscensus

import (
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/legality/kernel/search"
)

// text writes columns from a to h, each from White's side.
func (c columns) text() string {
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

// TestColumnsFollowCaptures: what each kind of capture makes of the columns of the start, worked by hand.
func TestColumnsFollowCaptures(t *testing.T) {
	for moves, want := range map[string]string{
		"":              "wb wb wb wb wb wb wb wb",
		"wPa0xPb1":      "b ww wb wb wb wb wb wb",
		"bPa1xPb0":      "w bb wb wb wb wb wb wb",
		"wPa0xQb2":      "b wbw wb wb wb wb wb wb", // an officer is taken, the pawn stands on the file beyond the black one
		"wxPc1":         "wb wb w wb wb wb wb wb",
		"bxN":           "wb wb wb wb wb wb wb wb",
		"wPa0xPb1 wxb0": "",
	} {
		list, err := search.ParseMoves(moves)
		if err != nil {
			if want != "" {
				t.Errorf("%s: %v", moves, err)
			}
			continue
		}
		c, ok := startColumns(), true
		for _, m := range list {
			if c, _, _, ok = c.after(m); !ok {
				break
			}
		}
		if got := c.text(); got != want || !ok {
			t.Errorf("%s: %s, %v; want %s", moves, got, ok, want)
		}
	}
	for _, m := range []search.Move{
		{Pawn: true, File: 0, Index: 2, Victim: search.Pawn, ToFile: 1},
		{Pawn: true, File: 0, Index: 0, Victim: search.Queen, ToFile: 1, ToIndex: 3},
		{Victim: search.Pawn, ToFile: 8},
	} {
		if c, _, _, ok := startColumns().after(m); ok {
			t.Errorf("%v fits, and gives %s", m, c.text())
		}
	}
}

// TestKernelColumnsBecomeTheGoal: along the captures of a kernel, then by promotions, the columns become those of the goal: no pawn
// comes from nowhere, and as many leave as must have promoted.
func TestKernelColumnsBecomeTheGoal(t *testing.T) {
	for seed := range uint64(8) {
		g := Must(RandomPosition(seed + 1))
		k, err := FindKernel(Must(g.Final()))
		if err != nil {
			t.Fatal(err)
		}
		moves, err := search.ParseMoves(strings.Join(k.Captures, " "))
		if err != nil {
			t.Fatal(err)
		}
		c, ok := startColumns(), true
		for _, m := range moves {
			if c, _, _, ok = c.after(m); !ok {
				t.Fatalf("%v: %v does not fit", k.Captures, m)
			}
		}
		for f, want := range columnsOf(k.Goal) {
			left := c[f]
			for _, p := range want { // a subsequence of what is there
				i := 0
				for i < len(left) && left[i] != p {
					i++
				}
				if i == len(left) {
					t.Fatalf("%v: file %c has %v, the goal %v", k.Captures, 'a'+f, c[f], want)
				}
				left = left[i+1:]
			}
		}
		html := formOf(t, k)
		if n := strings.Count(html, "<img "); n != 1 {
			t.Errorf("%d pictures", n)
		}
	}
	if kernelPicture(&ProofKernel{Captures: []string{"wPa0xPb7"}}) != "" || kernelPicture(&ProofKernel{Captures: []string{"?"}}) != "" {
		t.Error("a picture of captures that do not fit")
	}
}

func formOf(t *testing.T, v any) string {
	form, ok := rich(v)
	if !ok {
		t.Fatalf("%T has no form", v)
	}
	return form.HTML
}

// TestColumnsOfStart: those of the initial position are where kernels start.
func TestColumnsOfStart(t *testing.T) {
	if got, want := columnsOf(chess.InitialPosition()).text(), startColumns().text(); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestGrouped: counts in groups of three from five digits on.
func TestGrouped(t *testing.T) {
	for in, want := range map[string]string{"0": "0", "9999": "9999", "10000": "10 000", "-10000": "-10 000", "1056208140": "1 056 208 140"} {
		if got := grouped(in); got != want {
			t.Errorf("%s: %q, want %q", in, got, want)
		}
	}
	for in, want := range map[float64]string{0.0571: "5.71 %", 0: "0 %", 1: "100 %", 7.77e-7: "0.000078 %", 8.62e-8: "0.0000086 %", -7.77e-7: "-0.000078 %"} {
		if got := Percent(in); got != want {
			t.Errorf("%v: %q, want %q", in, got, want)
		}
	}
	if got := twoDigits(616543); got != 620_000 {
		t.Errorf("%v", got)
	}
}
