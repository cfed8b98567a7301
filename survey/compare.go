package survey

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"chesscensus/legality/verdict"
	"chesscensus/sampler"
	"chesscensus/stats"
	"chesscensus/stats/compare"
	"chesscensus/survey/internal/loop"
)

// A Comparison is the configuration of a comparison of spaces. The tests are valid only if
// all spaces hold the same legal positions.
type Comparison struct {
	// Spaces, at least two, of different names: a stream is keyed by name and seed, so
	// their samples are independent.
	Spaces []sampler.Space
	Seed   uint64
	// Draws is the number of draws from each space.
	Draws  uint64
	Effort verdict.Effort
	// Workers as in [Config].
	Workers int
	// Options of the estimates, and of the tests. The level of the tests is that of all
	// tests together (Bonferroni). The test of positions that are not refuted, the test of
	// proven ones if there are some, and the tests of the distributions have equal parts of
	// it, and each of the three distributions has a third of its part.
	Options stats.Options
	Tests   compare.Options
	// Progress, if not nil, is called with the number of draws done, of all spaces.
	Progress func(done uint64)
	// CPU, if not nil, returns the processor time used so far; without it the costs
	// are unknown. It has no influence on anything else.
	CPU func() time.Duration
}

// PropertyShares is the comparison of the distributions of a property.
type PropertyShares struct {
	Property string
	*compare.Shares
}

// Compared is the result of a comparison.
type Compared struct {
	// Reports of the spaces, in their order, and the processor time of each in seconds,
	// 0 if it is unknown.
	Reports []*Report
	Seconds []float64
	// NotRefuted compares the high estimates, which count positions that no stage has
	// refuted. It is nil if there are fewer than two reports with draws.
	NotRefuted *compare.Agreement
	// Proven compares the low estimates, which count positions that games prove legal. It is
	// nil unless each space has such a draw.
	Proven *compare.Agreement
	// Shares compares the distributions of men, captures and [Promotions] among positions
	// that are not refuted, for the spaces that have such draws, if there are two.
	Shares []PropertyShares
}

// comparedProperties are the properties whose distributions are compared, beside men.
var comparedProperties = []Property{captures, Promotions}

// Compare draws from every space, one after the other, judges, and tests whether the
// results agree. They depend on spaces, seed, draws, effort and options alone, except
// for Seconds and the efficiencies per second.
//
// When the context is done it returns the comparison of the completed blocks, together with
// the error of the context.
func Compare(ctx context.Context, c Comparison) (*Compared, error) {
	if err := c.validate(); err != nil {
		return nil, err
	}
	r := &Compared{}
	var runErr error
	for i, space := range c.Spaces {
		config := Config{Space: space, Seed: c.Seed, Draws: c.Draws, Effort: c.Effort, Workers: c.Workers,
			Options: c.Options, Properties: comparedProperties}
		if c.Progress != nil {
			config.Progress = func(done uint64) { c.Progress(uint64(i)*c.Draws + done) }
		}
		var start time.Duration
		if c.CPU != nil {
			start = c.CPU()
		}
		report, err := Run(ctx, config)
		if err != nil && (report == nil || ctx.Err() == nil) {
			return nil, err
		}
		seconds := 0.0
		if c.CPU != nil {
			seconds = (c.CPU() - start).Seconds()
		}
		if report.Draws > 0 {
			r.Reports, r.Seconds = append(r.Reports, report), append(r.Seconds, seconds)
		}
		if runErr = err; runErr != nil {
			break
		}
	}
	if len(r.Reports) < 2 {
		return r, runErr
	}
	return r, errors.Join(r.testAgreement(c.Tests), runErr)
}

// validate returns an error if the comparison has fewer than two spaces, a space twice, or no draws.
func (c *Comparison) validate() error {
	if len(c.Spaces) < 2 {
		return fmt.Errorf("survey: %d spaces to compare, want at least 2", len(c.Spaces))
	}
	if c.Draws == 0 {
		return errors.New("survey: 0 draws, want at least 1")
	}
	names := map[string]bool{}
	for _, s := range c.Spaces {
		if err := loop.CheckSpace(s); err != nil {
			return fmt.Errorf("survey: %w", err)
		}
		if names[s.Name()] {
			return fmt.Errorf("survey: the space %s twice: its two samples would be the same", s.Name())
		}
		names[s.Name()] = true
	}
	return c.Tests.Validate()
}

// testAgreement sets the comparisons of the reports.
func (r *Compared) testAgreement(opt compare.Options) (err error) {
	high := func(e *stats.Result) stats.Estimate { return e.High }
	low := func(e *stats.Result) stats.Estimate { return e.Low }
	allProven := true
	for _, report := range r.Reports {
		allProven = allProven && report.Estimate.InCount > 0
	}
	families := 2.0 // of tests: the high estimates, and the distributions
	if allProven {
		families = 3
	}
	opt.Level = cmp.Or(opt.Level, compare.DefaultLevel) / families
	if r.NotRefuted, err = compare.Estimates(r.samples(high), opt); err != nil {
		return err
	}
	if allProven {
		if r.Proven, err = compare.Estimates(r.samples(low), opt); err != nil {
			return err
		}
	}
	properties := append([]Property{men}, comparedProperties...)
	opt.Level /= float64(len(properties))
	for k, p := range properties {
		var counted []compare.Counted
		for _, report := range r.Reports {
			if report.Estimate.High.Value == 0 {
				continue
			}
			h := &report.Men
			if k > 0 {
				h = &report.Properties[k-1]
			}
			counted = append(counted, compare.Counted{Name: report.Space, Histogram: h})
		}
		if len(counted) < 2 {
			return nil
		}
		shares, err := compare.Distributions(counted, opt)
		if err != nil {
			return fmt.Errorf("%s: %w", p.Name, err)
		}
		r.Shares = append(r.Shares, PropertyShares{p.Name, shares})
	}
	return nil
}

// samples returns one end of the estimate of every report, with its cost.
func (r *Compared) samples(end func(*stats.Result) stats.Estimate) (list []compare.Sample) {
	for i, report := range r.Reports {
		list = append(list, compare.Sample{Name: report.Space, Estimate: end(&report.Estimate), Seconds: r.Seconds[i]})
	}
	return list
}

// Agree reports whether every test of the comparison accepts at its level, and at least the
// estimates were tested. If there is no difference, Agree is false with at most the
// probability that is the level of the tests.
func (r *Compared) Agree() bool {
	agree := r.NotRefuted != nil && r.NotRefuted.DF > 0 && r.NotRefuted.Agree
	if r.Proven != nil {
		agree = agree && r.Proven.Agree
	}
	for _, s := range r.Shares {
		agree = agree && s.Agree
	}
	return agree
}
