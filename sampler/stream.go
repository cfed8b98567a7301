package sampler

import (
	"crypto/sha256"
	"encoding/binary"
	"iter"
	"math/bits"
	"math/rand/v2"
	"sync"

	"github.com/holiman/uint256"
)

// A Stream is an endless sequence of independent uniform draws from a space.
// Its methods may be called from several goroutines at once.
//
// Draw i uses a ChaCha8 generator of its own, with a 32-byte seed made of 24 bytes of a hash of (space name, seed)
// and the 8 bytes of i. The generator is that of math/rand/v2, whose documentation guarantees its output.
type Stream struct {
	space Space
	key   [32]byte // of the generators; the last 8 bytes are for the number of the draw
	size  uint256.Int
}

// NewStream returns the stream of the given space and seed; any 64 bits are a seed. Different seeds, and equal
// seeds in spaces of different names, give unrelated streams.
func NewStream(space Space, seed uint64) *Stream {
	s := &Stream{space: space}
	if s.size.SetFromBig(space.Size()) || s.size.IsZero() {
		panic("sampler: space size is not in 1 to 2^256-1")
	}

	h := sha256.New()
	h.Write([]byte("chesscensus stream 1\x00" + space.Name() + "\x00"))
	h.Write(binary.LittleEndian.AppendUint64(nil, seed))
	copy(s.key[:24], h.Sum(nil))
	return s
}

// A scratch holds the variables of one draw. Scratches are pooled, so that draws allocate none.
type scratch struct {
	src  rand.ChaCha8
	rank uint256.Int
}

var scratchPool = sync.Pool{New: func() any { return new(scratch) }}

// rank sets t.rank to the rank of draw i.
func (s *Stream) rank(t *scratch, i uint64) {
	key := s.key
	binary.LittleEndian.PutUint64(key[24:], i)
	t.src.Seed(key)
	t.rank = Uniform(&t.src, &s.size)
}

// Rank returns the rank of draw i, uniform over the space.
func (s *Stream) Rank(i uint64) uint256.Int {
	t := scratchPool.Get().(*scratch)
	defer scratchPool.Put(t)
	s.rank(t, i)
	return t.rank
}

// Draw sets d to draw i. It allocates nothing if the space's Unrank does not.
func (s *Stream) Draw(d *Draw, i uint64) {
	t := scratchPool.Get().(*scratch)
	defer scratchPool.Put(t)
	s.rank(t, i)
	s.space.Unrank(d, &t.rank)
}

// Draws yields the draws first, first+1, ..., first+n-1 with their numbers. The
// pointer is the same each time, and each draw overwrites the one before.
func (s *Stream) Draws(first, n uint64) iter.Seq2[uint64, *Draw] {
	return func(yield func(uint64, *Draw) bool) {
		var d Draw
		for k := range n {
			s.Draw(&d, first+k)
			if !yield(first+k, &d) {
				return
			}
		}
	}
}

// Uniform returns an exactly uniform integer from 0 to n-1.
//
// It draws the least number of bits that can hold n-1, lowest word first, and
// rejects values that are n or more, at most half of them. It panics if n is 0.
func Uniform(src rand.Source, n *uint256.Int) uint256.Int {
	if n.IsZero() {
		panic("sampler: Uniform below 0")
	}
	last := *n
	last.SubUint64(&last, 1)
	words := max(1, (last.BitLen()+63)/64)
	mask := ^uint64(0) >> (64 - bits.Len64(last[words-1])) // bits that n-1 needs in its highest word
	for {
		var x uint256.Int
		for k := range words {
			x[k] = src.Uint64()
		}
		if x[words-1] &= mask; x.Lt(n) {
			return x
		}
	}
}

// Below returns an exactly uniform integer from 0 to n-1: the high word of n times a random word. It draws again if
// the low word is below 2^64 mod n, since otherwise some results would be more frequent (D. Lemire, "Fast Random
// Integer Generation in an Interval", 2019). It panics if n is 0.
func Below(src rand.Source, n uint64) uint64 {
	limit := -n % n // 2^64 mod n
	for {
		hi, lo := bits.Mul64(src.Uint64(), n)
		if lo >= limit {
			return hi
		}
	}
}
