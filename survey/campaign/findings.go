package campaign

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"chesscensus/stats/design"
	"chesscensus/survey/internal/shards"
)

// Findings are all that a plan is computed from: what a pilot has found out about a set. They say how many draws and games each stratum
// gets, nothing of the estimate, which is unbiased whatever the plan. So those of one pilot can serve many plans of the
// same set, see [Explore]: such a plan costs nothing to make.
//
// Name key: k counts the phases from 0.
type Findings struct {
	// Space, Stratification and Phases by name say of what the findings are; others are refused.
	Space          string   `json:"space"`
	Stratification string   `json:"stratification"`
	Phases         []string `json:"phases"`
	// Seed and Draws of the pilot. A survey with this seed is refused, as its draws would be those of the pilot.
	Seed  uint64 `json:"seed"`
	Draws uint64 `json:"draws"`
	// Value is what the pilot estimates, Known the coefficients of the difference estimator by phase from the second on.
	Value float64   `json:"value"`
	Known []float64 `json:"known"`
	// Costs in seconds of one judgement by phase, that of the first with the draw.
	Costs []float64 `json:"costs"`
	// Simple is the standard error after one second of uniform draws that are all judged to the end.
	Simple float64 `json:"simple"`
	// Classes names those of the last phase, "" if there are none. Models has one for each stratum.
	Classes string         `json:"classes"`
	Models  []design.Model `json:"models"`
}

// Explore makes the pilot of a plan and returns what it finds, for [PilotRequest.Findings] of later plans. The budget of the
// request decides how many draws it makes, unless they are given, and whether its last phase has classes (from 100 s on).
// Errors are those of [Make]; nothing is written.
func Explore(ctx context.Context, prog Program, r Request) (*Findings, error) {
	c, space, err := draftPlan(prog, "", &r)
	if err != nil {
		return nil, err
	}
	pl, err := c.explore(ctx, prog, space, &r)
	if err != nil {
		return nil, err
	}
	return c.findings(pl, &r)
}

// findings returns what a pilot says: costs as measured, or those of the request.
func (c *Campaign) findings(pl *pilot, r *Request) (*Findings, error) {
	p, costs := c.Plan, pl.costs
	if r.Costs != nil {
		costs = r.Costs
	}
	if len(costs) != len(p.Phases) {
		return nil, fmt.Errorf("found %d costs, want one for each of the %d phases", len(costs), len(p.Phases))
	}
	f := &Findings{Space: p.Space, Stratification: p.Stratification, Phases: shards.PhaseNames(c.Plan),
		Seed: pl.plan.Seed, Draws: pl.plan.Draws(), Known: shards.KnownShares(pl.plan, pl.sample), Costs: costs, Classes: p.Classes}
	p.Known = f.Known
	d := shards.DesignOf(p)
	var err error
	if f.Models, err = d.Model(pl.sample, costs, r.knowledge); err != nil {
		return nil, err
	}
	if r.Costs == nil {
		if err := design.SetCosts(f.Models, pl.strataCosts()); err != nil {
			return nil, err
		}
	}
	result, err := d.Estimate(pl.sample, shards.OptionsOf(p)) // with Known: ten times as good from so few games
	if err != nil {
		return nil, err
	}
	if f.Value = result.Low.Value; !(f.Value > 0) {
		return nil, errors.New("the pilot has found nothing to estimate; a larger pilot is needed")
	}
	f.Simple, err = shards.SimplePerSecond(p, pl.sample, costs, pl.levels)
	return f, err
}

// checkUsable returns an error if findings are not of the set and phases of a plan, or could not be a pilot's.
func (f *Findings) checkUsable(c *Campaign) error {
	p := c.Plan
	switch {
	case f.Space != p.Space || f.Stratification != p.Stratification:
		return fmt.Errorf("the findings are of %s by %s; the plan is of %s by %s", f.Space, f.Stratification, p.Space, p.Stratification)
	case !slices.Equal(f.Phases, shards.PhaseNames(c.Plan)):
		return fmt.Errorf("the findings are of the phases %v; the plan has %v", f.Phases, shards.PhaseNames(c.Plan))
	case len(f.Models) != len(p.Strata) || len(f.Costs) != len(p.Phases) || len(f.Known) != len(p.Phases)-1:
		return fmt.Errorf("findings on %d strata, %d costs and %d coefficients; the plan has %d strata and %d phases",
			len(f.Models), len(f.Costs), len(f.Known), len(p.Strata), len(p.Phases))
	case !(f.Value > 0) || math.IsInf(f.Value, 0) || !(f.Simple >= 0):
		return fmt.Errorf("findings of a pilot that estimates %g", f.Value)
	case f.Seed == p.Seed:
		return fmt.Errorf("seed %d is that of the pilot, whose draws must not be used again; another is needed", p.Seed)
	}
	return nil
}
