package board

import "testing"

// TestSets checks steps, attacks of pawns, colors and rows for every square, and some floods.
func TestSets(t *testing.T) {
	for sq := range int8(64) {
		for _, role := range []byte("NBRQK") {
			for to := range int8(64) {
				df, dr := File(to)-File(sq), Row(to)-Row(sq)
				far := max(df*df, dr*dr)
				moves := Setup{EP: None}
				moves.Men[sq] = role
				if want := moves.Reach(role, to).Has(sq) && (far == 1 || role == 'N'); Near[role][sq].Has(to) != want {
					t.Errorf("%c on %s: %s near: %v", role, SquareName(sq), SquareName(to), !want)
				}
			}
		}
		white, black := PawnAttacks(1<<sq, false), PawnAttacks(1<<sq, true)
		for to := range int8(64) {
			df, dr := File(to)-File(sq), Row(to)-Row(sq)
			if white.Has(to) != (df*df == 1 && dr == 1) || black.Has(to) != (df*df == 1 && dr == -1) {
				t.Errorf("pawns on %s attack %s: White %v, Black %v", SquareName(sq), SquareName(to), white.Has(to), black.Has(to))
			}
		}
		if !Colored(sq).Has(sq) || !RowSet(Row(sq)).Has(sq) || Size(Colored(sq)) != 32 {
			t.Errorf("the squares of the color or the row of %s are wrong", SquareName(sq))
		}
	}
	if got := Squares(Occupied(&Start)); len(got) != 32 || Pawns(&Start) != RowSet(1)|RowSet(6) || PawnsOf(&Start, true) != RowSet(6) {
		t.Errorf("the initial position has men on %v", got)
	}
	if FloodUntil('K', 1<<9, 0, ^Set(1<<9)) != Near['K'][9]|1<<9 || Size(Flood('B', 1, 0)) != 32 || Flood('R', 1, 1<<1|1<<8) != 1 {
		t.Error("a flood of a king, a bishop on an empty board or a rook behind walls is wrong")
	}
}
