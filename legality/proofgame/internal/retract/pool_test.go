package retract

import (
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/proofgame/internal/base"
)

// TestPoolReturnsEachNodeOnce checks that each node is drawn once, and then none.
func TestPoolReturnsEachNodeOnce(t *testing.T) {
	var p pool
	var rng base.RNG
	for round := range 2 {
		p.reset()
		rng.Key(1, 2, uint64(round))
		for node := range int32(100) {
			p.add(uint64(node%7), node)
		}
		seen := map[int32]bool{}
		for range 100 {
			node := p.draw(&rng)
			if node < 0 || node >= 100 || seen[node] {
				t.Fatalf("node %d, after %d others", node, len(seen))
			}
			seen[node] = true
		}
		if node := p.draw(&rng); node != -1 || len(p.kindIndex) != 0 {
			t.Errorf("node %d of an empty pool with %d kinds", node, len(p.kindIndex))
		}
	}
}

// TestPoolIsFairToKinds checks that a kind of one node is drawn as often as one of fifty.
func TestPoolIsFairToKinds(t *testing.T) {
	var rng base.RNG
	rng.Key(1, 2, 3)
	rare := 0
	const draws = 2000
	for range draws {
		var p pool
		p.reset()
		p.add(1, 0)
		for i := range int32(50) {
			p.add(2, i+1)
		}
		if p.draw(&rng) == 0 {
			rare++
		}
	}
	if rare < draws*2/5 || rare > draws*3/5 { // ten standard deviations
		t.Errorf("the kind of one node came %d times in %d", rare, draws)
	}
}

// TestKindOf checks that pawns and measure distinguish kinds, and officers do not.
func TestKindOf(t *testing.T) {
	kind := func(fen string, measure int32) uint64 {
		p := testkit.Position(t, fen)
		return kindOf(&node{setup: p.Setup(), measure: measure})
	}
	const fen = "4k3/2p5/8/8/8/8/5P2/4K2N w - -"
	for _, row := range []struct {
		fen     string
		measure int32
		same    bool
	}{
		{"6k1/2p5/8/8/8/4N3/5P2/4K3 w - -", 3, true},
		{fen, 4, false},
		{"4k3/2p5/8/8/8/5P2/8/4K2N w - -", 3, false},
		{"4k3/2P5/8/8/8/8/5p2/6KN w - -", 3, false},
	} {
		if same := kind(fen, 3) == kind(row.fen, row.measure); same != row.same {
			t.Errorf("%s, measure %d: the same kind %v, want %v", row.fen, row.measure, same, row.same)
		}
	}
}
