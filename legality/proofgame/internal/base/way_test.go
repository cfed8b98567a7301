package base

import (
	"math/rand/v2"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/chesstest"
)

// randomWorld returns the board of a random game.
func randomWorld(src *rand.Rand) *World {
	w := new(World)
	var p chess.Position
	plies := src.IntN(200)
	for q := range chesstest.Playout(src, chesstest.Options{Plies: plies}) {
		p = q
	}
	w.Reset(&p)
	return w
}

// A free way can be played: every stop is on the path, empty, and reached from the one before; and there is one whenever a flood from
// the man reaches the square.
func TestFreeWayIsShortestAndFree(t *testing.T) {
	src := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		w := randomWorld(src)
		for own := w.Own &^ w.Board.Of(chess.Pawn); own != 0; own &= own - 1 {
			from := own.First()
			role := w.Men[w.At[from]].Role
			to := chess.Square(src.IntN(64))
			stops := ^w.Occ & chess.Bitboard(src.Uint64()|src.Uint64())
			v, ok := w.FreeWay(from, role, to.BB(), stops)
			depth, reached := 0, w.Legal[from]&^w.Occ&(stops|to.BB())
			if role == chess.King {
				reached &= chess.KingAttacks(from)
			}
			seen := reached
			for depth = 1; !seen.Has(to) && reached != 0; depth++ {
				var next chess.Bitboard
				for sq := range reached.All() {
					next |= chess.Attacks(chess.NewPiece(w.Us, role), sq, w.Occ)
				}
				reached = next & (stops | to.BB()) &^ w.Occ &^ seen
				seen |= reached
			}
			if ok != seen.Has(to) {
				t.Fatalf("%v: %v %v to %v: found %v, want %v", w.Pos, role, from, to, ok, seen.Has(to))
			}
			if !ok {
				continue
			}
			if v.Cost != depth || !w.Legal[from].Has(v.First) || v.Path&w.Occ != 0 || !v.Path.Has(to) || !v.Path.Has(v.First) {
				t.Fatalf("%v: %v %v to %v: way %+v, shortest %d", w.Pos, role, from, to, v, depth)
			}
		}
	}
}

// CostWay agrees with the fixed point of all single moves (Bellman and Ford).
func TestCostWayIsCheapest(t *testing.T) {
	src := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		var o Obstacles
		for sq := range o {
			o[sq] = [...]uint8{0, 0, 0, 9, 25, Wall}[src.IntN(6)]
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
					blocked := o[b] == Wall
					for sq := range chess.Between(a, b).All() {
						if role != chess.Knight && role != chess.King {
							cost += int(o[sq])
							blocked = blocked || o[sq] == Wall
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
		v := CostWay(from, role, to, &o, shy, hot)
		if (v.First == chess.NoSquare) != (dist[to] == far) || v.First != chess.NoSquare && v.Cost != dist[to] {
			t.Fatalf("%v %v to %v: cost %d, want %d", role, from, to, v.Cost, dist[to])
		}
		// The path is all that is passed: a man goes there by steps from one of its squares to the next.
		if v.First != chess.NoSquare && (!chess.Flood(role, from.BB(), ^(v.Path|from.BB())).Has(to) || !v.Path.Has(v.First)) {
			t.Fatalf("%v %v to %v over %v: the path has gaps:\n%v", role, from, to, v.First, v.Path)
		}
	}
}

// Gives and QuietStops agree with the position after the move.
func TestChecksAreForeseen(t *testing.T) {
	src := rand.New(rand.NewPCG(5, 6))
	for range 400 {
		w := randomWorld(src)
		for _, m := range w.Moves {
			if m.Castles() || m.EnPassant() {
				continue
			}
			q := w.Pos.Play(m)
			if w.GivesCheck(m) != q.InCheck() {
				t.Fatalf("%v %v: gives check %v", w.Pos, m, w.GivesCheck(m))
			}
			if m.Role() == chess.Pawn {
				continue
			}
			if quiet := w.QuietStops(m.From(), m.Role()).Has(m.To()); quiet != (!q.InCheck() && m.Captured() == chess.NoRole) {
				t.Fatalf("%v %v: quiet %v", w.Pos, m, quiet)
			}
		}
	}
}
