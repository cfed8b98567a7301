package base

import (
	"math/rand/v2"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/chesstest"
)

// randomWorld returns the world after a random game.
func randomWorld(src *rand.Rand) *World {
	w := new(World)
	var p chess.Position
	plies := src.IntN(200)
	for next := range chesstest.Playout(src, chesstest.Options{Plies: plies}) {
		p = next
	}
	w.Reset(&p)
	return w
}

// TestFreeWayIsShortestAndFree compares FreeWay with a breadth-first search, and checks that the path is empty and the first move
// legal.
func TestFreeWayIsShortestAndFree(t *testing.T) {
	src := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		w := randomWorld(src)
		for own := w.Own &^ w.Board.Of(chess.Pawn); own != 0; own &= own - 1 {
			from := own.First()
			role := w.Men[w.At[from]].Role
			to := chess.Square(src.IntN(64))
			stops := ^w.Occ & chess.Bitboard(src.Uint64()|src.Uint64())
			way, ok := w.FreeWay(from, role, to.BB(), stops)
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
			if way.Cost != depth || !w.Legal[from].Has(way.First) || way.Path&w.Occ != 0 || !way.Path.Has(to) || !way.Path.Has(way.First) {
				t.Fatalf("%v: %v %v to %v: way %+v, shortest %d", w.Pos, role, from, to, way, depth)
			}
		}
	}
}

// TestCostWayIsCheapest compares CostWay with the algorithm of Bellman and Ford over all single moves.
func TestCostWayIsCheapest(t *testing.T) {
	src := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		var obstacles Obstacles
		for sq := range obstacles {
			obstacles[sq] = [...]uint8{0, 0, 0, 9, 25, Wall}[src.IntN(6)]
		}
		role := chess.Role(int(chess.Knight) + src.IntN(5))
		from, to := chess.Square(src.IntN(64)), chess.Square(src.IntN(64))
		if from == to {
			continue
		}
		obstacles[to] = 0
		checkStops, attackedStops := chess.Bitboard(src.Uint64()&src.Uint64()), chess.Bitboard(src.Uint64()&src.Uint64())
		const unreached = 1 << 20
		var dist [64]int
		for i := range dist {
			dist[i] = unreached
		}
		dist[from] = 0
		for changed := true; changed; {
			changed = false
			for stop := range chess.Square(64) {
				if dist[stop] == unreached {
					continue
				}
				for next := range chess.Attacks(chess.NewPiece(chess.White, role), stop, 0).All() {
					cost := stepCost + int(obstacles[next])
					blocked := obstacles[next] == Wall
					for sq := range chess.Between(stop, next).All() {
						if role != chess.Knight && role != chess.King {
							cost += int(obstacles[sq])
							blocked = blocked || obstacles[sq] == Wall
						}
					}
					if blocked || cost > longest {
						continue
					}
					if checkStops.Has(next) {
						cost += checkCost
					}
					if attackedStops.Has(next) {
						cost += dangerCost
					}
					if cost = min(cost, 127); dist[stop]+cost < dist[next] {
						dist[next], changed = dist[stop]+cost, true
					}
				}
			}
		}
		way := CostWay(from, role, to, &obstacles, checkStops, attackedStops)
		if (way.First == chess.NoSquare) != (dist[to] == unreached) || way.First != chess.NoSquare && way.Cost != dist[to] {
			t.Fatalf("%v %v to %v: cost %d, want %d", role, from, to, way.Cost, dist[to])
		}
		// The path is all that is passed: a man goes there by steps from one of its squares to the next.
		if way.First != chess.NoSquare && (!chess.Flood(role, from.BB(), ^(way.Path|from.BB())).Has(to) || !way.Path.Has(way.First)) {
			t.Fatalf("%v %v to %v over %v: the path has gaps:\n%v", role, from, to, way.First, way.Path)
		}
	}
}

// TestCostWayCrossesNoWall checks that a costly way begins with a move of its man and passes no wall, also where its target is a wall.
func TestCostWayCrossesNoWall(t *testing.T) {
	rnd := rand.New(rand.NewPCG(16, 1))
	found := 0
	for range 2000 {
		var obstacles Obstacles
		walls := chess.Bitboard(0)
		for sq := range obstacles {
			if obstacles[sq] = [...]uint8{0, 0, 0, 9, 25, Wall}[rnd.IntN(6)]; obstacles[sq] == Wall {
				walls |= chess.Square(sq).BB()
			}
		}
		role := chess.Role(int(chess.Knight) + rnd.IntN(5))
		from, to := chess.Square(rnd.IntN(64)), chess.Square(rnd.IntN(64))
		way := CostWay(from, role, to, &obstacles, 0, 0)
		if way.First == chess.NoSquare {
			if from != to && role == chess.Knight && chess.Flood(role, from.BB(), walls).Has(to) {
				t.Fatalf("%v from %v to %v: no way", role, from, to)
			}
			continue
		}
		found++
		if way.Path&walls&^to.BB() != 0 || way.Path.Has(from) && role != chess.King && role != chess.Knight || !way.Path.Has(to) ||
			!way.Path.Has(way.First) {
			t.Fatalf("%v from %v to %v: %+v, with walls on\n%v", role, from, to, way, walls)
		}
		if !chess.Attacks(chess.NewPiece(chess.White, role), from, walls).Has(way.First) {
			t.Fatalf("%v from %v to %v: no move to %v, with walls on\n%v", role, from, to, way.First, walls)
		}
	}
	if found < 500 {
		t.Errorf("only %d ways", found)
	}
	var obstacles Obstacles
	if way := CostWay(chess.A1, chess.Rook, chess.A1, &obstacles, 0, 0); way.First != chess.NoSquare {
		t.Errorf("from a1 to a1: %+v, want no way", way)
	}
}
