package paper

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/digits"
	"chesscensus/internal/testing/testkit"
	"chesscensus/survey/uniform"
)

// sampleOf returns a sample of the positions after some games, as if that of game i were draw 10i.
func sampleOf(t *testing.T, games ...string) *sample {
	t.Helper()
	s := &sample{seed: 5, space: "made", tally: uniform.Tally{Draws: 12345, Undecided: 2}}
	for i, game := range games {
		p := testkit.Played(t, game)
		s.list = append(s.list, legal{p.Setup(), uint64(10 * i), chess.Game{Moves: testkit.Line(t, chess.InitialPosition(), game)}})
	}
	return s
}

// TestNumbersOfASample checks the numbers of a sample, its medians (the upper one of two), and that every caption has its origin.
func TestNumbersOfASample(t *testing.T) {
	s := sampleOf(t, "e4 e5 Nf3", "d4", "c4 c5", "a4 a5 b4 axb4")
	got := map[string]string{}
	for _, v := range s.values() {
		got[v.Name] = v.Text
	}
	if got["sample.positions"] != "4" || got["sample.median-plies"] != "3" || got["sample.seed"] != "5" || got["sample.space"] != "made" {
		t.Errorf("%v", got)
	}
	charts, err := s.charts()
	if err != nil || len(charts) != 2 {
		t.Fatalf("%d charts, %v", len(charts), err)
	}
	for i, want := range []struct{ values, median string }{{"3 1 2 4", "The median is 3 plies."}, {"29 20 21 21", "the median is 21."}} {
		var values []string
		for _, row := range charts[i].Rows {
			values = append(values, row[2])
		}
		testkit.Equal(t, strings.Join(values, " "), want.values, charts[i].Name)
		testkit.Contains(t, charts[i].Caption, want.median, "seed 5, from "+digits.Group(12345)+" draws, 2 of which")
	}
	bad := errors.New("no such value")
	testkit.Fails(s.histogram("x", "x", "x", "%d", func(*legal) (int, error) { return 0, bad }))(t, bad)
}

// TestPlateOfFew checks the boards of a sample with fewer positions than the figure has room for.
func TestPlateOfFew(t *testing.T) {
	s := sampleOf(t, "e4 e5", "d4 d5 c4")
	f := s.boardsFigure()
	if want := []string{"10", s.list[1].setup.String(), "d4 d5 c4"}; len(f.Rows) != 2 || !slices.Equal(f.Rows[1], want) {
		t.Errorf("the data are %q, want two rows, the second %q", f.Rows, want)
	}
	if !strings.HasPrefix(f.Caption, "The first 2 positions") {
		t.Errorf("the caption does not begin with the number of positions: %s", f.Caption)
	}
	for _, form := range forms() {
		if picture, err := f.Draw(form); err != nil || picture == nil {
			t.Errorf("%+v: %v, %v", form, picture, err)
		}
	}
}
