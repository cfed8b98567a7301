package endgame

import (
	"math/rand/v2"
	"slices"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/retro"
)

// naiveBoards returns boards before s, found by trial, possible ones and others. Every man of the
// side that has moved goes back to every empty square, as itself or as a pawn, and leaves nothing
// or any man behind; castling is undone.
func naiveBoards(s *chess.Setup) (boards []chess.Board) {
	us, them := s.Turn, s.Turn.Other()
	undo := func(to, from chess.Square, role chess.Role) {
		b := s.Board
		b.Put(to, chess.NoPiece)
		b.Put(from, chess.NewPiece(them, role))
		boards = append(boards, b)
		for r := chess.Pawn; r < chess.King; r++ {
			withCaptured := b
			withCaptured.Put(to, chess.NewPiece(us, r))
			boards = append(boards, withCaptured)
		}
		if behind := to ^ 8; b.At(behind) == chess.NoPiece {
			b.Put(behind, chess.NewPiece(us, chess.Pawn))
			boards = append(boards, b)
		}
	}
	for to := range s.Board.Colored(them).All() {
		for from := range s.Board.Of(chess.NoRole).All() {
			undo(to, from, s.Board.RoleAt(to))
			if s.Board.RoleAt(to) != chess.King {
				undo(to, from, chess.Pawn)
			}
		}
	}
	for _, h := range [...]struct {
		color      chess.Color
		king, rook chess.Square
	}{
		{chess.White, chess.E1, chess.H1}, {chess.White, chess.E1, chess.A1},
		{chess.Black, chess.E8, chess.H8}, {chess.Black, chess.E8, chess.A8},
	} {
		king, rook := h.king+2, h.king+1
		if h.rook < h.king {
			king, rook = h.king-2, h.king-1
		}
		b := s.Board
		if h.color == them && b.Pieces(them, chess.King).Has(king) && b.Pieces(them, chess.Rook).Has(rook) {
			b.Put(king, chess.NoPiece)
			b.Put(rook, chess.NoPiece)
			b.Put(h.king, chess.NewPiece(them, chess.King))
			b.Put(h.rook, chess.NewPiece(them, chess.Rook))
			boards = append(boards, b)
		}
	}
	return boards
}

// naivePredecessors returns the setups before s: of those with one of the naiveBoards, any castling
// rights and any en passant square, the ones from which a legal move leads to s.
func naivePredecessors(s chess.Setup) (predecessors []chess.Setup) {
	us, them := s.Turn, s.Turn.Other()
	seen := map[chess.Setup]bool{}
	for _, b := range naiveBoards(&s) {
		before := chess.Setup{Board: b, Turn: them, EP: chess.NoSquare}
		if before.Violations() != 0 {
			continue
		}
		epSquares := []chess.Square{chess.NoSquare}
		if b.Pieces(us, chess.Pawn) != 0 && b.Pieces(them, chess.Pawn) != 0 {
			epSquares = passedSquares
		}
		rights := chess.Castling(0)
		if b.King(chess.White) == chess.E1 || b.King(chess.Black) == chess.E8 {
			rights = chess.AllCastling
		}
		for _, before.EP = range epSquares {
			for before.Castling = 0; before.Castling <= rights; before.Castling++ {
				if pos, err := before.Position(); err == nil && !seen[before] && leadsTo(&pos, s) {
					seen[before] = true
					predecessors = append(predecessors, before)
				}
			}
		}
	}
	return predecessors
}

// passedSquares are all values of an en passant square.
var passedSquares = func() []chess.Square {
	list := []chess.Square{chess.NoSquare}
	for sq := range (chess.RowBB(2) | chess.RowBB(5)).All() {
		list = append(list, sq)
	}
	return list
}()

// leadsTo reports whether a legal move leads from the position to s.
func leadsTo(pos *chess.Position, s chess.Setup) bool {
	for _, m := range pos.Moves(nil) {
		if after := pos.Play(m); after.Setup() == s {
			return true
		}
	}
	return false
}

