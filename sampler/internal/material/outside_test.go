package material

import (
	"errors"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/sampler"
)

// An outsideCase is a setup that is not in the space, with a part of the reason, or one that is, without a reason.
type outsideCase struct{ Name, FEN, Want string }

// TestNotInSpace checks the errors of Rank for the setups of outside, for a right that does not exist, and for the zero draw.
func TestNotInSpace(t *testing.T) {
	for _, test := range testkit.Table[outsideCase](t, "outside.tsv") {
		f := testkit.Must(chess.ParseFEN(test.FEN))(t)
		d := sampler.FromFEN(f)
		_, err := space().Rank(&d)
		if test.Want == "" {
			if err != nil {
				t.Errorf("%s: %v", test.Name, err)
			}
			continue
		}
		if !errors.Is(err, sampler.ErrNotInSpace) || !strings.Contains(err.Error(), test.Want) {
			t.Errorf("%s: error %v, want one with %q", test.Name, err, test.Want)
		}
	}
	odd := chess.InitialSetup()
	odd.Castling = 0x1f
	testkit.Fails(space().Rank(&sampler.Draw{Setup: odd}))(t, sampler.ErrNotInSpace, "a castling right that does not exist")
	testkit.Fails(space().Rank(&sampler.Draw{}))(t, sampler.ErrNotInSpace, "the zero draw")
}
