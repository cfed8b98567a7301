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

// maxAllRanks is the largest size of a space of which [CheckSpace] tries all ranks; of a larger one it tries numTried.
const maxAllRanks, numTried = 200_000, 5000

// A SpaceCheck is the result of a [CheckSpace] that has found no error.
type SpaceCheck struct {
	Name      string
	Size      *big.Int
	Ranks     int  // number of ranks that were tried
	All       bool // whether all ranks were tried
	Neighbors int  // number of setups, neighbors of elements and mostly not in the space, that were ranked
	Inside    int  // number of neighbors that are in the space
}

// String returns the result in one line.
func (c *SpaceCheck) String() string {
	which := "random ones, the first and the last"
	if c.All {
		which = "all, with multiplicities"
	}
	return fmt.Sprintf("%s obeys the law of a space: size %s; %d ranks tried (%s) and %d setups beside them, of which %d are in the space",
		c.Name, digits.GroupFrom5(c.Size.String()), c.Ranks, which, c.Neighbors, c.Inside)
}

// CheckSpace tests whether a space obeys the law that [sampler.Space] states:
//
//   - Size is the same each time, from 1 to 2^256-1, and a value of the caller's own;
//   - Unrank gives the same element each time, with Multiplicity at least 1, Weight at least 0, and Index from 0 below Equivalents;
//   - Rank is the inverse: it gives the rank back, below Size, and sets the same fields (of a large space it may refuse elements of weight 0);
//   - an element that occurs several times has a different rank for each of its first few indexes (or none, if Multiplicity is not Equivalents);
//   - if Rank accepts a setup that differs from an element by one man or one move of a man, Unrank of that rank gives the setup back;
//   - if the space has at most 200 000 elements, each setup occurs as often as its Multiplicity says.
//
// The error names the rank and the element that break the law, also if a method panics. CheckSpace takes about a second. It cannot
// find members that neither Unrank nor Rank knows: for these compare with another space, or list the set by its definition.
func CheckSpace(space sampler.Space, seed uint64) (_ *SpaceCheck, err error) {
	step := "Name or Size" // the call that is tested, for the error of a panic
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("draws: space %T: %s panics: %.200v", space, step, p)
		}
	}()
	if space == nil {
		return nil, fmt.Errorf("draws: no space to check")
	}
	size, again := space.Size(), space.Size()
	switch {
	case space.Name() == "":
		return nil, fmt.Errorf("draws: space %T has no name", space)
	case size == nil || again == nil:
		return nil, fmt.Errorf("draws: space %s: Size is nil, want 1 to 2^256-1", space.Name())
	case size.Cmp(again) != 0:
		return nil, fmt.Errorf("draws: space %s: Size is %v, and then %v", space.Name(), size, again)
	case size.Sign() <= 0 || size.BitLen() > 256:
		return nil, fmt.Errorf("draws: space %s has size %v, want 1 to 2^256-1", space.Name(), size)
	case size == again:
		return nil, fmt.Errorf("draws: space %s: Size returns the same *big.Int twice, want a value of the caller's own", space.Name())
	}
	sc := spaceChecker{space: space, size: *uint256.MustFromBig(size), step: &step, rng: rand.New(rand.NewPCG(seed, 0))}
	sc.SpaceCheck = SpaceCheck{Name: space.Name(), Size: size, All: size.IsUint64() && size.Uint64() <= maxAllRanks}
	if sc.All {
		sc.counts = map[chess.Setup]int{}
	}
	if err := sc.run(); err != nil {
		return nil, fmt.Errorf("draws: space %s: %w", space.Name(), err)
	}
	return &sc.SpaceCheck, nil
}

// A spaceChecker is the state of CheckSpace.
type spaceChecker struct {
	SpaceCheck
	space  sampler.Space
	size   uint256.Int
	step   *string
	rng    *rand.Rand
	counts map[chess.Setup]int // number of elements with each setup, nil unless all ranks are tried
	setups []chess.Setup       // of counts, in the order of their first ranks
}

// run tries the ranks, and the neighbors of numTried elements.
func (sc *spaceChecker) run() error {
	n := sc.size.Uint64()
	if !sc.All {
		n = numTried
	}
	neighborStep := max(1, n/numTried)
	for i := range n {
		rank := *uint256.NewInt(i)
		if !sc.All {
			switch i % 50 {
			case 0: // one of the first ranks
				rank.SetUint64(i / 50)
			case 1: // one of the last ranks
				rank.Sub(&sc.size, uint256.NewInt(i/50+1))
			default:
				rank = sampler.Uniform(sc.rng, &sc.size)
			}
		}
		d, err := sc.checkElement(&rank)
		if err != nil {
			return err
		}
		sc.Ranks++
		if i%neighborStep == 0 {
			if err := sc.checkNeighbors(d.Setup); err != nil {
				return err
			}
		}
	}
	return sc.checkMultiplicities()
}

