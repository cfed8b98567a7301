package campaign

import (
	"context"
	"fmt"
	"math"
	"slices"

	"chesscensus/stats/design"
	"chesscensus/survey/internal/shards"
)

// Findings are the results of a pilot from which a plan is computed. They decide how many draws and games each stratum gets, and do
// not bias the estimate. So the findings of one pilot can serve many plans of the same set, see [Explore]: such a plan costs nothing
// to make.
//
// Name key: k counts the phases from 0.
type Findings struct {
	// Space, Stratification and Phases, by name, are those of the pilot. A plan with others is refused.
	Space          string   `json:"space"`
	Stratification string   `json:"stratification"`
	Phases         []string `json:"phases"`
	// Seed and Draws of the pilot. A survey with this seed is refused, as its draws would be those of the pilot.
	Seed  uint64 `json:"seed"`
	Draws uint64 `json:"draws"`
	// Value is the estimate of the pilot, Known the coefficients of the difference estimator by phase from the second on.
	Value float64   `json:"value"`
	Known []float64 `json:"known"`
	// Costs are those of one judgement in seconds by phase. The first one includes making the draw.
	Costs []float64 `json:"costs"`
	// Simple is the standard error after one second of uniform draws that are all judged through all phases.
	Simple float64 `json:"simple"`
	// Classes is the name of the classes of the last phase, "" if there are none. Models has a model for each stratum.
	Classes string         `json:"classes"`
	Models  []design.Model `json:"models"`
}

// Explore makes the pilot of a plan and returns its findings, for [PilotRequest.Findings] of later plans. Unless the request has a
// number of draws, its budget decides that number. The budget also decides whether the last phase has classes (from 100 s on).
// Explore writes nothing. Its errors are those of [Make].
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

// findings returns the findings of a pilot, with the costs of the request if it has some.
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
	result, err := d.Estimate(pl.sample, shards.OptionsOf(p)) // with Known it is ten times as exact from so few games
	if err != nil {
		return nil, err
	}
	if f.Value = result.Low.Value; !(f.Value > 0) {
		return nil, fmt.Errorf("the pilot of %d draws has found nothing to estimate; a larger pilot is needed (--pilot)", f.Draws)
	}
	if r.Costs == nil { // not before, since a pilot without survivors has models of one phase
		if err := design.SetCosts(f.Models, pl.strataCosts()); err != nil {
			return nil, err
		}
	}
	f.Simple, err = shards.SimplePerSecond(p, pl.sample, costs, pl.levels)
	return f, err
}

// checkUsable returns an error if findings are of another set or other phases than the plan, or have impossible values.
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
