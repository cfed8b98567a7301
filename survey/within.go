package survey

import (
	"fmt"

	"github.com/holiman/uint256"

	"chesscensus/sampler"
)

// Within returns a space in which setups outside of another space, the class, have weight
// 0. Size and ranks are those of the first space, so size times mean contribution
// estimates the number of legal positions that are in both.
//
// It ranks every draw in the class, which costs about a microsecond. If a part of the
// condition can be a [sampler.Restrict], restrict the space first, so that fewer draws have
// weight 0.
func Within(space, class sampler.Space) sampler.Space { return &within{space, class} }

// A within is the space of [Within].
type within struct {
	sampler.Space
	class sampler.Space
}

// Name returns the names of space and class.
func (w *within) Name() string { return w.Space.Name() + "|in " + w.class.Name() }

// checkInside returns an error if a draw is not in the class or has weight 0 there.
func (w *within) checkInside(d *sampler.Draw) error {
	e := sampler.Draw{Setup: d.Setup}
	if _, err := w.class.Rank(&e); err != nil {
		return err
	}
	if e.Weight == 0 {
		return sampler.NotInSpace(w.Name(), "an element of weight 0 in %s", w.class.Name())
	}
	return nil
}

// Unrank sets d as the first space does, with weight 0 outside of the class.
func (w *within) Unrank(d *sampler.Draw, rank *uint256.Int) {
	w.Space.Unrank(d, rank)
	if d.Weight != 0 && w.checkInside(d) != nil {
		d.Weight = 0
	}
}

// Rank returns the rank in the first space. It fails for elements outside of the class.
func (w *within) Rank(d *sampler.Draw) (rank uint256.Int, err error) {
	if rank, err = w.Space.Rank(d); err == nil {
		err = w.checkInside(d)
	}
	if err != nil {
		return uint256.Int{}, fmt.Errorf("%s: %w", w.Name(), err)
	}
	return rank, nil
}
