package sampler

import (
	"crypto/sha256"
	"encoding/binary"
	"math/big"
)

// A Divided set is cut into strata of exactly known sizes, at least 1, in each of which
// one can draw. It need not be a [Space]: its elements need no ranks. The methods may be
// called from several goroutines at once.
type Divided interface {
	// Name is the word by which commands and records know the set.
	Name() string

	// Size returns the number of elements, the sum of those of the strata, as a value of
	// the caller's own.
	Size() *big.Int

	// Strata returns the strata in their order. The slice is the caller's own.
	Strata() []Stratum

	// DrawIn sets d to a uniform element of stratum h, made from the words of the source
	// alone. It panics if there is no stratum h.
	DrawIn(d *Draw, h int, src Source)
}

// A DividedStream is an endless sequence of independent uniform draws from each stratum
// of a set. Its methods may be called from several goroutines at once.
//
// Draw i of stratum h depends on (name of the set, seed, h, i) alone, by the same keys as
// for a [StratifiedStream].
type DividedStream struct {
	set  Divided
	keys [][32]byte
}

// NewDividedStream returns the stream of the given set and seed; any 64 bits are a
// seed.
func NewDividedStream(set Divided, seed uint64) *DividedStream {
	s := &DividedStream{set: set}
	for h := range set.Strata() {
		s.keys = append(s.keys, stratumSeed(set.Name(), seed, h))
	}
	return s
}

// stratumSeed returns the key of the draws of a stratum, whose last 8 bytes are for the
// number of the draw.
func stratumSeed(name string, seed uint64, h int) (key [32]byte) {
	sum := sha256.New()
	sum.Write([]byte("chesscensus stratified stream 1\x00" + name + "\x00"))
	sum.Write(binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(nil, seed), uint64(h)))
	copy(key[:24], sum.Sum(nil))
	return key
}

// Set returns the set that the stream draws from.
func (s *DividedStream) Set() Divided { return s.set }

// Draw sets d to draw i of stratum h. It panics if there is no stratum h. It allocates
// nothing if the set's DrawIn does not.
func (s *DividedStream) Draw(d *Draw, h int, i uint64) {
	s.DrawThen(d, h, i, nil)
}

// DrawThen sets d to draw i of stratum h and, unless then is nil, returns what it makes
// of the draw with the words of the draw's own generator that follow. Without it, DrawThen
// returns true.
func (s *DividedStream) DrawThen(d *Draw, h int, i uint64, then func(d *Draw, src Source) bool) bool {
	t := scratches.Get().(*scratch)
	defer scratches.Put(t)
	key := s.keys[h]
	binary.LittleEndian.PutUint64(key[24:], i)
	t.src.Seed(key)
	s.set.DrawIn(d, h, &t.src)
	return then == nil || then(d, &t.src)
}