// checkElement tests one rank and returns its element.
func (sc *spaceChecker) checkElement(rank *uint256.Int) (d sampler.Draw, err error) {
	*sc.step = "Unrank(" + rank.Dec() + ")"
	var again sampler.Draw
	given := *rank
	sc.space.Unrank(&d, &given)
	isChanged := given != *rank
	given = *rank
	sc.space.Unrank(&again, &given)
	switch {
	case isChanged:
		return d, fmt.Errorf("method Unrank changes the rank %s that it is given", rank.Dec())
	case d != again:
		return d, fmt.Errorf("%s gives %+v, and then %+v", *sc.step, d, again)
	case d.Multiplicity < 1 || d.Weight < 0 || d.Equivalents < 1 || d.Index < 0 || d.Index >= d.Equivalents:
		return d, fmt.Errorf("%s gives %s with multiplicity %d, weight %d, index %d of %d; want at least 1, at least 0, and 0 to %d",
			*sc.step, d.Setup, d.Multiplicity, d.Weight, d.Index, d.Equivalents, max(d.Equivalents, 1)-1)
	}
	ranked := d
	back, refusal, err := sc.rankOf(&ranked)
	switch {
	case refusal != nil && d.Weight == 0 && !sc.All:
		return d, nil // Rank may refuse elements of weight 0 of a large space
	case refusal != nil:
		return d, fmt.Errorf("rank %s gives %s, index %d, which Rank refuses: %w", rank.Dec(), d.Setup, d.Index, refusal)
	case err != nil:
		return d, err
	case back != *rank:
		return d, fmt.Errorf("rank %s gives %s, whose rank is %s", rank.Dec(), d.Setup, back.Dec())
	case ranked != d:
		return d, fmt.Errorf("method Rank sets %+v, Unrank(%s) %+v", ranked, rank.Dec(), d)
	}
	if sc.counts != nil {
		if sc.counts[d.Setup]++; sc.counts[d.Setup] == 1 {
			sc.setups = append(sc.setups, d.Setup)
		}
	}
	return d, sc.checkOtherIndexes(&d, rank)
}

// maxIndexes is the number of indexes of an element, from 0 on, whose ranks are compared.
const maxIndexes = 4

// checkOtherIndexes tests that an element has other ranks for its other indexes. Some may have none if Equivalents is a wrong number, as in space ranked.
func (sc *spaceChecker) checkOtherIndexes(d *sampler.Draw, rank *uint256.Int) error {
	for index := range min(d.Equivalents, maxIndexes) {
		if index == d.Index {
			continue
		}
		other, refusal, err := sc.rankOf(&sampler.Draw{Setup: d.Setup, Index: index, Equivalents: d.Equivalents})
		switch {
		case refusal != nil && d.Multiplicity == d.Equivalents:
			return fmt.Errorf("rank %s gives %s, of which Rank refuses index %d: %w", rank.Dec(), d.Setup, index, refusal)
		case err != nil:
			return err
		case refusal == nil && other == *rank:
			return fmt.Errorf("%s has rank %s for index %d and for index %d of %d", d.Setup, rank.Dec(), d.Index, index, d.Equivalents)
		}
	}
	return nil
}

// rankOf returns the rank of a draw, or the error of a Rank that refuses it. It is another error if the rank is not below the size, or if the element
// with the rank has another setup.
func (sc *spaceChecker) rankOf(d *sampler.Draw) (rank uint256.Int, refusal, err error) {
	setup, index := d.Setup, d.Index
	*sc.step = fmt.Sprintf("Rank of %s, index %d", setup, index)
	if rank, refusal = sc.space.Rank(d); refusal != nil {
		return rank, refusal, nil
	}
	if !rank.Lt(&sc.size) {
		return rank, nil, fmt.Errorf("the rank of %s is %s, not below the size", setup, rank.Dec())
	}
	*sc.step = "Unrank(" + rank.Dec() + ")"
	given, back := rank, sampler.Draw{}
	if sc.space.Unrank(&back, &given); back.Setup != setup {
		err = fmt.Errorf("method Rank gives %s for %s, index %d, but that rank is %s", rank.Dec(), setup, index, back.Setup)
	}
	return rank, nil, err
}

// checkNeighbors ranks three setups that differ a little from an element: two squares exchanged, a square emptied, the other side to move.
func (sc *spaceChecker) checkNeighbors(s chess.Setup) error {
	from, to := chess.Square(sc.rng.IntN(64)), chess.Square(sc.rng.IntN(64))
	exchanged := s
	exchanged.Board.Put(to, s.Board.At(from))
	exchanged.Board.Put(from, s.Board.At(to))
	emptied := s
	emptied.Board.Put(from, chess.NoPiece)
	otherTurn := s
	otherTurn.Turn = s.Turn.Other()
	for _, neighbor := range []chess.Setup{exchanged, emptied, otherTurn} {
		sc.Neighbors++
		_, refusal, err := sc.rankOf(&sampler.Draw{Setup: neighbor})
		if err != nil {
			return err
		}
		if refusal == nil {
			sc.Inside++
		}
	}
	return nil
}

// checkMultiplicities compares the number of elements of each setup with their multiplicity.
func (sc *spaceChecker) checkMultiplicities() error {
	for _, s := range sc.setups {
		n, d := sc.counts[s], sampler.Draw{Setup: s}
		if _, err := sc.space.Rank(&d); err != nil {
			return fmt.Errorf("%s has a rank with an index, and none without: %w", s, err)
		}
		if d.Multiplicity != n {
			return fmt.Errorf("%s is there %d times, its multiplicity is %d", s, n, d.Multiplicity)
		}
	}
	return nil
}
