package search

import (
	"context"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

const initialFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// blockedNames returns the names of the squares that are blocked, a1 first.
func blockedNames(t *testing.T, start, goal string) string {
	t.Helper()
	a, b := testkit.Setup(t, start), testkit.Setup(t, goal)
	var left [2]int
	for c := range left {
		left[c] = countMen(&a, chess.Color(1-c)) - countMen(&b, chess.Color(1-c))
	}
	set, ok := blockedSquares(&a, &b, left)
	if !ok {
		return "unreachable"
	}
	var names []string
	for sq := range set.All() {
		names = append(names, sq.String())
	}
	return strings.Join(names, " ")
}

// TestBlockedSquares checks the blocked squares of each theorem.
func TestBlockedSquares(t *testing.T) {
	check := func(name, start, goal, want string) {
		t.Helper()
		testkit.Equal(t, blockedNames(t, start, goal), want, name, "blocked")
	}
	check("pawn at home", initialFEN, "4k3/1p6/8/8/8/8/P7/4K3 w - - 0 1", "a2 b7")
	check("pawn back at home", "4k3/8/8/8/8/P7/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "unreachable")
	check("rights", initialFEN, "r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1", "e1 h1 a8 e8")
	check("new right", "4k2r/8/8/8/8/8/8/4K3 w - - 0 1", "4k2r/8/8/8/8/8/8/4K3 w k - 0 1", "unreachable")
	check("cone too small", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "4k3/8/8/1P6/P7/8/8/4K3 w - - 0 1", "unreachable")
	check("cone full", "4k3/8/8/8/8/1P6/PR6/4K3 w - - 0 1", "4k3/8/8/8/8/1P6/P7/4K3 w - - 0 1", "a2 b3")
	check("only pawn that may come", "4k3/p7/8/8/3P4/8/P6P/4K3 w - - 0 1", "4k3/8/8/8/3P4/8/8/4K3 w - - 0 1", "d4")
	check("another may come", "4k3/p7/8/8/3P4/2P5/P6P/4K3 w - - 0 1", "4k3/8/8/8/3P4/8/8/4K3 w - - 0 1", "")
	check("nowhere to go", "4k3/8/8/8/8/3PP3/8/R3K3 w - - 0 1", "4k3/8/8/8/8/3PP3/8/4K3 w - - 0 1", "d3 e3")
	check("no move without capture", "4k3/8/8/p7/P7/8/8/4K3 w - - 0 1", "4k3/8/8/p7/P7/8/8/3K4 w - - 0 1", "a4 a5")
	check("deadlock broken", "4k3/8/8/p7/P7/8/8/4K3 w - - 0 1", "4k3/8/8/1p6/P7/8/8/3K4 w - - 0 1", "unreachable")
	check("behind pawns at home", initialFEN, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1",
		"a1 c1 d1 e1 f1 a2 b2 c2 d2 e2 f2 g2 h2 a7 b7 c7 d7 e7 f7 g7 h7 a8 c8 d8 e8 f8 h8")
	check("caged bishop appears", "4k3/8/8/8/8/8/1P1P4/4K2B w - - 0 1", "4k3/8/8/8/8/8/1P1P4/2B1K3 w - - 0 1", "unreachable")
}

// firstResult returns the result of First for two FENs.
func firstResult(t *testing.T, start, goal string) Result {
	t.Helper()
	return new(Searcher).First(context.Background(), testkit.Setup(t, start), testkit.Setup(t, goal))
}

// TestBlockedSquaresImply checks a witness and a near miss for each theorem of the kernel game that follows from blocked squares.
func TestBlockedSquaresImply(t *testing.T) {
	check := func(name, start, goal string, want Status, kernel string) {
		t.Helper()
		if r := firstResult(t, start, goal); r.Status != want || kernel != "" && r.Kernel.String() != kernel {
			t.Errorf("%s: %v %q (%v), want %v %q\nfrom %s to %s", name, r.Status, r.Kernel, r.Err, want, kernel, start, goal)
		}
	}
	check("dead bishop", initialFEN, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQK1NR w KQkq - 0 1", Found, "bxLB")
	// The bishop on f1 must be taken there, and no man is left for the pawn to take.
	check("dead bishop too many", initialFEN, "rnbqkbnr/1ppppppp/8/8/8/1p6/PPPPPPPP/RNBQK1NR w KQkq - 0 1", NoKernel, "")
	check("bishop alive", initialFEN, "rnbqkbnr/1ppppppp/8/8/8/1p4P1/PPPPPP1P/RNBQK1NR w KQkq - 0 1", Found, "bPa1xLBb1")
	check("two dead bishops", initialFEN, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RN1QK1NR w KQkq - 0 1", Found, "bxDB bxLB")

	// A white pawn on f7 would check the king on e8.
	const pawn = "r3k2r/8/8/8/8/8/5P2/4K3 w kq - 0 1"
	check("promotion past a fixed king", pawn, "r3k2r/8/8/8/8/8/8/4K2Q w kq - 0 1", NoKernel, "")
	check("promotion past a free king", pawn, "r3k2r/8/8/8/8/8/8/4K2Q w - - 0 1", Found, "")
	check("promotion behind a fixed pawn", "4k3/p7/8/8/8/8/P7/4K3 w - - 0 1", "4k3/p7/8/8/8/8/8/4K2Q w - - 0 1", NoKernel, "")
	check("promotion beside a fixed pawn", "4k3/1p6/8/8/8/8/P7/4K3 w - - 0 1", "4k3/1p6/8/8/8/8/8/4K2Q w - - 0 1", Found, "")
	// c8 is light. A bishop there would never leave.
	const cage = "4k3/1p1p4/8/8/8/8/2P5/4K3 w - - 0 1"
	check("bishop out of a cage", cage, "4k3/1p1p4/8/8/8/8/B7/4K3 w - - 0 1", NoKernel, "")
	check("bishop in a cage", cage, "2B1k3/1p1p4/8/8/8/8/8/4K3 w - - 0 1", Found, "")
	check("rook out of a cage", cage, "4k3/1p1p4/8/8/8/8/R7/4K3 w - - 0 1", Found, "")
	check("two bishops from a cage", "4k3/1p1p4/8/8/8/8/2PP4/4K3 w - - 0 1", "2B1k3/1p1p4/8/8/8/8/B7/4K3 w - - 0 1", NoKernel, "")
	// The promoted rook checks the king that never moves, unless it stays there.
	const heavy = "r2nk2r/4P3/8/8/8/8/8/4K3 w kq - 0 1"
	check("rook beside a fixed king", heavy, "r3k2r/8/8/8/8/8/8/R3K3 w kq - 0 1", NoKernel, "")
	check("rook beside a fixed king, stays", heavy, "r2Rk2r/8/8/8/8/8/8/4K3 b kq - 0 1", Found, "wPe0xNdR")
	check("knight beside a fixed king", heavy, "r3k2r/8/8/8/8/8/8/N3K3 w kq - 0 1", Found, "wPe0xNdN")
	check("castling rook as victim", "r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", Found, "wxR")
	check("spare rook", "r3k2r/8/8/8/8/8/1P6/4K3 w kq - 0 1", "r3k3/8/8/8/8/8/2P5/4K3 w q - 0 1", NoKernel, "")
}
