package astar

import (
	"slices"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/chesstest"
	"chesscensus/internal/testing/testkit"
)

// TestPackRoundTrip: positions of random games come back from their packed form, and packed forms are equal exactly if the positions
// are.
func TestPackRoundTrip(t *testing.T) {
	src := testkit.Rand(t.Name())
	seen := map[packed]chess.Position{}
	n := 0
	for range 60 {
		for p := range chesstest.Playout(src, chesstest.RandomOptions(src)) {
			k := pack(&p)
			setup := k.setup()
			if setup != p.Setup() {
				t.Fatalf("%s comes back as %s", p, setup)
			}
			if q, ok := seen[k]; ok && q != p {
				t.Fatalf("%s and %s have the same packed form", p, q)
			}
			seen[k] = p
			n++
		}
	}
	hashes := map[uint32]int{}
	most := 0
	for k := range seen {
		h := k.hash()
		hashes[h]++
		most = max(most, hashes[h])
	}
	t.Logf("%d positions, %d different, %d different hashes", n, len(seen), len(hashes))
	if most > 3 {
		t.Errorf("%d positions have the same hash", most)
	}
}

// TestTableComparesPositions: positions are told apart where all have the same hash.
func TestTableComparesPositions(t *testing.T) {
	var tab table
	tab.reset()
	const hash = 12345
	var all []packed
	for p := range chesstest.Playout(testkit.Rand(t.Name()), chesstest.Options{Plies: 300}) {
		k := pack(&p)
		i, slot := tab.find(&k, hash)
		if want := slices.Index(all, k); want >= 0 {
			if int(i) != want {
				t.Fatalf("%s found as %d, want %d", p, i, want)
			}
			continue
		}
		if i != nowhere {
			t.Fatalf("%s found as %d, but it is new", p, i)
		}
		if got := tab.add(node{plane: k.plane, move: uint32(k.state) << 24}, hash, slot); int(got) != len(all) {
			t.Fatalf("entered as %d, want %d", got, len(all))
		}
		all = append(all, k)
	}
	if len(all) < 100 {
		t.Errorf("only %d positions", len(all))
	}
}

// TestTableGrows: everything is found again after the table has grown many times.
func TestTableGrows(t *testing.T) {
	const n = 50_000
	var tab table
	for range 2 { // the second time with the memory of the first
		tab.reset()
		for i := range uint32(n) {
			k := packed{plane: [4]uint64{uint64(i), uint64(i) * uint64(i), 3, 4}, state: uint8(i & 31)}
			hash := k.hash()
			at, slot := tab.find(&k, hash)
			if at != nowhere {
				t.Fatalf("%d found before it is entered", i)
			}
			tab.add(node{plane: k.plane, move: uint32(k.state)<<24 | i&moveBits, parent: i}, hash, slot)
		}
		for i := range uint32(n) {
			k := packed{plane: [4]uint64{uint64(i), uint64(i) * uint64(i), 3, 4}, state: uint8(i & 31)}
			if at, _ := tab.find(&k, k.hash()); at != i || tab.at(at).parent != i {
				t.Fatalf("%d found as %d", i, at)
			}
		}
		if got, most := tab.bytes(), int64(n*nodeBytes+chunkSize*nodeBytes+4*n*slotBytes); got > most {
			t.Errorf("%d bytes, at most %d expected", got, most)
		}
	}
}

// TestQueueSorts: entries come out by key, of equal keys the newest first.
func TestQueueSorts(t *testing.T) {
	src := testkit.Rand(t.Name())
	var q queue
	var want []entry
	for i := range uint32(20_000) {
		e := entry{src.Uint64N(500), i}
		q.push(e)
		want = append(want, e)
		if src.IntN(4) == 0 {
			first := slices.MinFunc(want, compare)
			if got := q.pop(); got != first {
				t.Fatalf("got %v, want %v", got, first)
			}
			want = slices.DeleteFunc(want, func(x entry) bool { return x == first })
			if len(want) > 300 {
				want = want[:0]
				q.n = 0
			}
		}
	}
	slices.SortFunc(want, compare)
	for _, e := range want {
		if got := q.pop(); got != e {
			t.Fatalf("got %v, want %v", got, e)
		}
	}
	if q.n != 0 {
		t.Errorf("%d entries left", q.n)
	}
}

func compare(a, b entry) int {
	switch {
	case a.before(b):
		return -1
	case b.before(a):
		return 1
	}
	return 0
}
