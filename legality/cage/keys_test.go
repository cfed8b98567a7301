package cage

import (
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/proofkernel"
)

// TestKeyTableAgreesWithAMap enters keys that differ in few bits, so that they meet in the table, in questions of different
// sizes, and wants the numbers that a map has.
func TestKeyTableAgreesWithAMap(t *testing.T) {
	rnd := testkit.Rand(t.Name())
	var table keyTable[[2]uint64]
	for _, n := range []int{0, 10, 20_000, 3, testkit.Size(5_000, 200_000)} {
		table.reset()
		numbers := map[[2]uint64]int{}
		for range n {
			k := [2]uint64{rnd.Uint64N(200) << (8 * rnd.IntN(8)), rnd.Uint64N(4)}
			i, ok := table.find(&k)
			want, known := numbers[k]
			switch {
			case ok != known || ok && i != want:
				t.Fatalf("%x: %d %v, want %d %v", k, i, ok, want, known)
			case !ok:
				numbers[k] = len(numbers)
				if got := table.enter(i, &k); got != numbers[k] {
					t.Fatalf("%x: number %d, want %d", k, got, numbers[k])
				}
			}
		}
		if 2*len(numbers) > len(table.slots) || len(numbers) != len(table.keys) {
			t.Errorf("%d keys, of them %d in %d slots", len(numbers), len(table.keys), len(table.slots))
		}
		for k, want := range numbers {
			if i, ok := table.find(&k); !ok || i != want {
				t.Fatalf("%x: %d %v, want %d", k, i, ok, want)
			}
		}
	}
}

// TestCostKeysAreOneToOne changes every field of a path cost alone.
func TestCostKeysAreOneToOne(t *testing.T) {
	seen := map[[4]uint64]proofkernel.PathCost{}
	check := func(c proofkernel.PathCost) {
		t.Helper()
		k := costKey(&c)
		if other, ok := seen[k]; ok && other != c {
			t.Errorf("%+v and %+v have one key", other, c)
		}
		seen[k] = c
	}
	for n := range int8(20) {
		n-- // a difference may be below zero
		check(proofkernel.PathCost{Left: proofkernel.BoundaryWord(uint8(n))})
		check(proofkernel.PathCost{Right: proofkernel.BoundaryWord(uint8(n))})
		for i := range 2 {
			var c proofkernel.PathCost
			c.Captures[i] = n
			check(c)
			c = proofkernel.PathCost{}
			c.Lost[i] = n
			check(c)
			c = proofkernel.PathCost{}
			c.Kept[i] = n
			check(c)
			for k := range 2 {
				c = proofkernel.PathCost{}
				c.Promoted[i][k] = n
				check(c)
				c = proofkernel.PathCost{}
				c.Officers[i][k] = n
				check(c)
			}
		}
	}
	if want := 1 + 19*(2+3*2+2*4); len(seen) != want {
		t.Errorf("%d keys, want %d", len(seen), want)
	}
}

// TestPricesAddUp pays prices at random and adds to a path cost what they stand for, case by case.
func TestPricesAddUp(t *testing.T) {
	rnd := testkit.Rand(t.Name())
	s := setup(t, "kQ1rqRbr/qq3p1B/N1B1R1p1/q1N4Q/2K4Q/R7/n2P2PQ/4Bn1N b - -")
	var g projector
	g.open(s)
	if !g.prepare(s, 5, 7) {
		t.Fatal("no window")
	}
	z := &g.search
	z.costNumbers.reset()
	for range testkit.Size(200, 2_000) {
		want := proofkernel.PathCost{Left: proofkernel.EmptyWord, Right: proofkernel.EmptyWord}
		cost := z.numberOf(&want)
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
				want.Officers[c][dark(sq)]++
			case 8:
				p = promotionOn(c, sq)
				z.window.Promote(&want, c, dark(sq))
			}
			if cost = z.pay(cost, p); z.costs[cost].PathCost != want {
				t.Fatalf("price %d: %+v, want %+v", p, z.costs[cost].PathCost, want)
			}
			if again := z.numberOf(&want); again != cost {
				t.Fatalf("%+v has the numbers %d and %d", want, cost, again)
			}
		}
	}
}
