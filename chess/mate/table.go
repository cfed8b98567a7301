package mate

import (
	"math/bits"

	"chesscensus/chess"
)

// An entry holds the results for a position with the attacker to move.
type entry struct {
	position   chess.Position
	move       chess.Move // mates in mateIn moves, if that is not 0
	stamp      uint32     // number of the question; entries of earlier questions are invalid
	noneWithin uint8      // there is no mate in so many moves
	mateIn     uint8      // there is one in so many, 0 if none is known
}

// A table holds entries by position, two in a bucket. The hash of a position selects the bucket; positions are compared in full.
type table struct {
	entries []entry
	shift   int    // of a hash, to get the number of a bucket
	stamp   uint32 // of the present question
}

// init makes a table of 2^bits entries.
func (t *table) init(bits int) {
	t.entries = make([]entry, 1<<bits)
	t.shift = 64 - (bits - 1)
}

// clear makes all entries invalid by a new stamp.
func (t *table) clear() {
	if t.stamp++; t.stamp == 0 {
		clear(t.entries)
		t.stamp = 1
	}
}

// bucket returns the two entries that a position can be in.
func (t *table) bucket(p *chess.Position) *[2]entry {
	i := hash(p) >> t.shift << 1
	return (*[2]entry)(t.entries[i : i+2])
}

// hash returns a hash of all parts of a position. It mixes two words by the XOR of the halves of their product.
func hash(p *chess.Position) uint64 {
	b := p.Board()
	mix := func(x, y uint64) uint64 {
		hi, lo := bits.Mul64(x^0x9e3779b97f4a7c15, y^0xd1b54a32d192ed03)
		return hi ^ lo
	}
	h := mix(uint64(b.Colored(chess.White)), uint64(b.Colored(chess.Black)))
	h ^= bits.RotateLeft64(mix(uint64(b.Of(chess.Pawn)), uint64(b.Of(chess.Knight))), 21)
	h ^= bits.RotateLeft64(mix(uint64(b.Of(chess.Bishop)), uint64(b.Of(chess.Rook))), 42)
	rest := uint64(p.Turn()) | uint64(p.Castling())<<8 | uint64(p.EP())<<16
	return mix(h, uint64(b.Of(chess.Queen))^rest<<40)
}

// probe returns the entry of a position, or nil if there is none.
func (t *table) probe(p *chess.Position) *entry {
	b := t.bucket(p)
	for i := range b {
		if b[i].stamp == t.stamp && b[i].position == *p {
			return &b[i]
		}
	}
	return nil
}

// store stores that a position has no mate in none moves and, unless mate is 0, one in mate moves by the move m. It replaces the
// entry of the position, or else an invalid entry or the one with the smaller depth.
func (t *table) store(p *chess.Position, none, mate int, m chess.Move) {
	b := t.bucket(p)
	e := &b[0]
	for i := range b {
		if b[i].stamp == t.stamp && b[i].position == *p {
			e = &b[i]
			if mate == 0 {
				mate, m = int(e.mateIn), e.move
			}
			break
		}
		if t.depth(&b[i]) < t.depth(e) {
			e = &b[i]
		}
	}
	*e = entry{*p, m, t.stamp, uint8(none), uint8(mate)}
}

// depth returns the number of moves that were searched for an entry, and -1 for invalid ones.
func (t *table) depth(e *entry) int {
	if e.stamp != t.stamp {
		return -1
	}
	return int(max(e.noneWithin, e.mateIn))
}
