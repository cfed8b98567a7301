package sampler

import (
	"crypto/sha256"
	"encoding/binary"
	"math/big"
	"math/rand/v2"
	"slices"
	"sync"
)

// A Key is a property with the range of its values, from Lo to Hi, in a stratum.
type Key struct {
	Name   string
	Lo, Hi int
}

// A Stratum is a part of a set whose size is known exactly.
type Stratum struct {
	// Name is a unique name, such as "captures=5 promotions=9..10".
	Name string
	Size *big.Int
	Keys []Key
}

// A Divided set is divided into strata: disjoint parts of exactly known sizes, at least 1, each of
// which can be sampled. It need not be a [Space]: its elements need no ranks. The methods may be
// called from several goroutines at once.
type Divided interface {
	Set // its size is the sum of those of the strata

	// Strata returns the strata in their order. The caller may change the slice.
	Strata() []Stratum

	// SampleStratum sets d to a uniform element of stratum h that depends on words
	// alone. It panics if there is no stratum h.
	SampleStratum(d *Draw, h int, words *Words)
}

// A DividedStream is an endless sequence of independent uniform draws from each stratum
// of a set. Its methods may be called from several goroutines at once.
//
// Draw i of stratum h depends on (name of the set, seed, h, i) alone: its ChaCha8 generator is
// seeded with 24 bytes of a hash of the first three and the 8 bytes of i. It is unrelated to every
// draw of other strata, and to those of a [Stream].
type DividedStream struct {
	set  Divided
	keys [][32]byte
}

// NewDividedStream returns the stream of the given set and seed; any 64 bits are a seed.
func NewDividedStream(set Divided, seed uint64) *DividedStream {
	s := &DividedStream{set: set}
	for h := range set.Strata() {
		s.keys = append(s.keys, stratumSeed(set.Name(), seed, h))
	}
	return s
}

// stratumSeed returns the key of the draws of a stratum, whose last 8 bytes are for the number of the draw.
func stratumSeed(name string, seed uint64, h int) (key [32]byte) {
	sum := sha256.New()
	sum.Write([]byte("chesscensus stratified stream 1\x00" + name + "\x00"))
	sum.Write(binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(nil, seed), uint64(h)))
	copy(key[:24], sum.Sum(nil))
	return key
}

// Draw sets d to draw i of stratum h. It panics if there is no stratum h. It allocates
// nothing if the set's SampleStratum does not.
func (s *DividedStream) Draw(d *Draw, h int, i uint64) {
	s.DrawThen(d, h, i, nil)
}

// DrawThen sets d to draw i of stratum h and returns the result of then, which may use the
// next words of the generator of the draw. If then is nil it returns true.
func (s *DividedStream) DrawThen(d *Draw, h int, i uint64, then func(d *Draw, src rand.Source) bool) bool {
	w := wordPool.Get().(*Words)
	defer wordPool.Put(w)
	key := s.keys[h]
	binary.LittleEndian.PutUint64(key[24:], i)
	w.Seed(key)
	s.set.SampleStratum(d, h, w)
	return then == nil || then(d, w)
}

// wordPool holds generators for reuse, so that draws allocate none.
var wordPool = sync.Pool{New: func() any { return new(Words) }}

// Union returns the union of sets that must have no element in common. Its strata are those of the sets, one set after
// the other; the name of the set and a colon precede the name of a stratum. Union panics if there are no sets.
func Union(name string, sets ...Divided) Divided {
	if len(sets) == 0 {
		panic("sampler: union of no sets")
	}
	u := &union{name: name, size: new(big.Int)}
	for _, set := range sets {
		for h, s := range set.Strata() {
			s.Name = set.Name() + ": " + s.Name
			u.size.Add(u.size, s.Size)
			u.strata = append(u.strata, s)
			u.places = append(u.places, stratumPlace{set, h})
		}
	}
	return u
}

// A union is the result of Union.
type union struct {
	name   string
	size   *big.Int
	strata []Stratum
	places []stratumPlace
}

// A stratumPlace is a stratum of a set.
type stratumPlace struct {
	set Divided
	h   int
}

func (u *union) Name() string   { return u.name }
func (u *union) Size() *big.Int { return new(big.Int).Set(u.size) }
func (u *union) Strata() []Stratum {
	list := slices.Clone(u.strata)
	for h := range list {
		list[h].Size = new(big.Int).Set(list[h].Size)
		list[h].Keys = slices.Clone(list[h].Keys)
	}
	return list
}
func (u *union) SampleStratum(d *Draw, h int, words *Words) {
	u.places[h].set.SampleStratum(d, u.places[h].h, words)
}
