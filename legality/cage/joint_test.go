package cage

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/chesstest"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/lemmatest"
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
	for _, q := range []struct{ fen, men, why string }{
		{"rnbqkbn1/ppppppp1/8/7p/P7/1P2P3/BrPP1PPP/K1BQRRNN w q -", "a1 a2 b2", "the example: neither king nor rook came last"},
		{"rnbqkbn1/ppppppp1/7r/7p/P7/1P2P3/B1PP1PPP/K1BQRRNN w q -", "", "no rook"},
		{"rnbqkbn1/ppppppp1/8/1B5p/P7/1P2P3/1rPP1PPP/K1BQRRNN w q -", "", "the bishop is outside"},
		{"rnbqkbn1/ppppppp1/8/7p/P7/1PP1P3/Br1P1PPP/K1BQRRNN w q -", "", "the bishop came over c2"},
		{"1nbqkbnr/1pppppp1/8/p6p/P7/1P2P3/BrPP1PPP/K1BQRRNN w k -", "a1 a2 b2", "the other rook"},
		{"1r1B1RBk/Bq3pR1/r2Q1Pp1/n2n4/4n1BK/1n1Q3R/Q3p2P/NRN2b2 b - -", "g7 g8 h8", "bishop, rook and king in a corner"},
		{"1r1B1RBk/Bq3pR1/r2Q1P1p/n2n4/4n1BK/1n1Q3R/Q3p2P/NRN2b2 b - -", "", "h7 is open"},
	} {
		s := testkit.Setup(t, q.fen)
		for i, s := range []chess.Setup{s, s.Mirror()} {
			var names []string
			for set := incompatibleIn(t, &s, 40_000).For(chess.Color(i)); set != 0; set &= set - 1 {
				names = append(names, set.First().String())
			}
			if got := strings.Join(names, " "); got != q.men {
				t.Errorf("%s (%s): cannot have come together: %q, want %q", s.String(), q.why, got, q.men)
			}
		}
	}
}

// askAroundKings checks that men around each king and around another man are not found incompatible, with men and pockets at
// random. The setup is one of a game. It returns the number of searches that did not come to their limit.
func askAroundKings(t *testing.T, projections *projector, s *chess.Setup, rnd *rand.Rand) (answered int) {
	b := &s.Board
	officers := b.Occupied() &^ b.Of(chess.Pawn)
	centers := []chess.Square{b.King(chess.White), b.King(chess.Black)}
	if all := slices.Collect(officers.All()); len(all) > 0 {
		centers = append(centers, all[rnd.IntN(len(all))])
	}
	projections.open(s)
	for _, sq := range centers {
		pocket := sq.BB() | chess.Steps(chess.King, sq.BB())
		men := []chess.Square{sq}
		for bb := pocket & officers &^ sq.BB(); bb != 0; bb &= bb - 1 {
			if len(men) < maxMen && rnd.IntN(4) > 0 {
				men = append(men, bb.First())
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
	return answered
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
			asked += 3
			answered += askAroundKings(t, &projections, &s, rnd)
			if men := incompatibleIn(t, &s, 300); men != 0 {
				t.Errorf("%v, of a game, is refuted: %v", s.String(), men)
			}
		}
	}
	if answered < asked/8 {
		t.Errorf("%d of %d questions were answered within the limit only", answered, asked)
	}
}

// TestTogetherAcceptsTightGames checks that positions of games to the edge of theorems, and the ends of those of the proofs, are
// not refuted.
func TestTogetherAcceptsTightGames(t *testing.T) {
	rnd := testkit.Rand(t.Name())
	projections := projector{Limit: 2000}
	look := func(s chess.Setup) {
		for _, s := range []chess.Setup{s, s.Mirror()} {
			askAroundKings(t, &projections, &s, rnd)
			if men := incompatibleIn(t, &s, 2000); men != 0 {
				t.Errorf("%v, of a game, is refuted: %v", s.String(), men)
			}
		}
	}
	testkit.PlayEdgeGames(t, func(_ testkit.EdgeGame, p chess.Position) {
		if rnd.IntN(testkit.Size(12, 4)) == 0 {
			look(p.Setup())
		}
	})
	for _, name := range proofFiles {
		for _, l := range lemmatest.Lemmas(t, name) {
			look(testkit.Setup(t, l.Legal))
		}
	}
}
