package cage

import (
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/proofkernel"
)

// TestPricesAddUp pays random prices and compares the cost with the sum of what they stand for.
func TestPricesAddUp(t *testing.T) {
	rnd := testkit.Rand(t.Name())
	s := setup(t, "kQ1rqRbr/qq3p1B/N1B1R1p1/q1N4Q/2K4Q/R7/n2P2PQ/4Bn1N b - -")
	var projections projector
	projections.open(s)
	if !projections.prepare(s, 5, 7) {
		t.Fatal("no window")
	}
	search := &projections.search
	search.reset()
	for range testkit.Size(200, 2_000) {
		want := proofkernel.PathCost{Left: proofkernel.EmptyWord, Right: proofkernel.EmptyWord}
		cost := search.numberOf(&want)
		for range 1 + rnd.IntN(12) {
			c := chess.Color(rnd.IntN(2))
			sq := chess.Square(rnd.IntN(64))
			p := price(c)
			switch rnd.IntN(9) {
			case 0:
				p, want.Left = p+leavesLeft, want.Left.Add(c, true)
			case 1:
				p, want.Left = p+comesLeft, want.Left.Add(c, false)
			case 2:
				p, want.Right = p+leavesRight, want.Right.Add(c, false)
				want.Captures[c]++
			case 3:
				p, want.Right = p+comesRight, want.Right.Add(c, true)
				want.Captures[c]++
			case 4:
				p += captures
				want.Captures[c]++
			case 5:
				p += loses
				want.Lost[c]++
			case 6:
				p += survives
				want.Kept[c]++
			case 7:
				p = officerOn(c, sq)
				want.Officers[c][squareColor(sq)]++
			case 8:
				p = promotionOn(c, sq)
				search.window.Promote(&want, c, squareColor(sq))
			}
			if cost = search.pay(cost, p); search.costs[cost].PathCost != want {
				t.Fatalf("price %d: %+v, want %+v", p, search.costs[cost].PathCost, want)
			}
			if again := search.numberOf(&want); again != cost {
				t.Fatalf("%+v has the numbers %d and %d", want, cost, again)
			}
		}
	}
}
