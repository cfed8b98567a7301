package parity

import (
	"context"
	"iter"
	"math/rand/v2"
	"slices"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/verdict"
)

// examples are setups that the theorem refutes, each with a similar legal setup and a game to the latter.
var examples = []struct{ refuted, legal, game string }{
	{ // Only the rooks have lost the rights; both sides have used as many moves for that.
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b - -",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -",
		"Nc3 Nc6 Rb1 Rb8 Ra1 Ra8 Nb1 Nb8 Nf3 Nf6 Rg1 Rg8 Rh1 Rh8 Ng1 Ng8",
	},
	{ // Without a right the king has been out and lost a move.
		"rnbqkbnr/pppppppp/8/8/8/5P2/PPPPP1PP/RNBQKBNR w KQkq -",
		"rnbqkbnr/pppppppp/8/8/8/5P2/PPPPP1PP/RNBQKBNR w kq -",
		"f3 Nc6 Kf2 Nb8 Kg3 Nc6 Kf4 Nb8 Kg4 Nc6 Kg3 Nb8 Kf2 Nc6 Ke1 Nb8",
	},
	{ // Both queens were captured at home; with White to move nothing more happened.
		"rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR b - -",
		"rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq -",
		"Nc3 Nc6 Nd5 Nd4 Nb6 Nb3 Nd5 Nd4 Nb4 Nf5 Nc6 Ng3 Nxd8 Ne4 Nc6 Nc3 Nd4 Nxd1 Nb3 Nc3 Nc5 Ne4 Na4 Nc5 Nc3 Na6 Nb1 Nb8",
	},
	{ // Black's queen stood on d8, which is dark: that counts.
		"rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQ -",
		"rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
		"Nc3 Nf6 Nd5 Ng8 Nb4 Nf6 Nc6 Ng8 Nxd8 Nf6 Nc6 Ng8 Nb4 Nf6 Nd5 Ng8 Nc3 Nf6 Nb1 Ng8",
	},
	{ // With no bishop on c1 White's queen moved to c1 and was captured there: it has lost a move.
		"rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR b KQkq -",
		"rn2k1nr/pppppppp/8/8/8/8/PPPPPPPP/RN2K1NR b KQkq -",
		"Nf3 Nc6 Ne5 Nd4 Nc4 Nb3 Nb6 Nxc1 Nxc8 Nb3 Qc1 Nxc1 Nb6 Nb3 Nc4 Nd4 Ne5 Nf5 Ng6 Ng3 Nxf8 Nxf1 Ng6 Ng3 Ne5 Nf5 Nc6 Nd4 Nxd8 Nb3 " +
			"Nc6 Na5 Nd4 Nc6 Nf3 Nb8 Ng1",
	},
	{ // The bishop f1 fell; the right says that neither king nor rook has moved.
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQK1NR b KQkq -",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQK1NR w KQkq -",
		"Nc3 Nc6 Nb1 Nd4 Nc3 Nf5 Nb1 Ng3 Nc3 Nxf1 Nb1 Ng3 Nc3 Nf5 Nb1 Nd4 Nc3 Nc6 Nb1 Nb8",
	},
	{ // Without it the king has been on f1, and the rook has gone there in one move and back in two.
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQK1NR b KQkq -",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQK1NR b Qkq -",
		"Nc3 Nc6 Nb1 Nd4 Nc3 Nf5 Nb1 Ng3 Nc3 Nxf1 Nb1 Ng3 Nf3 Nf5 Rf1 Nd4 Rg1 Nc6 Rh1 Nb8 Ng1",
	},
	{ // The king has gone to the place of the queen.
		"rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBK1BNR w kq -",
		"rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBK1BNR b kq -",
		"Nc3 Nc6 Nd5 Nd4 Nb6 Nb3 Nd5 Nd4 Nb4 Nf5 Nc6 Ng3 Nxd8 Ne4 Nc6 Nc3 Nd4 Nxd1 Nb3 Nc3 Nc5 Ne4 Na4 Nc5 Nc3 Na6 Nb1 Nb8 Kd1",
	},
	{ // A knight alone.
		"rnbqkbnr/pppppppp/8/8/8/2N5/PPPPPPPP/R1BQKBNR w KQkq -",
		"rnbqkbnr/pppppppp/8/8/8/2N5/PPPPPPPP/R1BQKBNR b KQkq -",
		"Nc3",
	},
	{ // A pawn on row 4 may have come by one step or two.
		"rnbqkbnr/pppppppp/8/8/8/P7/1PPPPPPP/RNBQKBNR w KQkq -",
		"rnbqkbnr/pppppppp/8/8/P7/8/1PPPPPPP/RNBQKBNR w KQkq -",
		"a3 Nc6 a4 Nb8",
	},
	{ // A bishop behind a pawn that has moved loses a move.
		"rnbqkbnr/pppppppp/8/8/8/7P/PPPPPPP1/RNBQKBNR w KQkq -",
		"rnbqkbnr/pppppppp/8/8/8/6P1/PPPPPP1P/RNBQKBNR w KQkq -",
		"g3 Nc6 Bg2 Nb8 Bh3 Nc6 Bf1 Nb8",
	},
	{ // A rook that has moved by a step, while a pawn has made room for it.
		"rnbqkbnr/1ppppppp/p7/8/8/8/PPPPPPPP/RNBQKBNR w KQk -",
		"rnbqkbnr/1ppppppp/p7/8/8/8/PPPPPPPP/RNBQKBNR b KQk -",
		"Nc3 a6 Nb1 Ra7 Nc3 Ra8 Nb1",
	},
}

