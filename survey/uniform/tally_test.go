package uniform

import (
	"math"
	"testing"
)

// TestLacking compares limits with closed forms: without a failure in n trials the upper limit is 1 - 0.025^(1/n), and without a success it is 1.
func TestLacking(t *testing.T) {
	for _, c := range []struct {
		tally       Tally
		share, most float64
	}{
		{Tally{}, 0, 1},
		{Tally{Draws: 9, Refuted: 9}, 0, 1},
		{Tally{Legal: 100}, 0, 1 - math.Pow(0.025, 0.01)},
		{Tally{Legal: 1, Draws: 5}, 0, 0.975},
		{Tally{Undecided: 3}, 1, 1},
		{Tally{Legal: 999, Undecided: 1}, 0.001, 0.005558924}, // 0.975 quantile of Beta(2, 999)
	} {
		share, most := c.tally.Lacking()
		if math.Abs(share-c.share) > 1e-9 || math.Abs(most-c.most) > 1e-6 {
			t.Errorf("%+v: %v, %v, want %v, %v", c.tally, share, most, c.share, c.most)
		}
	}
}

func TestTalliesAdd(t *testing.T) {
	a, b := Tally{Draws: 10, Refuted: 3, Undecided: 2, Legal: 1}, Tally{Draws: 5, Legal: 4}
	if sum := a.plus(&b); sum != (Tally{Draws: 15, Refuted: 3, Undecided: 2, Legal: 5}) {
		t.Errorf("%+v", sum)
	}
}
