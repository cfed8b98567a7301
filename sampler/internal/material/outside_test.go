package material

import (
	"errors"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/sampler"
)

// outside lists setups that are not in the space, with a part of the reason, and one that is, without a reason.
var outside = []struct{ name, fen, want string }{
	{"no king", "8/8/8/8/8/8/8/K7 w - - 0 1", "0 black kings"},
	{"two kings", "K6K/8/8/8/8/8/8/k7 w - - 0 1", "2 white kings"},
	{"pawn on row 8", "P6k/8/8/8/8/8/8/K7 w - - 0 1", "row 1 or 8"},
	{"pawn on row 1", "7k/8/8/8/8/8/8/K6p w - - 0 1", "row 1 or 8"},
	{"nine pawns", "7k/pppppppp/p7/8/8/8/8/K7 w - - 0 1", "9 black pawns"},
	{"promoted with all pawns", "rnbqkbnr/pppppppp/n7/8/8/8/8/K7 b - - 0 1", "black has 1 pieces above the initial numbers and 8 pawns"},
	{"ten queens", "QQQQQQQQ/QQ5k/8/8/8/8/8/K7 w - - 0 1", "white has 9 pieces above the initial numbers and 0 pawns"},
	{"no capture to promote by", "rnbqkbnr/pppppppp/8/8/8/Q7/1PPPPPPP/RNBQKBNR w KQkq - 0 1", "white has 1 pieces above the initial numbers, the captures let at most 0"},
	{"no black pawns, in the space", "rnbqkbnr/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", ""},
	{"castling without rook", "4k3/8/8/8/8/8/8/4K3 w K - 0 1", "castling"},
	{"castling with king and rook exchanged", "4k3/8/8/8/8/8/8/4R2K w K - 0 1", "castling"},
	{"castling with the enemy's rook", "4k3/8/8/8/8/8/8/4K2r w K - 0 1", "castling"},
	{"castling away from home", "4k2r/8/8/8/8/8/8/4K3 b Kk - 0 1", "castling"},
	{"en passant on row 5", "4k3/8/8/3pP3/8/8/8/4K3 w - d5 0 1", "en passant"},
	{"en passant on the wrong side's row", "4k3/8/8/3pP3/8/8/8/4K3 b - d6 0 1", "en passant"},
	{"en passant without pawn", "4k3/8/8/4P3/8/8/8/4K3 w - d6 0 1", "en passant"},
	{"en passant without capturer", "4k3/8/8/3p4/8/8/P7/4K3 w - d6 0 1", "could capture"},
	{"en passant without capturer on the edge", "4k3/8/8/p6P/8/8/8/4K3 w - a6 0 1", "could capture"},
	{"en passant through a man", "4k3/3n4/8/3pP3/8/8/8/4K3 w - d6 0 1", "en passant"},
}

// TestNotInSpace checks the errors of Rank for the setups of outside, for a right that does not exist, and for the zero draw.
func TestNotInSpace(t *testing.T) {
	for _, test := range outside {
		f := testkit.Must(chess.ParseFEN(test.fen))(t)
		d := sampler.FromFEN(f)
		_, err := space().Rank(&d)
		if test.want == "" {
			if err != nil {
				t.Errorf("%s: %v", test.name, err)
			}
			continue
		}
		if !errors.Is(err, sampler.ErrNotInSpace) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v, want one with %q", test.name, err, test.want)
		}
	}
	odd := chess.InitialSetup()
	odd.Castling = 0x1f
	if _, err := space().Rank(&sampler.Draw{Setup: odd}); !errors.Is(err, sampler.ErrNotInSpace) {
		t.Errorf("a castling right that does not exist: %v", err)
	}
	if _, err := space().Rank(&sampler.Draw{}); !errors.Is(err, sampler.ErrNotInSpace) {
		t.Errorf("the zero draw: %v", err)
	}
}