// TestExamples checks that each setup is refuted, with its reason, and its mirror image is not.
func TestExamples(t *testing.T) {
	for _, e := range examples {
		s := testkit.Setup(t, e.refuted)
		v, decided := Stage{}.Judge(context.Background(), s, verdict.Budget{})
		if !decided || v.Reasons != verdict.MoveParity || v.Stage != StageName {
			t.Errorf("%s: %v", e.refuted, v)
		}
		if m := s.Mirror(); Refutes(&m) {
			t.Errorf("the mirror image of %s is refuted, too", e.refuted)
		}
	}
}

// TestExampleGames checks that the games lead to the legal setups, and no position of them is refuted.
func TestExampleGames(t *testing.T) {
	for _, e := range examples {
		p := chess.InitialPosition()
		for _, m := range testkit.Line(t, p, e.game) {
			p = p.Play(m)
			if s := p.Setup(); Refutes(&s) {
				t.Errorf("%s: reached by %s, and refuted", p, e.game)
			}
		}
		if got := p.Setup(); got != testkit.Setup(t, e.legal) {
			t.Errorf("the game leads to %s, not to %s", p, e.legal)
		}
	}
}

// checkStiff checks a setup reached by play: it is not refuted, and with the other side to move it is refuted exactly
// if it is stiff for both sides. It reports whether it is.
func checkStiff(t *testing.T, s chess.Setup) bool {
	t.Helper()
	if Refutes(&s) {
		t.Fatalf("reached by play, and refuted: %s", s)
	}
	stiffForBoth := isStiff(&s, chess.White) && isStiff(&s, chess.Black)
	if s.Turn = s.Turn.Other(); Refutes(&s) != stiffForBoth {
		t.Fatalf("%s: with this side to move refuted %v", s, !stiffForBoth)
	}
	return stiffForBoth
}

// isTheoremMove reports whether a random game takes a move as one of those that keep setups stiff:
// of a knight or rook without a capture, or a single step of a pawn, on files a, f and h more
// often than on others. It accepts one in a hundred other moves.
func isTheoremMove(src *rand.Rand, m chess.Move) bool {
	switch m.Role() {
	case chess.Knight, chess.Rook:
		return m.Captured() == chess.NoRole
	case chess.Pawn:
		file := m.From().File()
		isStep := (m.From().Row()-m.To().Row())&1 != 0
		return isStep && m.Captured() == chess.NoRole && (file == 0 || file == 5 || file == 7 || src.IntN(20) == 0)
	}
	return src.IntN(100) == 0
}

