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

// An example is a setup that the theorem refutes, with a similar legal setup and a game to the latter.
type example struct{ Refuted, Legal, Game, Why string }

// TestExamples checks that each setup is refuted, with its reason, and its mirror image is not.
func TestExamples(t *testing.T) {
	for _, e := range testkit.Table[example](t, "examples.tsv") {
		s := testkit.Setup(t, e.Refuted)
		v, decided := Stage{}.Judge(context.Background(), s, verdict.Budget{})
		if !decided || v.Reasons != verdict.MoveParity || v.Stage != StageName {
			t.Errorf("%s: %v", e.Refuted, v)
		}
		if m := s.Mirror(); Refutes(&m) {
			t.Errorf("the mirror image of %s is refuted, too", e.Refuted)
		}
	}
}

// TestExampleGames checks that the games lead to the legal setups, and no position of them is refuted.
func TestExampleGames(t *testing.T) {
	for _, e := range testkit.Table[example](t, "examples.tsv") {
		p := chess.InitialPosition()
		for _, m := range testkit.Line(t, p, e.Game) {
			p = p.Play(m)
			if s := p.Setup(); Refutes(&s) {
				t.Errorf("%s: reached by %s, and refuted", p, e.Game)
			}
		}
		if got := p.Setup(); got != testkit.Setup(t, e.Legal) {
			t.Errorf("the game leads to %s, not to %s", p, e.Legal)
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
	for _, c := range testkit.Table[struct {
		FEN          string
		White, Black bool
		Why          string
	}](t, "stiff.tsv") {
		s := testkit.Setup(t, c.FEN)
		m := s.Mirror()
		for color, want := range []bool{c.White, c.Black} {
			if got := isStiff(&s, chess.Color(color)); got != want || isStiff(&m, chess.Color(color).Other()) != want {
				t.Errorf("%s: stiff for %v is %v, want %v", c.FEN, chess.Color(color), got, want)
			}
		}
	}
}
