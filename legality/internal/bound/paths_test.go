package bound

import (
	"math/rand/v2"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

// randomFree returns a random set of squares with about a given number left out.
func randomFree(src *rand.Rand, blocked int) chess.Bitboard {
	free := ^chess.Bitboard(0)
	for range blocked {
		free &^= chess.Square(src.IntN(64)).BB()
	}
	return free
}

// relax computes distances to targets by repeated relaxation; steps(sq) returns the squares
// reached from sq in one move.
func relax(targets chess.Bitboard, steps func(sq chess.Square) chess.Bitboard) (d distances) {
	d.clear()
	d.fill(targets, 0)
	for changed := true; changed; {
		changed = false
		for sq := range chess.NoSquare {
			for to := range steps(sq).All() {
				if d[to] != unreachable && d[to]+1 < d[sq] {
					d[sq] = d[to] + 1
					changed = true
				}
			}
		}
	}
	return d
}

// TestOfficerDistances compares officer distances with those by the attacks of package chess,
// where blocked squares are occupied.
func TestOfficerDistances(t *testing.T) {
	src := testkit.Rand(t.Name())
	var tables Tables
	for range 400 {
		free := randomFree(src, src.IntN(30))
		targets := chess.Square(src.IntN(64)).BB()
		if src.IntN(2) == 0 {
			targets |= chess.Square(src.IntN(64)).BB()
		}
		if targets &= free; targets == 0 {
			continue
		}
		r := chess.Knight + chess.Role(src.IntN(4))
		want := relax(targets, func(sq chess.Square) chess.Bitboard {
			return chess.Attacks(chess.NewPiece(chess.White, r), sq, ^free|sq.BB()) & free
		})
		got := tables.officer(r, targets, free)
		reach := chess.Flood(r, targets, ^free)
		for sq := range chess.NoSquare {
			if free.Has(sq) && (got[sq] != want[sq] || reach.Has(sq) != (want[sq] != unreachable)) {
				t.Fatalf("%v from %v: %d moves, want %d, region %v; to\n%vfree\n%v", r, sq, got[sq], want[sq], reach.Has(sq), targets, free)
			}
		}
	}
}

// TestKingDistances checks that a king may leave attacked squares but never enters them.
func TestKingDistances(t *testing.T) {
	src := testkit.Rand(t.Name())
	for range 400 {
		free, attacked := randomFree(src, src.IntN(30)), ^randomFree(src, src.IntN(30))
		target := chess.Square(src.IntN(64))
		free |= target.BB()
		want := relax(target.BB(), func(sq chess.Square) chess.Bitboard { return chess.KingAttacks(sq) & free &^ attacked })
		var got distances
		got.king(target.BB(), free, attacked)
		reach := kingRegion(target.BB(), free, attacked)
		for sq := range free.All() {
			if got[sq] != want[sq] || reach.Has(sq) != (want[sq] != unreachable) {
				t.Fatalf("from %v: %d moves, want %d", sq, got[sq], want[sq])
			}
		}
	}
}

// slowPawn computes distances.pawn by recursion, from its definition.
func slowPawn(c chess.Color, k int, free chess.Bitboard, seed *distances, sq chess.Square) int {
	least := int(seed[sq])
	if chess.RowBB(c.LastRow()).Has(sq) {
		return least
	}
	ahead := sq + 8 - 16*chess.Square(c)
	if free.Has(ahead) {
		least = min(least, 1+slowPawn(c, k, free, seed, ahead))
		if two := ahead + 8 - 16*chess.Square(c); chess.RowBB(c.PawnRow()).Has(sq) && free.Has(two) {
			least = min(least, 1+slowPawn(c, k, free, seed, two))
		}
	}
	if k > 0 {
		for to := range (chess.PawnAttacks(c, sq) & free).All() {
			least = min(least, 1+slowPawn(c, k-1, free, seed, to))
		}
	}
	return min(least, unreachable)
}

// TestPawnDistances compares the dynamic programme, the layers and the cones with the definition.
func TestPawnDistances(t *testing.T) {
	src := testkit.Rand(t.Name())
	for range 300 {
		c, k := chess.Color(src.IntN(2)), src.IntN(4)
		free := randomFree(src, src.IntN(20))
		var seed, got distances
		seed.clear()
		one, two := chess.Square(src.IntN(64)), chess.Square(src.IntN(64))
		targets := free & squares(one, two) &^ chess.RowBB(c.Other().LastRow())
		seed.fill(targets, 0)
		noPromotion := src.IntN(2) == 0
		if !noPromotion { // promotions, with what comes after
			for sq := range (chess.RowBB(c.LastRow()) & free &^ targets).All() {
				if n := src.IntN(30); n < 20 {
					seed[sq] = uint8(n)
				}
			}
		}
		got.pawn(c, k, free, &seed)
		layers, region := pawnLayers(c, targets, free, k), pawnRegion(c, targets, free, k)
		for sq := range pawnRows.All() {
			want := slowPawn(c, k, free, &seed, sq)
			if int(got[sq]) != want {
				t.Fatalf("%v pawn on %v, %d captures: %d moves, want %d; to\n%vfree\n%v", c, sq, k, got[sq], want, targets, free)
			}
			if !noPromotion || !free.Has(sq) {
				continue
			}
			for i := 0; i <= k; i++ {
				if want := slowPawn(c, i, free, &seed, sq); layers[i].Has(sq) != (want != unreachable) {
					t.Fatalf("%v pawn on %v, %d captures: in layer %v, %d moves", c, sq, i, layers[i].Has(sq), want)
				}
			}
			if region != layers[k] || region != layers[maxCaptures] {
				t.Fatal("region and layers differ")
			}
		}
	}
}

// TestCones compares the cones with their formula.
func TestCones(t *testing.T) {
	for c := range chess.Color(2) {
		for sq := range chess.NoSquare {
			for k := 0; k <= maxCaptures; k++ {
				for from := range pawnRows.All() {
					rows, files := sq.Row()-from.Row(), sq.File()-from.File()
					if c == chess.Black {
						rows = -rows
					}
					want := from == sq || rows >= 0 && max(files, -files) <= min(rows, k)
					if cones[c][sq][k].Has(from) != want {
						t.Fatalf("%v cone of %v, %d captures: %v is in it: %v", c, sq, k, from, !want)
					}
				}
			}
		}
	}
}

// TestForwardLayers checks that forwardLayers and pawnLayers agree.
func TestForwardLayers(t *testing.T) {
	src := testkit.Rand(t.Name())
	for range 500 {
		c, k := chess.Color(src.IntN(2)), src.IntN(5)
		free := randomFree(src, src.IntN(20))
		from, to := chess.Square(8+src.IntN(48)), chess.Square(8+src.IntN(48))
		if !free.Has(from) || !free.Has(to) {
			continue
		}
		forward, backward := forwardLayers(c, from.BB(), free, k), pawnLayers(c, to.BB(), free, k)
		for i := 0; i <= k; i++ {
			if forward[i].Has(to) != backward[i].Has(from) {
				t.Fatalf("%v pawn from %v to %v, %d captures: forward %v", c, from, to, i, forward[i].Has(to))
			}
		}
	}
}

// TestVictimDistances checks that a pawn is captured as a pawn or as any man it promotes to.
func TestVictimDistances(t *testing.T) {
	src := testkit.Rand(t.Name())
	var tables Tables
	for range 200 {
		c, k := chess.Color(src.IntN(2)), src.IntN(3)
		free := randomFree(src, 5+src.IntN(20))
		targets := chess.Square(8+src.IntN(48)).BB() & free
		if targets == 0 {
			continue
		}
		var want distances
		want.clear()
		for r := chess.Knight; r <= chess.Queen; r++ {
			var d, seed distances
			d.officer(r, targets, free)
			seed.clear()
			for sq := range (chess.RowBB(c.LastRow()) & free).All() {
				seed[sq] = d[sq]
			}
			seed.fill(targets, 0)
			for sq := range pawnRows.All() {
				want[sq] = min(want[sq], uint8(slowPawn(c, k, free, &seed, sq)))
			}
		}
		for range 2 { // computed, then from the cache
			if got := tables.victim(c, k, targets, free); *got != want {
				t.Fatalf("%v, %d captures, to\n%vgot %v\nwant %v", c, k, targets, got, want)
			}
		}
	}
}

// TestVictimsAgreeWithTables checks that the rows that can be captured on a set of squares are those at a
// finite distance.
func TestVictimsAgreeWithTables(t *testing.T) {
	src := testkit.Rand(t.Name())
	g := NewGoal(chess.InitialPosition(), nil)
	for range 300 {
		game, _ := playGame(src)
		p := game[src.IntN(len(game))]
		g.Reset(game[len(game)-1])
		if !g.Reachable(&p) || g.setup == p.Setup() {
			continue
		}
		for c := range g.sides {
			s := &g.sides[c]
			set := squares(chess.Square(8+src.IntN(48)), chess.Square(8+src.IntN(48))) & s.layout.free
			if set == 0 {
				continue
			}
			rows := s.victims(g, set) &^ s.enPassantVictim(g, set)
			for sq := range (s.rows &^ s.enPassantVictim(g, set)).All() {
				d := g.tables.victim(s.color, s.captures, set, s.layout.free)
				if r := g.current.Board.RoleAt(sq); r != chess.Pawn {
					d = g.tables.officer(r, set, s.layout.free)
				}
				if rows.Has(sq) != (d[sq] != unreachable) {
					t.Fatalf("%v of %s: victim %v, distance %d to\n%v", sq, p, rows.Has(sq), d[sq], set)
				}
			}
		}
	}
}

// TestPermanentAttacks checks that permanent attacks are those on a board with all squares occupied.
func TestPermanentAttacks(t *testing.T) {
	testkit.Medium(t)
	src := testkit.Rand(t.Name())
	for range 300 {
		game, _ := playGame(src)
		p := game[src.IntN(len(game))]
		board, c, immobile := p.Board(), chess.Color(src.IntN(2)), randomFree(src, 60)
		var want chess.Bitboard
		for sq := range (immobile & board.Colored(c)).All() {
			want |= chess.Attacks(board.At(sq), sq, ^chess.Bitboard(0))
		}
		if got := permanentAttacks(&board, c, immobile); got != want {
			t.Fatalf("%v attacks of\n%vin %s:\n%vwant\n%v", c, immobile, p, got, want)
		}
	}
}