// TestAcceptsGames checks the positions of random games with mostly moves that keep setups stiff.
func TestAcceptsGames(t *testing.T) {
	src := testkit.Rand("parity")
	stiffPositions, plies := 0, 0
	for range testkit.Size(300, 5_000) {
		p := chess.InitialPosition()
		var list []chess.Move
		for range 60 {
			list = list[:0]
			for _, m := range p.Moves(nil) {
				if isTheoremMove(src, m) {
					list = append(list, m)
				}
			}
			if len(list) == 0 {
				break
			}
			p = p.Play(list[src.IntN(len(list))])
			plies++
			if checkStiff(t, p.Setup()) {
				stiffPositions++
			}
		}
	}
	if stiffPositions < plies/10 || stiffPositions > plies*9/10 {
		t.Errorf("of %d positions %d are stiff: little is asked", plies, stiffPositions)
	}
}

// TestAcceptsGamesWithCaptures checks the positions of random games in which knights also capture queens and bishops,
// and kings, queens and bishops move. The stiff positions must have many different sets of captured men.
func TestAcceptsGamesWithCaptures(t *testing.T) {
	src := testkit.Rand("parity with captures")
	seen, bySet := map[chess.Setup]bool{}, map[int]int{}
	for range testkit.Size(4_000, 100_000) {
		p := chess.InitialPosition()
		for range 100 {
			var list []chess.Move
			for _, m := range p.Moves(nil) {
				captures := m.Captured() == chess.Queen || m.Captured() == chess.Bishop
				switch {
				case m.Captured() != chess.NoRole && !captures, m.Role() == chess.Pawn && !isTheoremMove(src, m):
				case captures:
					list = append(list, m, m, m, m, m, m)
				case m.Role() == chess.Knight, src.IntN(12) == 0:
					list = append(list, m)
				}
			}
			if len(list) == 0 {
				break
			}
			p = p.Play(list[src.IntN(len(list))])
			if s := p.Setup(); checkStiff(t, s) && s.Board.Men() < 32 {
				seen[s] = true
				lostMen := 0
				for c := range chess.Color(2) {
					lostMen = 4*lostMen + 3 - 2*s.Board.Pieces(c, chess.Queen).Count() - (s.Board.Pieces(c, chess.Bishop).Count() - 1)
				}
				bySet[lostMen]++
			}
		}
	}
	if len(seen) < 10_000 || len(bySet) < 15 {
		t.Errorf("%d stiff setups that lack men, of kinds %v: little is asked", len(seen), bySet)
	}
}

// TestKnightsAlone enumerates all positions that moves of knights without captures reach from the
// initial position: half of all placements and sides to move. None is refuted, and each with the
// other side to move is. A placement that is neither refuted nor reached has a check that no
// knight can have given. There is one exception, with White's knights on g8 and h6 and Black's on
// f5 and g4, where every origin of the last move is occupied or gave check.
func TestKnightsAlone(t *testing.T) {
	if testing.Short() {
		t.Skip("half a million positions: not with -short")
	}
	start := chess.InitialPosition()
	seen := map[chess.Setup]bool{start.Setup(): true}
	for queue := []chess.Position{start}; len(queue) > 0; {
		p := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		for _, m := range p.Moves(nil) {
			if m.Role() != chess.Knight || m.Captured() != chess.NoRole {
				continue
			}
			q := p.Play(m)
			if s := q.Setup(); !seen[s] {
				seen[s] = true
				queue = append(queue, q)
			}
		}
	}
	for s := range seen {
		if Refutes(&s) {
			t.Fatalf("reached by knights, and refuted: %s", s.String())
		}
		if s.Turn = s.Turn.Other(); !Refutes(&s) {
			t.Fatalf("not reached by knights, and not refuted: %s", s.String())
		}
	}
	jammed := testkit.Setup(t, "r1bqkbNr/pppppppp/7N/5n2/6n1/8/PPPPPPPP/R1BQKB1R b KQkq -")
	for s := range knightSetups(start.Setup()) {
		if s.Violations() != 0 || Refutes(&s) || seen[s] || s == jammed {
			continue
		}
		if s.Board.Attackers(s.Board.King(s.Turn), s.Turn.Other(), s.Board.Occupied()) == 0 {
			t.Errorf("neither refuted nor reached, and no check: %s", s.String())
		}
	}
}

