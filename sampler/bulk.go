package sampler

import (
	"crypto/sha256"
	"encoding/binary"
	"math/bits"
	"math/rand/v2"

	"chesscensus/chess"
)

// Words makes random words, squares and small numbers from a ChaCha8 generator. The
// zero value is not ready; call Seed. It is for one goroutine at a time.
type Words struct {
	src     rand.ChaCha8
	squares uint64 // squares still to be given out, six bits each
	left    int
}

// Seed starts the generator anew.
func (w *Words) Seed(key [32]byte) {
	w.src.Seed(key)
	w.left = 0
}

// Uint64 returns a uniform word.
func (w *Words) Uint64() uint64 { return w.src.Uint64() }

// Square returns a uniform square; a word makes ten of them.
func (w *Words) Square() chess.Square {
	if w.left == 0 {
		w.squares, w.left = w.src.Uint64(), 10
	}
	w.left--
	sq := chess.Square(w.squares & 63)
	w.squares >>= 6
	return sq
}

// Below returns a uniform number from 0 to n-1, as the function [Below] does from the
// same words, in half the time: it divides only if it may have to draw again.
func (w *Words) Below(n uint64) uint64 {
	hi, lo := bits.Mul64(w.src.Uint64(), n)
	if lo < n {
		for t := -n % n; lo < t; {
			hi, lo = bits.Mul64(w.src.Uint64(), n)
		}
	}
	return hi
}

// A Direct space can draw its elements without their ranks, which is faster.
type Direct interface {
	Space

	// Sample sets d to a uniform element of the space, made from words alone, or
	// returns false if it sees early that the element contributes nothing to any
	// estimate: d is then undefined, but the draw counts as one.
	Sample(d *Draw, words *Words) bool
}

// BulkBlock is the number of draws of a [Bulk] that share a generator.
const BulkBlock = 1000

// A Bulk is an endless sequence of independent uniform draws that are not made from
// ranks. Draws come in blocks of [BulkBlock]; block k has a ChaCha8 generator keyed by
// a hash of (space name, seed) and by k, so that it depends on (space, seed, k) alone
// whichever worker makes it.
//
// Its draws are not those of a [Stream] with the same seed. A Bulk is for one
// goroutine at a time.
type Bulk struct {
	space Direct
	key   [32]byte
	words Words
	block uint64
	left  int
}

// NewBulk returns the sequence of the given space and seed, at block 0.
func NewBulk(space Direct, seed uint64) *Bulk {
	b := &Bulk{space: space}
	h := sha256.New()
	h.Write([]byte("chesscensus bulk 1\x00" + space.Name() + "\x00"))
	h.Write(binary.LittleEndian.AppendUint64(nil, seed))
	copy(b.key[:24], h.Sum(nil))
	return b
}

// Seek goes to the first draw of a block.
func (b *Bulk) Seek(block uint64) { b.block, b.left = block, 0 }

// Next makes the next draw. It returns false if the draw is known to contribute
// nothing, as in [Direct]. It allocates nothing if the space's Sample does not.
func (b *Bulk) Next(d *Draw) bool {
	if b.left == 0 {
		binary.LittleEndian.PutUint64(b.key[24:], b.block)
		b.words.Seed(b.key)
		b.block++
		b.left = BulkBlock
	}
	b.left--
	return b.space.Sample(d, &b.words)
}
