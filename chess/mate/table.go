package mate

import (
	"math/bits"

	"chesscensus/chess"
)

// An entry says what is known of a position with the attacker to move.
type entry struct {
	position   chess.Position
	move       chess.Move // that mates in mate, if mate is not 0
	stamp      uint32     // of the question; others are forgotten
	noneWithin uint8      // there is no mate in so many moves
	mateIn     uint8      // there is one in so many, 0 if none is known
}

// A table keeps entries by position, two in a bucket. Positions are compared, hashes
// only say where to look.
type table struct {
	entries []entry
	shift   int
	stamp   uint32
}

func (t *table) init(bits int) {
	t.entries = make([]entry, 1<<bits)
	t.shift = 64 - (bits - 1)
}

// clear forgets all entries.
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

// hash mixes all parts of a position, by folded multiplication.
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

// probe returns the entry of a position, nil if nothing is known of it.
func (t *table) probe(p *chess.Position) *entry {
	b := t.bucket(p)
	for i := range b {
		if b[i].stamp == t.stamp && b[i].position == *p {
			return &b[i]
		}
	}
	return nil
}

// store adds what has become known of a position: no mate in none moves, and one in mate
// by the move m unless mate is 0. It takes the place of an old entry, or of the one
// that knows less.
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

// depth is how much was searched for an entry, in moves, -1 for old ones.
func (t *table) depth(e *entry) int {
	if e.stamp != t.stamp {
		return -1
	}
	return int(max(e.noneWithin, e.mateIn))
}
