package bound

import "chesscensus/chess"

// tableBits is the size of the shared cache: 2^11 tables of 88 bytes, 180 KB. Goals keep copies of the tables they
// use, so that a larger cache gains nothing measurable; see BenchmarkBound.
const tableBits = 11

// Tables are a cache of path tables that goals can share: distances to a set of target squares over the squares
// that are not blocked. The key is the kind of man, the targets, the free squares and the captures of a pawn. An
// entry is used only if the whole key is equal, so that collisions of hashes cost time but give no wrong distance.
//
// The cache has a fixed size, 180 KB, allocated with the first table. The zero value is
// ready. Tables are for one goroutine at a time, as are all goals that share them.
type Tables struct {
	entries []table
}

// A table is one entry: its key and the distances.
type table struct {
	targets, free chess.Bitboard
	kind          uint8 // 0 for an empty entry, a role of officers, or victimKind
	captures      uint8
	distances     distances
}

// victimKind (plus the color) is the kind of tables for pawns that are to be captured.
const victimKind = 16

// emptyBoard holds the distances of officers on a board without blocked squares, by role and target.
var emptyBoard = func() (t [chess.Queen + 1][64]distances) {
	for r := chess.Knight; r <= chess.Queen; r++ {
		for sq := range t[r] {
			t[r][sq].officer(r, chess.Square(sq).BB(), ^chess.Bitboard(0))
		}
	}
	return t
}()

// slot returns the entry that may hold the table of the key, chosen by a hash of it.
func (t *Tables) slot(kind, captures uint8, targets, free chess.Bitboard) *table {
	if t.entries == nil {
		t.entries = make([]table, 1<<tableBits)
	}
	h := uint64(targets)*0x9e3779b97f4a7c15 ^ uint64(free)*0xc2b2ae3d27d4eb4f
	h = (h ^ h>>32 ^ uint64(kind)<<8 ^ uint64(captures)) * 0xd6e8feb86659fd93
	return &t.entries[h>>(64-tableBits)]
}

// hasKey reports whether e is the table of the key.
func (e *table) hasKey(kind, captures uint8, targets, free chess.Bitboard) bool {
	return e.kind == kind && e.captures == captures && e.targets == targets && e.free == free
}

// officer returns the distances of officers of role r to the nearest of the targets.
// The result must not be changed and is valid until the next call.
func (t *Tables) officer(r chess.Role, targets, free chess.Bitboard) *distances {
	if free == ^chess.Bitboard(0) && !targets.Many() {
		return &emptyBoard[r][targets.First()&63]
	}
	e := t.slot(uint8(r), 0, targets, free)
	if !e.hasKey(uint8(r), 0, targets, free) {
		e.kind, e.captures, e.targets, e.free = uint8(r), 0, targets, free
		e.distances.officer(r, targets, free)
	}
	return &e.distances
}

// victim returns the least number of moves that bring a pawn of color c, which makes at
// most k captures, to one of the targets: as a pawn, or as what it promotes to. The
// result must not be changed and is valid until the next call.
//
// Of promotions only queen and knight matter: a queen is nowhere later than a rook or a bishop.
func (t *Tables) victim(c chess.Color, k int, targets, free chess.Bitboard) *distances {
	kind, captures := victimKind+uint8(c), uint8(k)
	if e := t.slot(kind, captures, targets, free); e.hasKey(kind, captures, targets, free) {
		return &e.distances
	}
	var seed, d distances
	seed.clear()
	queen := *t.officer(chess.Queen, targets, free)
	knight := t.officer(chess.Knight, targets, free)
	for q := range (chess.RowBB(c.LastRow()) & free).All() {
		seed[q] = min(queen[q], knight[q])
	}
	seed.fill(targets, 0)
	d.pawn(c, k, free, &seed)
	e := t.slot(kind, captures, targets, free)
	e.kind, e.captures, e.targets, e.free, e.distances = kind, captures, targets, free, d
	return &e.distances
}
