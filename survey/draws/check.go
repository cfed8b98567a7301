package draws

import (
	"fmt"
	"math/big"
	"math/rand/v2"

	"github.com/holiman/uint256"

	"chesscensus/chess"
	"chesscensus/internal/digits"
	"chesscensus/sampler"
)

// allRanks is the size up to which every rank of a space is tried; triedRanks are tried of a larger one.
const allRanks, triedRanks = 200_000, 5000

// A SpaceCheck says what [CheckSpace] has tried, and found in order.
type SpaceCheck struct {
	Name      string
	Size      *big.Int
	Ranks     int  // that were tried
	All       bool // whether these are all
	Neighbors int  // setups beside elements, most of them not in the space, that were ranked
	Inside    int  // of these that are in the space
}

// String says it in a line.
func (c *SpaceCheck) String() string {
	which := "random ones, the first and the last"
	if c.All {
		which = "all, with multiplicities"
	}
	return fmt.Sprintf("%s obeys the law of a space: size %s; %d ranks tried (%s) and %d setups beside them, of which %d are in the space",
		c.Name, digits.GroupFrom5(c.Size.String()), c.Ranks, which, c.Neighbors, c.Inside)
}

// CheckSpace tries whether a space obeys the law that [sampler.Space] states:
//
//   - Size is the same each time, from 1 to 2^256-1, and a value of the caller's own;
//   - Unrank gives the same element each time, with Multiplicity at least 1, Weight at least 0, and Index from 0 below Equivalents;
//   - Rank is the inverse: it gives the rank back, below Size, and sets the same fields (of a large space it may refuse elements of weight 0);
//   - the setups of the first few indexes of an element that is there several times have different ranks;
//   - a setup one man or one move of a man away, if Rank knows it, is what Unrank makes of its rank;
//   - up to 200 000 elements, a setup is there as often as its Multiplicity says.
//
// The error names the rank and the element that break it, also if a method panics. It takes a second or so. It cannot see members that
// neither Unrank nor Rank knows: for these compare with another space, or list the set by its definition.
func CheckSpace(space sampler.Space, seed uint64) (_ *SpaceCheck, err error) {
	at := "Name or Size" // what is tried
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("draws: space %T: %s panics: %.200v", space, at, p)
		}
	}()
	if space == nil {
		return nil, fmt.Errorf("draws: no space to check")
	}
	size, again := space.Size(), space.Size()
	switch {
	case space.Name() == "":
		return nil, fmt.Errorf("draws: space %T has no name", space)
	case size == nil || again == nil || size.Cmp(again) != 0:
		return nil, fmt.Errorf("draws: space %s: Size is %v, and then %v", space.Name(), size, again)
	case size.Sign() <= 0 || size.BitLen() > 256:
		return nil, fmt.Errorf("draws: space %s has size %v, want 1 to 2^256-1", space.Name(), size)
	case size == again:
		return nil, fmt.Errorf("draws: space %s: Size returns the same *big.Int twice, want a value of the caller's own", space.Name())
	}
	k := checking{space: space, size: *uint256.MustFromBig(size), at: &at, rng: rand.New(rand.NewPCG(seed, 0))}
	k.SpaceCheck = SpaceCheck{Name: space.Name(), Size: size, All: size.IsUint64() && size.Uint64() <= allRanks}
	if k.All {
		k.times = map[chess.Setup]int{}
	}
	if err := k.run(); err != nil {
		return nil, fmt.Errorf("draws: space %s: %w", space.Name(), err)
	}
	return &k.SpaceCheck, nil
}

// checking is the work of CheckSpace.
type checking struct {
	SpaceCheck
	space sampler.Space
	size  uint256.Int
	at    *string
	rng   *rand.Rand
	times map[chess.Setup]int // how often each setup came, if all ranks are tried
}

func (k *checking) run() error {
	n := k.size.Uint64()
	if !k.All {
		n = triedRanks
	}
	every := max(1, n/triedRanks)
	for i := range n {
		rank := *uint256.NewInt(i)
		if !k.All {
			switch i % 50 {
			case 0: // the first ones
				rank.SetUint64(i / 50)
			case 1: // the last ones
				rank.Sub(&k.size, uint256.NewInt(i/50+1))
			default:
				rank = sampler.Uniform(k.rng, &k.size)
			}
		}
		d, err := k.element(&rank)
		if err != nil {
			return err
		}
		k.Ranks++
		if i%every == 0 {
			if err := k.beside(d.Setup); err != nil {
				return err
			}
		}
	}
	return k.multiplicities()
}

