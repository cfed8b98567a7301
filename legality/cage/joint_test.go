package cage

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/chesstest"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/internal/lemmatest"
)

// incompatibleIn returns the men of a setup that Lemma 14 finds incompatible.
func incompatibleIn(t *testing.T, s *chess.Setup, limit int) chess.Bitboard {
	t.Helper()
	if s.Violations() != 0 {
		t.Fatalf("%v is not valid", s)
	}
	projections := projector{Limit: limit}
	projections.open(s)
	return projections.incompatibleMen(s)
}

// TestTogether checks the men that Lemma 14 finds incompatible in setups that it refutes and in neighbors, also with colors
// exchanged.
func TestTogether(t *testing.T) {
	for _, test := range []struct{ fen, men, why string }{
		{"rnbqkbn1/ppppppp1/8/7p/P7/1P2P3/BrPP1PPP/K1BQRRNN w q -", "a1 a2 b2", "the example: neither king nor rook came last"},
		{"rnbqkbn1/ppppppp1/7r/7p/P7/1P2P3/B1PP1PPP/K1BQRRNN w q -", "", "no rook"},
		{"rnbqkbn1/ppppppp1/8/1B5p/P7/1P2P3/1rPP1PPP/K1BQRRNN w q -", "", "the bishop is outside"},
		{"rnbqkbn1/ppppppp1/8/7p/P7/1PP1P3/Br1P1PPP/K1BQRRNN w q -", "", "the bishop came over c2"},
		{"1nbqkbnr/1pppppp1/8/p6p/P7/1P2P3/BrPP1PPP/K1BQRRNN w k -", "a1 a2 b2", "the other rook"},
		{"1r1B1RBk/Bq3pR1/r2Q1Pp1/n2n4/4n1BK/1n1Q3R/Q3p2P/NRN2b2 b - -", "g7 g8 h8", "bishop, rook and king in a corner"},
		{"1r1B1RBk/Bq3pR1/r2Q1P1p/n2n4/4n1BK/1n1Q3R/Q3p2P/NRN2b2 b - -", "", "h7 is open"},
	} {
		original := testkit.Setup(t, test.fen)
		for c, s := range map[chess.Color]chess.Setup{chess.White: original, chess.Black: original.Mirror()} {
			var names []string
			for men := incompatibleIn(t, &s, 40_000).For(c); men != 0; men &= men - 1 { // For(Black) mirrors back
				names = append(names, men.First().String())
			}
			if got := strings.Join(names, " "); got != test.men {
				t.Errorf("%s (%s): cannot have come together: %q, want %q", s.String(), test.why, got, test.men)
			}
		}
	}
}

// checkNotIncompatible checks three times that a man and a random choice of the men next to it are not found incompatible: for each king,
// and for an officer or king at random. The setup is one of a game. It returns the number of searches, and of those that did not come to
// their limit.
func checkNotIncompatible(t *testing.T, projections *projector, s *chess.Setup, rnd *rand.Rand) (asked, answered int) {
	b := &s.Board
	pieces := b.Occupied() &^ b.Of(chess.Pawn)
	all := slices.Collect(pieces.All())
	centers := []chess.Square{b.King(chess.White), b.King(chess.Black), all[rnd.IntN(len(all))]}
	projections.open(s)
	for _, sq := range centers {
		pocket := sq.BB() | chess.Steps(chess.King, sq.BB())
		men := []chess.Square{sq}
		for beside := pocket & pieces &^ sq.BB(); beside != 0; beside &= beside - 1 {
			if len(men) < maxMen && rnd.IntN(4) > 0 {
				men = append(men, beside.First())
			}
		}
		before := projections.spent
		if projections.incompatible(s, pocket, men) {
			t.Errorf("%v, of a game: %v cannot have come together", s, men)
		}
		if n := projections.spent - before; n > 0 && n <= int64(projections.Limit) {
			answered++
		}
	}
	return len(centers), answered
}

// TestTogetherAcceptsPlayouts checks that positions of random games are not refuted.
func TestTogetherAcceptsPlayouts(t *testing.T) {
	testkit.LongInFull(t)
	rnd := testkit.Rand(t.Name())
	projections := projector{Limit: 300}
	asked, answered := 0, 0
	for range testkit.Size(6, 60) {
		opt := chesstest.RandomOptions(rnd)
		opt.Plies = 30 + rnd.IntN(200)
		for p := range chesstest.Playout(rnd, opt) {
			if rnd.IntN(8) > 0 {
				continue
			}
			s := p.Setup()
			n, finished := checkNotIncompatible(t, &projections, &s, rnd)
			asked, answered = asked+n, answered+finished
			if men := incompatibleIn(t, &s, 300); men != 0 {
				t.Errorf("%v, of a game, is refuted: %v", s.String(), men)
			}
		}
	}
	if answered < asked/8 {
		t.Errorf("%d of %d questions were answered within the limit only", answered, asked)
	}
}

// TestTogetherAcceptsTightGames checks that positions of games to the edge of theorems (testkit.PlayEdgeGames), and the legal setups of the
// lemmas, are not refuted.
func TestTogetherAcceptsTightGames(t *testing.T) {
	rnd := testkit.Rand(t.Name())
	projections := projector{Limit: 2000}
	oneIn := 4 // one position in so many is checked
	if testing.Short() || testkit.Stride() > 3 {
		oneIn = 12
	}
	checkNotRefuted := func(original chess.Setup) {
		for _, s := range []chess.Setup{original, original.Mirror()} {
			checkNotIncompatible(t, &projections, &s, rnd)
			if men := incompatibleIn(t, &s, 2000); men != 0 {
				t.Errorf("%v, of a game, is refuted: %v", s.String(), men)
			}
		}
	}
	testkit.PlayEdgeGames(t, func(_ testkit.EdgeGame, p chess.Position) {
		if rnd.IntN(oneIn) == 0 {
			checkNotRefuted(p.Setup())
		}
	})
	for _, name := range proofFiles {
		for _, lemma := range lemmatest.Lemmas(t, name) {
			checkNotRefuted(testkit.Setup(t, lemma.Legal))
		}
	}
}