// knightSetups yields all placements of the four knights among the other men of s, with either side to move.
func knightSetups(s chess.Setup) iter.Seq[chess.Setup] {
	for bb := s.Board.Of(chess.Knight); bb != 0; bb &= bb - 1 {
		s.Board.Put(bb.First(), chess.NoPiece)
	}
	free := slices.Collect((^s.Board.Occupied()).All())
	return func(yield func(chess.Setup) bool) {
		var place func(s chess.Setup, knights []chess.Piece, from int) bool
		place = func(s chess.Setup, knights []chess.Piece, from int) bool {
			if len(knights) == 0 {
				if !yield(s) {
					return false
				}
				s.Turn = s.Turn.Other()
				return yield(s)
			}
			for i := from; i < len(free); i++ {
				if s.Board.At(free[i]) != chess.NoPiece {
					continue
				}
				next := s
				next.Board.Put(free[i], knights[0])
				after := i + 1
				if len(knights) > 1 && knights[1] != knights[0] {
					after = 0
				}
				if !place(next, knights[1:], after) {
					return false
				}
			}
			return true
		}
		white, black := chess.NewPiece(chess.White, chess.Knight), chess.NewPiece(chess.Black, chess.Knight)
		place(s, []chess.Piece{white, white, black, black}, 0)
	}
}

// TestStiff tests each clause of the definition: violated alone it makes a setup not stiff.
func TestStiff(t *testing.T) {
	for fen, want := range map[string][2]bool{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -":     {true, true},
		"rnbqkbnr/1ppppp1p/p5p1/8/8/P6P/1PPPPPP1/RNBQKBNR w - -":   {true, false},  // g6
		"rnbqkbnr/ppppp1pp/5p2/8/8/5P2/PPPPP1PP/RNBQKBNR w Q -":    {true, false},  // the right
		"rnbqkbnr/pppppppp/8/8/P7/8/1PPPPPPP/RNBQKBNR b KQkq -":    {false, true},  // row 4
		"rnbqkbnr/pppppppp/8/8/8/1P6/P1PPPPPP/RNBQKBNR b KQkq -":   {false, true},  // b3
		"rnbqkbnr/pppppppp/8/8/8/P7/P1PPPPPP/RNBQKBNR b KQkq -":    {false, true},  // two on a file
		"rnbqkbnr/pppppppp/8/8/Q7/8/PPPPPPPP/RNB1KBNR b KQkq -":    {false, true},  // the queen
		"rnbqkbnr/pppppppp/8/8/B7/8/PPPPPPPP/RNBQK1NR b KQkq -":    {false, true},  // a bishop
		"rnbqkbnr/pppppppp/8/8/K7/8/PPPPPPPP/RNBQ1BNR b kq -":      {false, true},  // the king
		"r1bqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -":     {true, false},  // a knight is gone
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPP1/RNBQKBNR w KQkq -":     {false, true},  // a pawn
		"rnbqk1nr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w k -":        {true, true},   // a queen, a bishop with the right
		"rnbqk1nr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQq -":      {true, false},  // a bishop with the other right
		"rn1qkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBK1BNR w kq -":       {true, false},  // the other bishop; a king in the place of his queen
		"rnbk1bnr/pppppppp/8/8/q7/8/PPPPPPPP/RNB2KNR w - -":        {false, false}, // a queen beyond; a king on f1
		"rnbqkbnr/pppppppp/8/8/8/3B4/PPPPPPPP/RNBQKBNR w KQkq -":   {false, true},  // three bishops
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/NNNQKBNR w Kkq -":      {false, true},  // other officers
		"1nbqkbn1/pppppppp/r6r/8/8/8/PPPPPPPP/RNBQKBNR w KQ -":     {true, true},   // says nothing of rooks
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1": {true, true},
	} {
		s := testkit.Setup(t, fen)
		m := s.Mirror()
		for c, want := range want {
			if got := isStiff(&s, chess.Color(c)); got != want || isStiff(&m, chess.Color(c).Other()) != want {
				t.Errorf("%s: stiff for %v is %v, want %v", fen, chess.Color(c), got, want)
			}
		}
	}
}
