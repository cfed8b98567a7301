package planner

import (
	"math/rand/v2"
	"testing"

	"chesscensus/chess"
	"chesscensus/chess/chesstest"
)

// randomWorld returns the board of a random game.
func randomWorld(src *rand.Rand) *world {
	w := new(world)
	var p chess.Position
	plies := src.IntN(200)
	for q := range chesstest.Playout(src, chesstest.Options{Plies: plies}) {
		p = q
	}
	w.begin(&p)
	return w
}

// A free way can be played: every stop is on the path, empty, and reached from the one
// before; and there is one whenever a flood from the man reaches the square.
func TestFreeWayIsShortestAndFree(t *testing.T) {
	src := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		w := randomWorld(src)
		for own := w.own &^ w.board.Of(chess.Pawn); own != 0; own &= own - 1 {
			from := own.First()
			role := w.men[w.at[from]].role
			to := chess.Square(src.IntN(64))
			stops := ^w.occ & chess.Bitboard(src.Uint64()|src.Uint64())
			v, ok := w.freeWay(from, role, to.BB(), stops)
			depth, reached := 0, w.legal[from]&^w.occ&(stops|to.BB())
			if role == chess.King {
				reached &= chess.KingAttacks(from)
			}
			seen := reached
			for depth = 1; !seen.Has(to) && reached != 0; depth++ {
				var next chess.Bitboard
				for sq := range reached.All() {
					next |= chess.Attacks(chess.NewPiece(w.us, role), sq, w.occ)
				}
				reached = next & (stops | to.BB()) &^ w.occ &^ seen
				seen |= reached
			}
			if ok != seen.Has(to) {
				t.Fatalf("%v: %v %v to %v: found %v, want %v", w.pos, role, from, to, ok, seen.Has(to))
			}
			if !ok {
				continue
			}
			if v.cost != depth || !w.legal[from].Has(v.first) || v.path&w.occ != 0 || !v.path.Has(to) || !v.path.Has(v.first) {
				t.Fatalf("%v: %v %v to %v: way %+v, shortest %d", w.pos, role, from, to, v, depth)
			}
		}
	}
}

// costWay agrees with the fixed point of all single moves (Bellman and Ford).
func TestCostWayIsCheapest(t *testing.T) {
	src := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		var o obstacles
		for sq := range o {
			o[sq] = [...]uint8{0, 0, 0, 9, 25, wall}[src.IntN(6)]
		}
		role := chess.Role(int(chess.Knight) + src.IntN(5))
		from, to := chess.Square(src.IntN(64)), chess.Square(src.IntN(64))
		if from == to {
			continue
		}
		o[to] = 0
		shy, hot := chess.Bitboard(src.Uint64()&src.Uint64()), chess.Bitboard(src.Uint64()&src.Uint64())
		const far = 1 << 20
		var dist [64]int
		for i := range dist {
			dist[i] = far
		}
		dist[from] = 0
		for changed := true; changed; {
			changed = false
			for a := range chess.Square(64) {
				if dist[a] == far {
					continue
				}
				for b := range chess.Attacks(chess.NewPiece(chess.White, role), a, 0).All() {
					cost := stepCost + int(o[b])
					blocked := o[b] == wall
					for sq := range chess.Between(a, b).All() {
						if role != chess.Knight && role != chess.King {
							cost += int(o[sq])
							blocked = blocked || o[sq] == wall
						}
					}
					if blocked || cost > longest {
						continue
					}
					if shy.Has(b) {
						cost += checkCost
					}
					if hot.Has(b) {
						cost += dangerCost
					}
					if cost = min(cost, 127); dist[a]+cost < dist[b] {
						dist[b], changed = dist[a]+cost, true
					}
				}
			}
		}
		v := costWay(from, role, to, &o, shy, hot)
		if (v.first == chess.NoSquare) != (dist[to] == far) || v.first != chess.NoSquare && v.cost != dist[to] {
			t.Fatalf("%v %v to %v: cost %d, want %d", role, from, to, v.cost, dist[to])
		}
	}
}

// gives and quietStops agree with the position after the move.
func TestChecksAreForeseen(t *testing.T) {
	src := rand.New(rand.NewPCG(5, 6))
	for range 400 {
		w := randomWorld(src)
		for _, m := range w.moves {
			if m.Castles() || m.EnPassant() {
				continue
			}
			q := w.pos.Play(m)
			if w.gives(m) != q.InCheck() {
				t.Fatalf("%v %v: gives check %v", w.pos, m, w.gives(m))
			}
			if m.Role() == chess.Pawn {
				continue
			}
			if quiet := w.quietStops(m.From(), m.Role()).Has(m.To()); quiet != (!q.InCheck() && m.Captured() == chess.NoRole) {
				t.Fatalf("%v %v: quiet %v", w.pos, m, quiet)
			}
		}
	}
}

// The matching is as cheap as the best of all permutations.
func TestMatchingIsCheapest(t *testing.T) {
	src := rand.New(rand.NewPCG(7, 8))
	for range 500 {
		var a matching
		a.n = 1 + src.IntN(6)
		for i := range a.n {
			for j := range a.n {
				a.cost[i][j] = int32(src.IntN(30))
				if src.IntN(4) == 0 {
					a.cost[i][j] = never
				}
			}
		}
		best := 1 << 30
		var try func(j int, used uint, sum int)
		try = func(j int, used uint, sum int) {
			if j == a.n {
				best = min(best, sum)
				return
			}
			for i := range a.n {
				if used>>i&1 == 0 {
					try(j+1, used|1<<i, sum+int(a.cost[i][j]))
				}
			}
		}
		try(0, 0, 0)
		if got := a.solve(); got != best {
			t.Fatalf("%d, want %d", got, best)
		}
	}
}

// An odd number of moves leads back to the same board.
func TestLoseMove(t *testing.T) {
	for _, fen := range []string{
		"8/8/8/8/3k4/8/8/K7 w - - 0 1",
		"8/8/4b3/8/3k4/8/6P1/K6R b - - 0 1",
		"1b4qB/1n4r1/R1p2Rr1/4P3/NP2b2R/nn1p1B1N/PKBP1r2/1B3krQ w - - 0 1",
	} {
		p, err := chess.ParsePosition(fen)
		if err != nil {
			t.Fatal(err)
		}
		r := new(run)
		r.key(1, 2, 3)
		r.begin(&p)
		r.goal, r.limit = p.Setup(), 1<<30
		if !r.loseMove() {
			t.Errorf("%v: no way to lose a move", p)
			continue
		}
		if after := r.pos.Board(); after != p.Board() || r.us == p.Turn() || len(r.line)%2 == 0 {
			t.Errorf("%v: %v after %v", p, r.pos, r.line)
		}
	}
}

// A region is what repeated moves reach.
func TestRegion(t *testing.T) {
	src := rand.New(rand.NewPCG(9, 10))
	for range 1000 {
		walls := chess.Bitboard(src.Uint64() & src.Uint64())
		sq := chess.Square(src.IntN(64))
		role := chess.Role(int(chess.Knight) + src.IntN(5))
		set := sq.BB()
		for before := chess.Bitboard(0); before != set; {
			before = set
			for s := range set.All() {
				set |= chess.Attacks(chess.NewPiece(chess.White, role), s, walls) &^ walls
			}
		}
		if got := region(role, sq, walls); got != set {
			t.Fatalf("%v on %v:\n%v want\n%v", role, sq, got, set)
		}
	}
}
