package retract

import (
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/proofgame/internal/base"
)

// TestPoolGivesAllOnce: what was put in comes out, each node once, and then nothing.
func TestPoolGivesAllOnce(t *testing.T) {
	var k pool
	var d base.RNG
	for round := range 2 {
		k.reset()
		d.Key(1, 2, uint64(round))
		for i := range int32(100) {
			k.add(uint64(i%7), i)
		}
		seen := map[int32]bool{}
		for range 100 {
			i := k.draw(&d)
			if i < 0 || i >= 100 || seen[i] {
				t.Fatalf("node %d, after %d others", i, len(seen))
			}
			seen[i] = true
		}
		if i := k.draw(&d); i != -1 || len(k.kindIndex) != 0 {
			t.Errorf("node %d of an empty pool with %d kinds", i, len(k.kindIndex))
		}
	}
}

// TestPoolIsFairToKinds: a kind of one node comes as often as one of a thousand.
func TestPoolIsFairToKinds(t *testing.T) {
	var d base.RNG
	d.Key(1, 2, 3)
	rare := 0
	const draws = 2000
	for range draws {
		var k pool
		k.reset()
		k.add(1, 0)
		for i := range int32(50) {
			k.add(2, i+1)
		}
		if k.draw(&d) == 0 {
			rare++
		}
	}
	if rare < draws*2/5 || rare > draws*3/5 { // ten standard deviations
		t.Errorf("the kind of one node came %d times in %d", rare, draws)
	}
}

// TestKindOf: pawns, their colors and the measure tell kinds apart, officers do not.
func TestKindOf(t *testing.T) {
	kind := func(fen string, shut int32) uint64 {
		p := testkit.Position(t, fen)
		return kindOf(&node{setup: p.Setup(), measure: shut})
	}
	const fen = "4k3/2p5/8/8/8/8/5P2/4K2N w - -"
	for _, c := range []struct {
		fen  string
		shut int32
		same bool
	}{
		{"6k1/2p5/8/8/8/4N3/5P2/4K3 w - -", 3, true},
		{fen, 4, false},
		{"4k3/2p5/8/8/8/5P2/8/4K2N w - -", 3, false},
		{"4k3/2P5/8/8/8/8/5p2/6KN w - -", 3, false},
	} {
		if same := kind(fen, 3) == kind(c.fen, c.shut); same != c.same {
			t.Errorf("%s, measure %d: the same kind %v, want %v", c.fen, c.shut, same, c.same)
		}
	}
}
