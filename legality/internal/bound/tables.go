package bound

import "chesscensus/chess"

// tableBits is the size of the shared cache: 2^11 tables of 88 bytes, 180 KB.
// Goals keep copies of the tables they use, so that a larger cache gains nothing
// measurable; see BenchmarkBound.
const tableBits = 11

// Tables are path tables shared by several goals, one after another: distances to a
// set of target squares over the squares that are not blocked. They depend on few
// things (kind of man, targets, blocked squares, captures of a pawn), which repeat
// massively. An entry is used only if all of these agree; there is no hash to collide.
//
// The memory is bounded, 180 KB once the first table is asked for; a table that is not
// found is computed. The zero value is ready. Tables are for one goroutine at a time,
// as are all goals that share them.
type Tables struct {
	entry []table
}

// A table is one entry: what it depends on, and the distances.
type table struct {
	targets, free chess.Bitboard
	kind          uint8 // 0 for an empty entry, a role of officers, or victimKind
	captures      uint8
	d             distances
}

// victimKind (plus the color) is the kind of tables for pawns that are to be captured.
const victimKind = 16

// emptyBoard holds the distances of the officers over the board without blocked squares.
var emptyBoard = func() (t [chess.Queen + 1][64]distances) {
	for r := chess.Knight; r <= chess.Queen; r++ {
		for sq := range t[r] {
			t[r][sq].officer(r, chess.Square(sq).BB(), ^chess.Bitboard(0))
		}
	}
	return t
}()

// slot returns the only place of a key.
func (t *Tables) slot(kind, captures uint8, targets, free chess.Bitboard) *table {
	if t.entry == nil {
		t.entry = make([]table, 1<<tableBits)
	}
	h := uint64(targets)*0x9e3779b97f4a7c15 ^ uint64(free)*0xc2b2ae3d27d4eb4f
	h = (h ^ h>>32 ^ uint64(kind)<<8 ^ uint64(captures)) * 0xd6e8feb86659fd93
	return &t.entry[h>>(64-tableBits)]
}

// holds reports whether e is the table of the key.
func (e *table) holds(kind, captures uint8, targets, free chess.Bitboard) bool {
	return e.kind == kind && e.captures == captures && e.targets == targets && e.free == free
}

// officer returns the distances of officers of role r to the nearest of the targets.
// The result must not be changed and is valid until the next call.
func (t *Tables) officer(r chess.Role, targets, free chess.Bitboard) *distances {
	if free == ^chess.Bitboard(0) && !targets.Many() {
		return &emptyBoard[r][targets.First()&63]
	}
	e := t.slot(uint8(r), 0, targets, free)
	if !e.holds(uint8(r), 0, targets, free) {
		e.kind, e.captures, e.targets, e.free = uint8(r), 0, targets, free
		e.d.officer(r, targets, free)
	}
	return &e.d
}

// victim returns the least number of moves that bring a pawn of color c, which makes at
// most k captures, to one of the targets: as a pawn, or as what it promotes to. The
// result must not be changed and is valid until the next call.
//
// Of promotions only queen and knight matter: a queen is nowhere later than a rook or
// a bishop.
func (t *Tables) victim(c chess.Color, k int, targets, free chess.Bitboard) *distances {
	kind, captures := victimKind+uint8(c), uint8(k)
	if e := t.slot(kind, captures, targets, free); e.holds(kind, captures, targets, free) {
		return &e.d
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
	e.kind, e.captures, e.targets, e.free, e.d = kind, captures, targets, free, d
	return &e.d
}
