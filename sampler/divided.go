package sampler

import (
	"crypto/sha256"
	"encoding/binary"
	"math/big"
	"math/rand/v2"
	"slices"
	"sync"
)

// A Key is one property by which strata are told apart: all elements of a stratum
// have a value from Lo to Hi of it.
type Key struct {
	Name   string
	Lo, Hi int
}

// A Stratum is a part of a set whose size is known exactly.
type Stratum struct {
	// Name tells it from the others, such as "captures=5 promotions=9..10".
	Name string
	Size *big.Int
	Keys []Key
}

// A Divided set is cut into strata: disjoint parts of exactly known sizes, at least 1, that together
// are the set, and in each of which one can draw. It need not be a [Space]: its elements need no
// ranks. The methods may be called from several goroutines at once.
type Divided interface {
	Set // its size is the sum of those of the strata

	// Strata returns the strata in their order. The slice is the caller's own.
	Strata() []Stratum

	// SampleStratum sets d to a uniform element of stratum h, made from words
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

// Draw sets d to draw i of stratum h. It panics if there is no stratum h. It allocates
// nothing if the set's SampleStratum does not.
func (s *DividedStream) Draw(d *Draw, h int, i uint64) {
	s.DrawThen(d, h, i, nil)
}

// DrawThen sets d to draw i of stratum h and, unless then is nil, returns what it makes
// of the draw with the words of the draw's own generator that follow. Without it, DrawThen
// returns true.
func (s *DividedStream) DrawThen(d *Draw, h int, i uint64, then func(d *Draw, src rand.Source) bool) bool {
	w := wordPool.Get().(*Words)
	defer wordPool.Put(w)
	key := s.keys[h]
	binary.LittleEndian.PutUint64(key[24:], i)
	w.Seed(key)
	s.set.SampleStratum(d, h, w)
	return then == nil || then(d, w)
}

// wordPool keeps the words of draws, which would otherwise be allocated anew for each.
var wordPool = sync.Pool{New: func() any { return new(Words) }}

// Union returns the set whose strata are those of some sets, one set after the other. That
// the sets have no element in common is the caller's business. The names of the strata have
// that of their set and a colon before them. It panics if there are no sets.
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
			u.places = append(u.places, place{set, h})
		}
	}
	return u
}

type union struct {
	name   string
	size   *big.Int
	strata []Stratum
	places []place
}

// A place is a stratum of a set.
type place struct {
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
