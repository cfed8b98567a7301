package retro

import "chesscensus/chess"

// A seen is a set of setups in the order of their arrival, of which the latest can be
// taken out again. It compares setups in full; a hash only finds the place. The zero
// value is empty.
type seen struct {
	items []chess.Setup
	slots []int32 // 1 + index of an item, 0 if free; linear probing, at most half full
}

// maxSeen limits the set, to some 100 MB.
const maxSeen = 1 << 20

// add adds a setup and reports whether it was not in the set.
func (z *seen) add(s *chess.Setup) bool {
	if 2*len(z.items) >= len(z.slots) {
		z.grow()
	}
	i := z.find(s)
	if z.slots[i] != 0 {
		return false
	}
	z.items = append(z.items, *s)
	z.slots[i] = int32(len(z.items))
	return true
}

// len returns the number of setups.
func (z *seen) len() int { return len(z.items) }

// truncate keeps the first n setups. Since the last to come are the first to go, no setup
// that stays was put aside by one that goes, and its slot is just set free.
func (z *seen) truncate(n int) {
	for i := len(z.items) - 1; i >= n; i-- {
		z.slots[z.find(&z.items[i])] = 0
	}
	z.items = z.items[:n]
}

// find returns the slot of s, or the free one where it belongs.
func (z *seen) find(s *chess.Setup) int {
	mask := len(z.slots) - 1
	for i := int(hash(s)) & mask; ; i = (i + 1) & mask {
		if n := z.slots[i]; n == 0 || z.items[n-1] == *s {
			return i
		}
	}
}

func (z *seen) grow() {
	z.slots = make([]int32, max(256, 4*len(z.slots)))
	for i := range z.items {
		z.slots[z.find(&z.items[i])] = int32(i + 1)
	}
}

func hash(s *chess.Setup) uint64 {
	const k = 0x9e3779b97f4a7c15
	b := &s.Board
	h := uint64(s.Turn) | uint64(s.Castling)<<8 | uint64(s.EP)<<16
	for _, bb := range [...]chess.Bitboard{b.Colored(chess.White), b.Of(chess.Pawn), b.Of(chess.Knight),
		b.Of(chess.Bishop), b.Of(chess.Rook), b.Of(chess.Queen), b.Of(chess.King)} {
		h = (h ^ uint64(bb)) * k
		h ^= h >> 29
	}
	return h ^ h>>32
}
