package ranked

import (
	"fmt"
	"math/big"

	"chesscensus/sampler"
)

// regionThinShare takes the place of thinShare for the complement of a region. With four times as
// many strata the variance of a survey hardly falls, and every stratum of a shard has fixed costs.
const regionThinShare = 800

// A dividedPart is the part of the space whose elements have certain counts, divided into
// strata of known sizes as by [Space.Stratify]. It never changes once made.
type dividedPart struct {
	strata *dividedSpace
	name   string
}

// Within returns the region of the setups without castling rights and en passant square, with at most so many men
// missing and at most so many pawns on the board, both sides together. It costs what [Space.Stratify] costs.
func (s *Space) Within(captures, pawns int) sampler.Divided {
	return s.region(fmt.Sprintf("%s within captures=%d pawns=%d", s.Name(), captures, pawns), thinShare, func(k stratumKey) bool {
		return within(k, captures, pawns)
	})
}

// Beyond returns the region of all other setups: those that have castling rights, an en
// passant square, more men missing, or more pawns.
func (s *Space) Beyond(captures, pawns int) sampler.Divided {
	return s.region(fmt.Sprintf("%s beyond captures=%d pawns=%d", s.Name(), captures, pawns), regionThinShare, func(k stratumKey) bool {
		return !within(k, captures, pawns)
	})
}

// within reports whether setups with the key are in the region of [Space.Within].
func within(k stratumKey, captures, pawns int) bool {
	return k[keySpecial] == 0 && int(k[keyCaptures]) <= captures && int(k[keyPawns]) <= pawns
}

// region returns the region of the elements with keys to keep.
func (s *Space) region(name string, share uint64, keep func(stratumKey) bool) *dividedPart {
	return &dividedPart{s.stratify(share, keep), name}
}

// Name returns the name of the space and the limits.
func (r *dividedPart) Name() string { return r.name }

// Size returns the number of elements.
func (r *dividedPart) Size() *big.Int {
	sum := new(big.Int)
	for _, stratum := range r.strata.list {
		sum.Add(sum, stratum.Size)
	}
	return sum
}

// Strata returns the strata in ascending order of their keys.
func (r *dividedPart) Strata() []sampler.Stratum { return r.strata.Strata() }

// SampleStratum sets d to a uniform element of stratum h; see [sampler.Divided]. It
// costs what a draw of the space costs.
func (r *dividedPart) SampleStratum(d *sampler.Draw, h int, words *sampler.Words) {
	r.strata.SampleStratum(d, h, words)
}
