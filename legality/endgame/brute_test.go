package endgame

import (
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

// validSetups returns all setups of a material that are valid according to package chess, with rights and en passant
// squares, each with class Rest. It tries all placements on 64 x 64 x ... squares.
func validSetups(m Material) map[chess.Setup]Class {
	var men []chess.Piece
	for c := range chess.Color(2) {
		for r := chess.Pawn; r <= chess.King; r++ {
			for range m.number(c, r) {
				men = append(men, chess.NewPiece(c, r))
			}
		}
	}
	class := map[chess.Setup]Class{}
	var place func(b chess.Board, i int)
	place = func(b chess.Board, i int) {
		if i < len(men) {
			for sq := range chess.Square(64) {
				if b.At(sq) == chess.NoPiece {
					next := b
					next.Put(sq, men[i])
					place(next, i+1)
				}
			}
			return
		}
		plain := chess.Setup{Board: b, EP: chess.NoSquare}
		mayCastle := b.At(chess.E1) != chess.NoPiece || b.At(chess.E8) != chess.NoPiece
		for turn := range chess.Color(2) {
			plain.Turn = turn
			if plain.Violations() != 0 {
				continue
			}
			class[plain] = Rest
			for rights := chess.Castling(0); rights <= chess.AllCastling && mayCastle; rights++ {
				s := plain
				if s.Castling = rights; s.Violations() == 0 {
					class[s] = Rest
				}
			}
			bothPawns := m.number(chess.White, chess.Pawn) > 0 && m.number(chess.Black, chess.Pawn) > 0
			for sq := chess.A3; sq <= chess.H6 && bothPawns; sq++ {
				s := plain
				if s.EP = sq; s.Violations() == 0 {
					class[s] = Rest // none has rights as well: too few men
				}
			}
		}
	}
	place(chess.Board{}, 0)
	return class
}

// bruteForce classifies all setups of a material in reading Within by forward moves alone. It finds the successors of
// each valid setup. Then it counts for each setup the predecessors not yet known to be illegal, round by round. It
// shares no code with Enumerate.
func bruteForce(m Material) map[chess.Setup]Class {
	class := validSetups(m)
	unknownPredecessors, successors := map[chess.Setup]int{}, map[chess.Setup][]chess.Setup{}
	for s := range class {
		pos, err := s.Position()
		if err != nil {
			panic(err)
		}
		for _, move := range pos.Moves(nil) {
			next := pos.Play(move)
			if b := next.Board(); materialOf(&b) == m {
				to := next.Setup()
				unknownPredecessors[to]++
				successors[s] = append(successors[s], to)
			}
		}
	}
	var round []chess.Setup
	for s := range class {
		if unknownPredecessors[s] == 0 {
			round = append(round, s)
		}
	}
	for n := Class(1); len(round) > 0; n++ {
		var next []chess.Setup
		for _, s := range round {
			class[s] = n
		}
		for _, s := range round {
			for _, to := range successors[s] {
				if unknownPredecessors[to]--; unknownPredecessors[to] == 0 {
					next = append(next, to)
				}
			}
		}
		round = next
	}
	return class
}

// TestTablesAgreeWithBruteForce compares every setup, by class and n.
func TestTablesAgreeWithBruteForce(t *testing.T) {
	testkit.Long(t)
	names := []string{"KPK", "KRK", "KKB", "KQK", "KNK"}
	if !*long {
		names = names[:2]
	}
	for _, name := range names {
		tab := mustEnumerate(t, name, Options{})
		classes := bruteForce(tab.Material())
		setups := 0
		for s, c := range tab.All() {
			setups++
			if want, ok := classes[s]; !ok || want != c {
				t.Fatalf("%s: %v: %v, brute force %v (listed %v)", name, s, c, want, ok)
			}
		}
		plain := 0
		for s, want := range classes {
			if s.Castling == 0 && s.EP == chess.NoSquare {
				plain++
			}
			if c, err := tab.Class(s); err != nil || c != want {
				t.Fatalf("%s: %v: %v (%v), brute force %v", name, s, c, err, want)
			}
		}
		if setups != plain {
			t.Errorf("%s: %d setups, brute force has %d", name, setups, plain)
		}
	}
}

// TestKRKNumbers compares the counts of initially legal setups with the article's, and with
// the known ones by side to move.
func TestKRKNumbers(t *testing.T) {
	tab := mustEnumerate(t, "KRK", Options{})
	w, b := tab.Counts(chess.White), tab.Counts(chess.Black)
	if n := w.InitiallyLegal() + b.InitiallyLegal(); n != 399112 {
		t.Errorf("%d initially legal KRK setups, want 399112", n)
	}
	if w.InitiallyLegal() != 175168 || b.InitiallyLegal() != 223944 {
		t.Errorf("%d and %d, want 175168 and 223944", w.InitiallyLegal(), b.InitiallyLegal())
	}
}