// element tries one rank.
func (k *checking) element(rank *uint256.Int) (d sampler.Draw, err error) {
	*k.at = "Unrank(" + rank.Dec() + ")"
	var again sampler.Draw
	given := *rank
	k.space.Unrank(&d, &given)
	spoiled := given != *rank
	given = *rank
	k.space.Unrank(&again, &given)
	switch {
	case spoiled:
		return d, fmt.Errorf("method Unrank changes the rank %s that it is given", rank.Dec())
	case d != again:
		return d, fmt.Errorf("%s gives %+v, and then %+v", *k.at, d, again)
	case d.Multiplicity < 1 || d.Weight < 0 || d.Equivalents < 1 || d.Index < 0 || d.Index >= d.Equivalents:
		return d, fmt.Errorf("%s gives %s with multiplicity %d, weight %d, index %d of %d; want at least 1, at least 0, and 0 to %d",
			*k.at, d.Setup, d.Multiplicity, d.Weight, d.Index, d.Equivalents, max(d.Equivalents, 1)-1)
	}
	for index := range min(d.Equivalents, 4) {
		one := sampler.Draw{Setup: d.Setup, Index: index, Equivalents: d.Equivalents}
		if index == 0 {
			one = d
		} else if index == d.Index {
			continue
		}
		*k.at = fmt.Sprintf("Rank of %s, index %d", d.Setup, one.Index)
		back, err := k.space.Rank(&one)
		switch {
		case err != nil && d.Weight == 0 && !k.All:
			return d, nil // it stands for nothing
		case err != nil:
			return d, fmt.Errorf("rank %s gives %s, index %d, which Rank refuses: %w", rank.Dec(), d.Setup, one.Index, err)
		case !back.Lt(&k.size):
			return d, fmt.Errorf("the rank of %s is %s, not below the size", d.Setup, back.Dec())
		case index == 0 && back != *rank:
			return d, fmt.Errorf("rank %s gives %s, whose rank is %s", rank.Dec(), d.Setup, back.Dec())
		case index == 0 && one != d:
			return d, fmt.Errorf("method Rank sets %+v, Unrank(%s) %+v", one, rank.Dec(), d)
		case index > 0 && back == *rank:
			return d, fmt.Errorf("%s has rank %s for index %d and for index %d of %d", d.Setup, back.Dec(), d.Index, index, d.Equivalents)
		}
		if k.space.Unrank(&one, &back); one.Setup != d.Setup {
			return d, fmt.Errorf("%s, index %d, has rank %s, which is %s", d.Setup, index, back.Dec(), one.Setup)
		}
	}
	if k.times != nil {
		k.times[d.Setup]++
	}
	return d, nil
}

// beside ranks setups that differ a little from an element.
func (k *checking) beside(s chess.Setup) error {
	from, to := chess.Square(k.rng.IntN(64)), chess.Square(k.rng.IntN(64))
	moved := s
	moved.Board.Put(to, s.Board.At(from))
	moved.Board.Put(from, s.Board.At(to))
	less := s
	less.Board.Put(from, 0)
	turned := s
	turned.Turn = s.Turn.Other()
	for _, near := range []chess.Setup{moved, less, turned} {
		*k.at = "Rank of " + near.String()
		k.Neighbors++
		d := sampler.Draw{Setup: near}
		rank, err := k.space.Rank(&d)
		if err != nil {
			continue
		}
		k.Inside++
		if !rank.Lt(&k.size) {
			return fmt.Errorf("the rank of %s is %s, not below the size", near, rank.Dec())
		}
		*k.at = "Unrank(" + rank.Dec() + ")"
		if k.space.Unrank(&d, &rank); d.Setup != near {
			return fmt.Errorf("method Rank gives %s for %s, but that rank is %s", rank.Dec(), near, d.Setup)
		}
	}
	return nil
}

// multiplicities compares how often each setup came with what its elements say.
func (k *checking) multiplicities() error {
	for s, n := range k.times {
		d := sampler.Draw{Setup: s}
		if _, err := k.space.Rank(&d); err != nil {
			return fmt.Errorf("%s has a rank with an index, and none without: %w", s, err)
		}
		if d.Multiplicity != n {
			return fmt.Errorf("%s is there %d times, its multiplicity is %d", s, n, d.Multiplicity)
		}
	}
	return nil
}
