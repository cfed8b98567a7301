package astar

import (
	"cmp"
	"slices"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/chesstest"
	"chesscensus/internal/testing/testkit"
)

// TestPackRoundTrip checks that packed positions unpack to the same position, and differ if the positions do.
func TestPackRoundTrip(t *testing.T) {
	rnd := testkit.Rand(t.Name())
	seen := map[packed]chess.Position{}
	count := 0
	for range 60 {
		for p := range chesstest.Playout(rnd, chesstest.RandomOptions(rnd)) {
			key := pack(&p)
			setup := key.setup()
			if setup != p.Setup() {
				t.Fatalf("%s comes back as %s", p, setup)
			}
			if other, ok := seen[key]; ok && other != p {
				t.Fatalf("%s and %s have the same packed form", p, other)
			}
			seen[key] = p
			count++
		}
	}
	hashes := map[uint32]int{}
	largest := 0
	for key := range seen {
		h := key.hash()
		hashes[h]++
		largest = max(largest, hashes[h])
	}
	t.Logf("%d positions, %d different, %d different hashes", count, len(seen), len(hashes))
	if largest > 3 {
		t.Errorf("%d positions have the same hash", largest)
	}
}

// TestTableComparesPositions checks that the table distinguishes positions with the same hash.
func TestTableComparesPositions(t *testing.T) {
	var tbl table
	tbl.reset()
	const hash = 12345
	var all []packed
	for p := range chesstest.Playout(testkit.Rand(t.Name()), chesstest.Options{Plies: 300}) {
		key := pack(&p)
		i, slot := tbl.find(&key, hash)
		if want := slices.Index(all, key); want >= 0 {
			if int(i) != want {
				t.Fatalf("%s found as %d, want %d", p, i, want)
			}
			continue
		}
		if i != nowhere {
			t.Fatalf("%s found as %d, but it is new", p, i)
		}
		if got := tbl.add(node{plane: key.plane, move: uint32(key.state) << 24}, hash, slot); int(got) != len(all) {
			t.Fatalf("entered as %d, want %d", got, len(all))
		}
		all = append(all, key)
	}
	if len(all) < 100 {
		t.Errorf("only %d positions", len(all))
	}
}

// TestTableGrows checks that all nodes are found after the table has grown many times.
func TestTableGrows(t *testing.T) {
	const n = 50_000
	var tbl table
	for range 2 { // the second time with the memory of the first
		tbl.reset()
		for i := range uint32(n) {
			key := packed{plane: [4]uint64{uint64(i), uint64(i) * uint64(i), 3, 4}, state: uint8(i & 31)}
			hash := key.hash()
			number, slot := tbl.find(&key, hash)
			if number != nowhere {
				t.Fatalf("%d found before it is entered", i)
			}
			tbl.add(node{plane: key.plane, move: uint32(key.state)<<24 | i&moveBits, parent: i}, hash, slot)
		}
		for i := range uint32(n) {
			key := packed{plane: [4]uint64{uint64(i), uint64(i) * uint64(i), 3, 4}, state: uint8(i & 31)}
			if number, _ := tbl.find(&key, key.hash()); number != i || tbl.at(number).parent != i {
				t.Fatalf("%d found as %d", i, number)
			}
		}
		if got, limit := tbl.bytes(), int64(n*nodeBytes+chunkSize*nodeBytes+4*n*slotBytes); got > limit {
			t.Errorf("%d bytes, at most %d expected", got, limit)
		}
	}
}

// TestQueueSorts checks that entries are removed by key, of equal keys the newest first.
func TestQueueSorts(t *testing.T) {
	rnd := testkit.Rand(t.Name())
	var q queue
	var want []entry
	for i := range uint32(20_000) {
		e := entry{rnd.Uint64N(500), i}
		q.push(e)
		want = append(want, e)
		if rnd.IntN(4) == 0 {
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

// compare orders entries by key, of equal keys the newest first.
func compare(a, b entry) int {
	return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(b.node, a.node))
}
