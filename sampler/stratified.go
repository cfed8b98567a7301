package sampler

import (
	"math/big"

	"github.com/holiman/uint256"
)

// A Key is one property by which strata are told apart: all elements of a stratum
// have a value from Lo to Hi of it.
type Key struct {
	Name   string
	Lo, Hi int
}

// A Stratum is a part of a space whose size is known exactly.
type Stratum struct {
	// Name tells it from the others, such as "captures=5 promotions=9..10".
	Name string
	Size *big.Int
	Keys []Key
}

// A Stratified space is divided into strata: disjoint parts of exactly known sizes,
// at least 1, that together are the space. Elements of stratum h are numbered
// from 0 to its size - 1. The methods may be called from several goroutines at
// once.
type Stratified interface {
	Space

	// Strata returns the strata in their order. The slice is the caller's own.
	Strata() []Stratum

	// RankIn returns the rank in the space of element i of stratum h. It panics if
	// there is no stratum h or i is not below its size. It allocates nothing.
	RankIn(h int, i *uint256.Int) uint256.Int
}

// A StratifiedStream is an endless sequence of independent uniform draws from each
// stratum of a space. Its methods may be called from several goroutines at once.
//
// Draw i of stratum h depends on (space name, seed, h, i) alone, as for [Stream]:
// its ChaCha8 generator is seeded with 24 bytes of a hash of the first three and
// the 8 bytes of i. It is unrelated to every draw of other strata, and to those
// of a Stream.
type StratifiedStream struct {
	space  Stratified
	strata []Stream // of ranks below the size of the stratum
}

// NewStratifiedStream returns the stream of the given space and seed; any 64 bits
// are a seed. It panics if a stratum's size is not in 1 to 2^256-1.
func NewStratifiedStream(space Stratified, seed uint64) *StratifiedStream {
	s := &StratifiedStream{space: space}
	for h, stratum := range space.Strata() {
		t := Stream{space: space}
		if t.size.SetFromBig(stratum.Size) || t.size.IsZero() {
			panic("sampler: stratum size is not in 1 to 2^256-1")
		}
		t.words, t.mask = fit(&t.size)
		t.key = stratumSeed(space.Name(), seed, h)
		s.strata = append(s.strata, t)
	}
	return s
}

// Rank returns the rank in the space of draw i of stratum h, uniform over the
// stratum. It panics if there is no stratum h.
func (s *StratifiedStream) Rank(h int, i uint64) uint256.Int {
	t := scratches.Get().(*scratch)
	defer scratches.Put(t)
	s.strata[h].rank(t, i)
	return s.space.RankIn(h, &t.rank)
}

// Draw sets d to draw i of stratum h. It panics if there is no stratum h. It
// allocates nothing if the space's RankIn and Unrank do not.
func (s *StratifiedStream) Draw(d *Draw, h int, i uint64) {
	t := scratches.Get().(*scratch)
	defer scratches.Put(t)
	s.strata[h].rank(t, i)
	t.rank = s.space.RankIn(h, &t.rank)
	s.space.Unrank(d, &t.rank)
}

// A Redrawer is a space that can replace a draw by one of its likes that is more
// often legal.
type Redrawer interface {
	Space

	// Redraw changes a uniform draw and returns what it counts, level/levels in
	// [0,1]. For every function that is 0 for illegal setups, such as Weight/
	// Multiplicity of the legal ones, the mean of the function times level/levels is
	// that over plain draws. With level 0 there is nothing to judge, and d is not
	// to be used. levels is the same for all draws.
	//
	// Redraw changes the Setup but none of the properties that make a
	// stratum. Index is no longer that of the element drawn.
	Redraw(d *Draw, src Source) (level, levels int)
}

// Redraw sets d to draw i of stratum h, redrawn by the space if that is a [Redrawer],
// with the words of the draw's own generator that follow those of the rank. What the
// draw counts is put in d.Weight and d.Multiplicity, which are multiplied by level
// and by levels: so it contributes Weight/Multiplicity if legal, as always. It
// reports whether there is something to judge; if not, the draw contributes nothing.
//
// If viable is not nil it is asked about the plain draw first; if it says no, the
// draw is left as it is and Redraw reports false. It must refute what is illegal wherever
// the kings stand and whoever is to move, such as by counts of men, and nothing else.
//
// If the space is no Redrawer, the draw is the same as by Draw.
func (s *StratifiedStream) Redraw(d *Draw, h int, i uint64, viable func(*Draw) bool) bool {
	t := scratches.Get().(*scratch)
	defer scratches.Put(t)
	s.strata[h].rank(t, i)
	t.rank = s.space.RankIn(h, &t.rank)
	s.space.Unrank(d, &t.rank)
	if viable != nil && !viable(d) {
		return false
	}
	r, ok := s.space.(Redrawer)
	if !ok {
		return true
	}
	level, levels := r.Redraw(d, &t.src)
	d.Weight *= level
	d.Multiplicity *= levels
	return level > 0
}