// TestClassesFollowTheirDefinition compares the classes of samples with the definition, with
// predecessors found by trial, in both readings.
func TestClassesFollowTheirDefinition(t *testing.T) {
	testkit.LongInFull(t)
	testkit.Medium(t)
	names := map[string]int{"KRK": 20, "KPK": 20, "KBK": 20, "KPKP": 5}
	if testing.Short() {
		names = map[string]int{"KPK": 5}
	} else if *long {
		names = map[string]int{"KRK": 200, "KPK": 200, "KBK": 200, "KPKP": 50, "KRKP": 50, "KRKR": 50}
	}
	for name, n := range names {
		for _, opt := range []Options{{}, {Reading: Beyond, Lookback: -1}, {Reading: Beyond, Lookback: 1}} {
			if name == "KPKP" && opt.Reading == Beyond && !*long {
				continue
			}
			tab := mustEnumerate(t, name, opt)
			for _, sampled := range tab.Sample(rand.NewPCG(1, 2), n) {
				if sampled.Class == Initial {
					if sampled.Setup.Violations() == 0 {
						t.Errorf("%s: %v is valid but initially illegal", name, sampled.Setup)
					}
					continue
				}
				if want := classByDefinition(t, tab, sampled.Setup); sampled.Class != want {
					t.Errorf("%s %v lookback %d: %v: %v, by definition %v", name, opt.Reading, opt.Lookback, sampled.Setup, sampled.Class, want)
				}
			}
		}
	}
}

// classByDefinition returns the class of a setup by the classes of its predecessors.
func classByDefinition(t *testing.T, tab *Table, s chess.Setup) Class {
	n := Rest
	for _, before := range naivePredecessors(s) {
		var c Class
		switch inside := materialOf(&before.Board) == tab.Material(); {
		case inside:
			var err error
			if c, err = tab.Class(before); err != nil {
				t.Fatal(err)
			}
		case tab.Options().Reading == Within:
			continue
		case tab.Options().Lookback == 1 && len(naivePredecessors(before)) == 0:
			c = 1
		}
		if c == Rest {
			return Rest
		}
		n = max(n, c)
	}
	return n + 1
}

// TestMovesKeepTheOrder checks that successors of a setup of class Rest are Rest, and
// successors of one that is n times derivedly illegal are Rest or more than n times derivedly
// illegal.
func TestMovesKeepTheOrder(t *testing.T) {
	testkit.Medium(t)
	names := []string{"KRK", "KPK", "KBK"}
	if *long {
		names = []string{"KRRK", "KPKP", "KQKN", "KBPK"}
	}
	for _, name := range names {
		for _, r := range []Reading{Within, Beyond} {
			tab := mustEnumerate(t, name, Options{Reading: r})
			for _, sampled := range tab.Sample(rand.NewPCG(3, 4), 500) {
				if sampled.Class == Initial {
					continue
				}
				pos, err := sampled.Setup.Position()
				if err != nil {
					t.Fatalf("%v: %v", sampled.Class, err)
				}
				for _, m := range pos.Moves(nil) {
					next := pos.Play(m)
					if m.Captured() != chess.NoRole || m.Promotion() != chess.NoRole {
						continue
					}
					c, err := tab.Class(next.Setup())
					if err != nil || c == Initial || c != Rest && (sampled.Class == Rest || c <= sampled.Class) {
						t.Fatalf("%s %v: %v (%v), after %v %v: %v (%v)", name, r, sampled.Setup, sampled.Class, m, next, c, err)
					}
				}
			}
		}
	}
}

// TestRestHasPredecessorsOfRest checks that setups of class Rest have a predecessor of class Rest within the material, and so infinite
// chains of them.
func TestRestHasPredecessorsOfRest(t *testing.T) {
	testkit.Medium(t)
	for _, name := range []string{"KRK", "KPK", "KBK"} {
		tab := mustEnumerate(t, name, Options{})
		for _, sampled := range tab.Sample(rand.NewPCG(5, 6), 500) {
			hasRest := func(u retro.Unmove) bool {
				before := retro.Undo(sampled.Setup, u)
				return quiet(u) && tab.class(&before) == Rest
			}
			if sampled.Class == Rest && !slices.ContainsFunc(retro.Unmoves(nil, sampled.Setup, retro.Options{AllEP: true}), hasRest) {
				t.Fatalf("%s: %v has no predecessor of class Rest", name, sampled.Setup)
			}
		}
	}
}
