package census

import (
	"fmt"
	"math/big"

	"chesscensus/chess/notation/forms"
	"chesscensus/sampler"
	"chesscensus/sampler/spaces"
)

// DefaultSpace is the name of the space that is drawn from unless told otherwise:
// the repaired ranked set, which provably contains every legal position.
const DefaultSpace = spaces.Default

// A SpaceInfo describes a space that [OpenSpace] knows.
type SpaceInfo = spaces.Info

// Spaces lists the spaces by name, the default first. Conditions may
// follow a name, each after a bar: "ranked|men<=30" or "ranked|no-promotions".
func Spaces() []SpaceInfo { return spaces.All() }

// OpenSpace returns the space of a name, which it makes at the first call; "" means the default.
func OpenSpace(name string) (sampler.Space, error) {
	space, err := spaces.Open(name)
	if err != nil {
		return nil, fmt.Errorf("census: %w", err)
	}
	return space, nil
}

// openSet returns the set of a name that an estimate draws from: a cover, or a space, with its strata if it has any.
func openSet(name string) (sampler.Set, error) {
	set, err := new(spaces.Tables).Set(name)
	if err != nil {
		return nil, fmt.Errorf("census: %w", err)
	}
	return set, nil
}

// Size returns the exact number of elements of the space of a name.
func Size(space string) (*big.Int, error) {
	s, err := OpenSpace(space)
	if err != nil {
		return nil, err
	}
	return s.Size(), nil
}

// Draws returns the first n uniform draws from the space of a name. They depend on space and seed alone.
func Draws(space string, seed uint64, n int) ([]Draw, error) {
	s, err := OpenSpace(space)
	if err != nil {
		return nil, err
	}
	if n < 0 || n > maxDraws {
		return nil, fmt.Errorf("census: %d draws at once; want 0 to %d, or a sampler.Stream", n, maxDraws)
	}
	list := make([]Draw, 0, n)
	for _, d := range sampler.NewStream(s, seed).Draws(0, uint64(n)) {
		list = append(list, *d)
	}
	return list, nil
}

// Unrank returns the element of a space with a rank: a decimal number from 0 to the size less 1.
func Unrank(space, rank string) (Draw, error) {
	s, err := OpenSpace(space)
	if err != nil {
		return Draw{}, err
	}
	r, err := sampler.ParseRank(s, rank)
	if err != nil {
		return Draw{}, fmt.Errorf("census: %w", err)
	}
	var d Draw
	s.Unrank(&d, &r)
	return d, nil
}

// A Ranked is a setup as an element of a space: the least of its ranks, and how many elements denote it.
type Ranked struct {
	Rank         *big.Int
	Multiplicity int
}

// String returns both in words.
func (r Ranked) String() string {
	return fmt.Sprintf("rank %v, multiplicity %d", r.Rank, r.Multiplicity)
}

// Rank returns the rank of a setup in a space. The error says why the setup is not in the space.
func Rank[S Some](space string, setup S) (Ranked, error) {
	s, err := OpenSpace(space)
	if err != nil {
		return Ranked{}, err
	}
	var d Draw
	text, _ := any(setup).(string)
	if r, failed := forms.Read(text); failed == nil { // as written: a space may hold it with an en passant square and without
		d.Setup = r.Setup
	} else if d.Setup, err = setupOf(setup); err != nil {
		return Ranked{}, err
	}
	rank, err := s.Rank(&d)
	if err != nil {
		return Ranked{}, fmt.Errorf("census: %w", err)
	}
	return Ranked{rank.ToBig(), d.Multiplicity}, nil
}

// maxDraws is a number of draws that fits in memory easily.
const maxDraws = 1_000_000
