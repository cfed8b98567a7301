package base

import (
	"math/rand/v2"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

// TestKinds checks that role and color of the square determine the kind, and that the kinds partition the officers.
func TestKinds(t *testing.T) {
	for _, row := range []struct {
		role chess.Role
		sq   chess.Square
		want Kind
	}{
		{chess.Knight, chess.A1, Knight}, {chess.Bishop, chess.A1, DarkBishop}, {chess.Bishop, chess.A2, LightBishop},
		{chess.Rook, chess.H8, Rook}, {chess.Queen, chess.D1, Queen}, {chess.Pawn, chess.E2, NoKind}, {chess.King, chess.E1, NoKind},
	} {
		testkit.Equal(t, KindOf(row.role, row.sq), row.want, row.role, "on", row.sq, "kind")
		if row.want != NoKind && (row.want.Role() != row.role || !row.want.Squares().Has(row.sq)) {
			t.Errorf("kind %d is a %v on %v", row.want, row.want.Role(), row.want.Squares())
		}
	}
	b := chess.InitialSetup().Board
	officers := 0
	for k := range Kinds {
		men := k.Of(&b, chess.White)
		for sq := range men.All() {
			if KindOf(b.RoleAt(sq), sq) != k {
				t.Errorf("%v is not of kind %d", sq, k)
			}
		}
		officers += men.Count()
	}
	if officers != 7 {
		t.Errorf("%d officers in all, want 7", officers)
	}
}

// TestIsCage checks the largest cage and the smallest region that is none, for each role.
func TestIsCage(t *testing.T) {
	for _, row := range []struct {
		role   chess.Role
		size   int
		isCage bool
	}{
		{chess.Knight, 5, true}, {chess.Knight, 6, false}, {chess.King, 5, true}, {chess.King, 6, false},
		{chess.Bishop, 12, true}, {chess.Bishop, 13, false}, {chess.Rook, 12, true}, {chess.Rook, 13, false},
		{chess.Queen, 12, true}, {chess.Queen, 13, false},
	} {
		testkit.Equal(t, IsCage(row.role, chess.Bitboard(1)<<row.size-1), row.isCage, "a region of", row.size, "squares is a cage for a", row.role)
	}
}

// TestFilePath checks that the path includes both ends, in any order, and the absolute values of small numbers.
func TestFilePath(t *testing.T) {
	want := chess.E2.BB() | chess.E3.BB() | chess.E4.BB()
	if got := FilePath(chess.E2, chess.E4); got != want || FilePath(chess.E4, chess.E2) != want {
		t.Errorf("e2 to e4:\n%v want\n%v, and the same for e4 to e2", got, want)
	}
	if got := FilePath(chess.E2, chess.E2); got != chess.E2.BB() {
		t.Errorf("e2 to e2:\n%v want e2 alone", got)
	}
	for x, want := range map[int]int{-3: 3, 3: 3, 0: 0} {
		testkit.Equal(t, Abs(x), want, "Abs(", x, ")")
	}
}

// endsByBruteForce pushes pawns of a file one step at a time, in every order, and returns the squares on which they can match the goal.
func endsByBruteForce(pawns []Pawn, goal *chess.Board, file int) (ends map[[6]chess.Square]bool) {
	ends = map[[6]chess.Square]bool{}
	seen := map[[6]chess.Square]bool{}
	var visit func(squares [6]chess.Square)
	visit = func(squares [6]chess.Square) {
		if seen[squares] {
			return
		}
		seen[squares] = true
		remaining, matchesGoal := 0, true
		var occupied [8]bool
		for i, p := range pawns {
			if row := squares[i].Row(); row != p.Color.LastRow() {
				remaining++
				occupied[row] = true
				matchesGoal = matchesGoal && goal.At(squares[i]) == chess.NewPiece(p.Color, chess.Pawn)
			}
		}
		if matchesGoal && remaining == (goal.Of(chess.Pawn)&chess.FileBB(file)).Count() {
			ends[squares] = true
		}
		for i, p := range pawns {
			row := squares[i].Row()
			if row == p.Color.LastRow() {
				continue
			}
			next := row + p.Color.Forward()
			if next == p.Color.LastRow() || !occupied[next] {
				before := squares[i]
				squares[i] = chess.NewSquare(file, next)
				visit(squares)
				squares[i] = before
			}
		}
	}
	var squares [6]chess.Square
	for i, p := range pawns {
		squares[i] = p.Sq
	}
	visit(squares)
	return ends
}

// TestEndsAgreesWithBruteForce compares Ends with endsByBruteForce on random files.
func TestEndsAgreesWithBruteForce(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 1))
	possible := 0
	for range 20000 {
		file := rnd.IntN(8)
		var pawns []Pawn
		goal := chess.Board{}
		for row := 1; row < 7; row++ {
			sq := chess.NewSquare(file, row)
			if rnd.IntN(3) == 0 {
				pawns = append(pawns, Pawn{sq, chess.Color(rnd.IntN(2))})
			}
			if rnd.IntN(4) == 0 {
				goal.Put(sq, chess.NewPiece(chess.Color(rnd.IntN(2)), chess.Pawn))
			}
		}
		want := endsByBruteForce(pawns, &goal, file)
		var ends [6]chess.Square
		ok := Ends(file, pawns, &goal, &ends)
		if ok != (len(want) > 0) || len(want) > 1 {
			t.Fatalf("pawns %v, goal %v: possible %v, brute force finds %d sets of ends, at most one is right", pawns, goal, ok, len(want))
		}
		if !ok {
			continue
		}
		possible++
		for i := len(pawns); i < 6; i++ {
			ends[i] = 0
		}
		if !want[ends] {
			t.Fatalf("pawns %v, goal %v: ends %v, want %v", pawns, goal, ends, want)
		}
	}
	if possible < 1000 {
		t.Errorf("only %d of the files were possible", possible)
	}
}

// TestLockedBishops checks that exactly the bishops with pawns on all diagonally adjacent squares are locked.
func TestLockedBishops(t *testing.T) {
	for fen, want := range map[string]chess.Bitboard{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -":     chess.C1.BB() | chess.F1.BB() | chess.C8.BB() | chess.F8.BB(),
		"rnbqkbnr/p1pp1ppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR w - -":   chess.C1.BB(),
		"B3k3/1p6/8/8/8/8/6P1/4K2b w - -":                       chess.A8.BB() | chess.H1.BB(),
		"rnbqk2r/p1pp1ppp/8/8/3B4/4P1b1/P1PP1PPP/RN1QK2R w - -": 0,
	} {
		b := testkit.Setup(t, fen+" 0 1").Board
		if got := LockedBishops(&b, b.Of(chess.Pawn)); got != want {
			t.Errorf("%s: locked are\n%v want\n%v", fen, got, want)
		}
	}
}
