package survey

import (
	"fmt"

	"github.com/holiman/uint256"

	"chesscensus/sampler"
)

// Within returns the part of a space whose setups another space has, the class: what
// lies outside gets weight 0. Size and ranks are those of the whole space, so size times
// mean contribution estimates the legal positions of the class that the space holds.
//
// It ranks every draw in the class, which costs about a microsecond. First leave out
// with [sampler.Restrict] what can be left out exactly; the fewer draws are wasted.
func Within(space, class sampler.Space) sampler.Space { return &within{space, class} }

type within struct {
	sampler.Space
	class sampler.Space
}

// Name returns the names of both, with a bar between.
func (w *within) Name() string { return w.Space.Name() + "|in " + w.class.Name() }

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

// Unrank sets d as the whole space does, with weight 0 outside of the class.
func (w *within) Unrank(d *sampler.Draw, rank *uint256.Int) {
	w.Space.Unrank(d, rank)
	if d.Weight != 0 && w.checkInside(d) != nil {
		d.Weight = 0
	}
}

// Rank returns the rank in the whole space. It fails for elements outside the class.
func (w *within) Rank(d *sampler.Draw) (rank uint256.Int, err error) {
	if rank, err = w.Space.Rank(d); err == nil {
		err = w.checkInside(d)
	}
	if err != nil {
		return uint256.Int{}, fmt.Errorf("%s: %w", w.Name(), err)
	}
	return rank, nil
}
