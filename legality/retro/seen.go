package retro

import "chesscensus/chess"

// A setupSet is a set of setups in the order of their addition, of which the latest can be
// removed. It compares setups in full; a hash only finds the slot. The zero value is empty.
type setupSet struct {
	items []chess.Setup
	slots []int32 // 1 + index of an item, 0 if free; linear probing, at most half full
}

// maxSeen limits the set, to some 100 MB.
const maxSeen = 1 << 20

// add adds a setup and reports whether it was not in the set.
func (ss *setupSet) add(s *chess.Setup) bool {
	if 2*len(ss.items) >= len(ss.slots) {
		ss.grow()
	}
	i := ss.find(s)
	if ss.slots[i] != 0 {
		return false
	}
	ss.items = append(ss.items, *s)
	ss.slots[i] = int32(len(ss.items))
	return true
}

// len returns the number of setups.
func (ss *setupSet) len() int { return len(ss.items) }

// truncate keeps the first n setups. It removes the latest first, and frees their slots: this
// breaks no probe sequence, since an earlier setup never had to pass the slot of a later one.
func (ss *setupSet) truncate(n int) {
	for i := len(ss.items) - 1; i >= n; i-- {
		ss.slots[ss.find(&ss.items[i])] = 0
	}
	ss.items = ss.items[:n]
}

// find returns the slot of s, or the free one where it belongs.
func (ss *setupSet) find(s *chess.Setup) int {
	mask := len(ss.slots) - 1
	for i := int(hash(s)) & mask; ; i = (i + 1) & mask {
		if n := ss.slots[i]; n == 0 || ss.items[n-1] == *s {
			return i
		}
	}
}

// grow makes the table four times as large, at least 256 slots.
func (ss *setupSet) grow() {
	ss.slots = make([]int32, max(256, 4*len(ss.slots)))
	for i := range ss.items {
		ss.slots[ss.find(&ss.items[i])] = int32(i + 1)
	}
}

// hash mixes all fields of a setup.
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
