package sampler

import (
	"crypto/sha256"
	"encoding/binary"
	"math/bits"
	"math/rand/v2"

	"chesscensus/chess"
)

// Words generates random words, squares and small numbers with a ChaCha8 generator. Seed
// must be called first. A Words is for one goroutine at a time.
type Words struct {
	src     rand.ChaCha8
	squares uint64 // squares that Square has not yet returned, six bits each
	left    int    // number of these
}

// Seed sets the state of the generator, which depends on the key alone.
func (w *Words) Seed(key [32]byte) {
	w.src.Seed(key)
	w.left = 0
}

// Uint64 returns a uniform word.
func (w *Words) Uint64() uint64 { return w.src.Uint64() }

// Square returns a uniform square. It makes ten squares of a word.
func (w *Words) Square() chess.Square {
	if w.left == 0 {
		w.squares, w.left = w.src.Uint64(), 10
	}
	w.left--
	sq := chess.Square(w.squares & 63)
	w.squares >>= 6
	return sq
}

// Below returns a uniform number from 0 to n-1: the one that the function [Below] makes of
// the same words, in half the time, since it divides only if it may have to draw again.
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

	// Sample sets d to a uniform element of the space that depends on words alone. It may end early and return
	// false if the element contributes nothing to any estimate; then d is undefined, but the draw counts as one.
	Sample(d *Draw, words *Words) bool
}

// BulkBlock is the number of draws of a [Bulk] that share a generator.
const BulkBlock = 1000

// A Bulk is an endless sequence of independent uniform draws that are not made from ranks. Each block of
// [BulkBlock] draws has a ChaCha8 generator of its own, keyed by a hash of (space name, seed) and the number of the
// block. So a block depends on (space, seed, number) alone, whichever worker makes it.
//
// Its draws are not those of a [Stream] with the same seed. A Bulk is for one goroutine at a time.
type Bulk struct {
	space Direct
	key   [32]byte
	words Words
	block uint64 // number of the next block
	left  int    // number of draws left in the current block
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

// Seek makes the first draw of a block the next one.
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
