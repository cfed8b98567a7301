package report

import (
	"context"
	"maps"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"chesscensus/sampler/spaces"
	"chesscensus/stats"
	"chesscensus/stats/design"
	"chesscensus/survey/internal/loop"
	"chesscensus/survey/internal/record"
	"chesscensus/survey/internal/shards"
	"chesscensus/survey/plan"
)

// Upper limits at 95 % of the number of wrong refutations for each legal position: refutations by rules and by later stages for each legal
// position, times the largest share of wrong ones that the rechecks leave possible (rule of three, since they found none; docs/BIAS.md).
// Only the refutations of the kernel space were rechecked for the cover. The other part of the cover has the limit of ranked-repaired.
const (
	wrongOfRanked = 16.5*0.9e-6 + 0.5*3.0e-6
	wrongOfKernel = 7.03*0.61e-6 + 0.110*9.7e-6
	wrongOfCover  = 0.989*wrongOfKernel + 0.011*wrongOfRanked
)

// WrongRefutations returns the upper limit at 95 % of the number of wrong refutations for each legal position of a space, by the rechecks:
// 5.5e-6 for the cover, and 1.6e-5 for other spaces, which have no more refutations for each legal position than ranked-repaired.
func WrongRefutations(space string) float64 {
	if space == spaces.LargeCover {
		return wrongOfCover
	}
	return wrongOfRanked
}

// Published is the estimate of the number of legal positions from two million draws
// by J. Tromp and P. Österlund (github.com/tromp/ChessPositionRanking): 4.82193e44
// +- 2.74973e42, a half-width of 1.96 standard errors.
var Published = stats.Estimate{Value: 4.82193e44, StdErr: 2.74973e42 / stats.ReferenceZ,
	Lo: 4.82193e44 - 2.74973e42, Hi: 4.82193e44 + 2.74973e42, Confidence: 0.95, Method: stats.Normal, Draws: 2_000_000}

// A Report has the results of a survey. It depends on the plan and the shards that are done, not on the order or time of the
// work.
type Report struct {
	Source
	Progress
	// Supplement is the survey of the members that the set lacked when the draws were made, nil if it lacked none. All figures but those
	// of Source, Progress and Laws are of both surveys together.
	Supplement *Supplement `json:"supplement,omitempty"`
	// UpperBound says that no phase proves positions legal: all figures count positions that are not refuted.
	UpperBound bool `json:"upper_bound"`
	// Later counts the open draws and those that were settled later, nil for upper bounds. All figures use the settled draws.
	Later *Later `json:"open_draws,omitempty"`
	// Estimate is the number of legal positions with its variance by phase and
	// stratum.
	Estimate design.Result `json:"estimate"`
	// Between is a point between Low and High: it divides the open draws in the ratio of those that were settled later. It is a guess
	// without an interval, since the settled draws are not a random part of the open ones. 0 if no draw was settled later.
	Between float64 `json:"between,omitempty"`
	Checks
	// Groups are the by-products.
	Groups []Group `json:"by_products"`
	// Multiplicity is the mean number of elements of the space that a legal position
	// has.
	Multiplicity stats.Estimate `json:"mean_multiplicity"`
	// Verdicts are the shares of uniform draws by verdict.
	Verdicts []VerdictShare `json:"verdicts"`
	// Derived follows from the estimate and the by-products.
	Derived Derived `json:"derived"`
	// MadeAgain counts the shards that were made by two machines, nil for surveys on one machine.
	MadeAgain *MadeAgain `json:"made_again,omitempty"`
	// Laws of properties that shards do not count; to be filled by [Reader.Laws], which makes draws again.
	Laws []Law `json:"laws,omitempty"`
}

// MadeAgain counts, for a survey on many machines, the shards that a second one has made alike: Agreed of Shards.
type MadeAgain struct {
	Agreed int `json:"agreed"`
	Shards int `json:"shards"`
}

// A Source has the plan and the programs of a report.
type Source struct {
	Space  string        `json:"space"`
	Size   string        `json:"size"`
	Seed   uint64        `json:"seed"`
	Redraw bool          `json:"recast"`
	Hash   string        `json:"plan"`
	Code   plan.Code     `json:"code"`
	Builds []string      `json:"builds"`
	Phases []plan.Phase  `json:"phases"`
	Plan   plan.Expected `json:"expected"`
}

// Engines returns the versions of the engine that the builds name, ascending: none for surveys made before builds named one.
func (s *Source) Engines() (versions []int) {
	for _, build := range s.Builds {
		if v := record.Engine(build); v > 0 {
			versions = append(versions, v)
		}
	}
	slices.Sort(versions)
	return slices.Compact(versions)
}

// A Progress is the part of the plan that is done.
type Progress struct {
	// Shards of the plan, Done of them; Draws made, and Judged in every phase.
	Shards int      `json:"shards"`
	Done   int      `json:"shards_done"`
	Draws  uint64   `json:"draws"`
	Judged []uint64 `json:"judged"`
}

// Checks compare the estimate with other estimates and with the forecast.
type Checks struct {
	// Forecast is the relative half-width that the plan expects after the shards that are done, at the level of the report.
	Forecast float64 `json:"expected_relative_half_width"`
	// Gain is the ratio of the variance of simple sampling for the same processor
	// time to that of this survey, at the costs in the plan; 0 if not known. Simple
	// sampling means uniform draws, each judged through all phases, games included, as
	// the published estimates did it. Most of the gain is that few games are looked for.
	Gain float64 `json:"gain_over_simple_sampling"`
	// Replicated is the standard error from the spread of the shards, each taken as a
	// survey of its own: a check by other means. 0 for fewer than two.
	Replicated float64 `json:"std_err_from_shards"`
	// ByShard are the estimates of the single shards, in the order of their numbers. Replicated is their standard deviation over the root
	// of their number. A survey with a supplement has two lists, and the squares of their standard errors add up.
	ByShard [][]float64 `json:"estimates_by_shard,omitempty"`
	// Z is the difference to Published in joint standard errors, P the probability of one as large.
	Z float64 `json:"z_published"`
	P float64 `json:"p_published"`
}

// A VerdictShare is the share of uniform draws with a verdict.
type VerdictShare struct {
	Label string  `json:"label"`
	Text  string  `json:"text"`
	Share float64 `json:"share"`
	// StdErr is the standard error of Share, HalfWidth half of its normal interval at the confidence of the plan.
	StdErr    float64 `json:"std_err"`
	HalfWidth float64 `json:"half_width"`
}

// Report computes the report of the folder. The problems are those of [record.Folder.Check]. The report leaves out shards with problems.
func (rd *Reader) Report(ctx context.Context) (*Report, []record.Problem, error) {
	return rd.report(ctx, nil)
}

// ReportAndTrace is [Reader.Report] with a point for every sound shard of the folder, for a figure of the half-width against the processor
// time. Unlike a report, the points contain measured times.
func (rd *Reader) ReportAndTrace(ctx context.Context) (*Report, []Point, []record.Problem, error) {
	tr := rd.tracer()
	r, problems, err := rd.report(ctx, tr)
	return r, tr.points, problems, err
}

// report computes the report of the folder, and passes its shards to a tracer that is not nil.
func (rd *Reader) report(ctx context.Context, tr *tracer) (*Report, []record.Problem, error) {
	t, inventory, err := rd.total(tr)
	if err != nil {
		return nil, nil, err
	}
	r, err := t.report(ctx)
	if err != nil {
		return nil, nil, err
	}
	r.Done = len(inventory.Done)
	list, err := shards.ReadMakers(rd.Folder.Dir)
	if err != nil {
		return nil, nil, err
	}
	if n := list.Shards(); n > 0 {
		r.MadeAgain = &MadeAgain{Agreed: list.Again(), Shards: n}
	}
	return r, inventory.Problems, nil
}

// report computes the report of a total.
func (t *total) report(ctx context.Context) (*Report, error) {
	own := t.surveyAlone()
	p := own.plan
	d, opt := shards.DesignOf(t.plan), t.opt
	r := &Report{Source: Source{Space: p.Space, Size: p.Size, Seed: p.Seed, Redraw: p.Redraw, Hash: p.Hash(), Code: p.Code,
		Builds: own.builds, Phases: p.Phases, Plan: p.Expected},
		Progress: Progress{Shards: p.Shards, Judged: own.judged, Draws: own.judged[0]}, UpperBound: !shards.Proves(p), Later: t.later}
	var err error
	if t.parts != nil {
		if r.Supplement, err = newSupplement(t); err != nil {
			return nil, err
		}
	}
	if r.Estimate, err = d.Estimate(t.all, opt); err != nil {
		return nil, err
	}
	e := &r.Estimate.Low
	r.Between = interpolate(&r.Estimate, t.later)
	if done := float64(len(own.estimates)); done > 0 {
		r.Forecast = p.Expected.Relative * math.Sqrt(float64(p.Shards)/done) * opt.Quantile() / shards.OptionsOf(p).Quantile()
	}
	if r.Gain, err = t.gain(&r.Estimate); err != nil {
		return nil, err
	}
	if r.Replicated, r.ByShard, err = t.stdErrFromShards(); err != nil {
		return nil, err
	}
	r.Z, r.P = stats.ZTest(*e, Published)
	if r.Groups, err = t.groups(ctx, d, opt); err != nil {
		return nil, err
	}
	if r.Multiplicity, err = d.MeanMultiplicity(t.all, opt); err != nil {
		return nil, err
	}
	r.Derived = derive(r)
	divideBy(&r.Multiplicity, float64(shards.LevelsOf(t.verdicts)))
	r.Verdicts, err = t.verdictShares(ctx, opt)
	return r, err
}

// interpolate returns the point between the proven and the not refuted number that divides the open draws in the ratio of those that were settled later,
// or 0 if none was.
func interpolate(r *design.Result, l *Later) float64 {
	if l == nil || l.Legal+l.Illegal == 0 {
		return 0
	}
	share := float64(l.Legal) / float64(l.Legal+l.Illegal)
	return r.Low.Value + share*(r.High.Value-r.Low.Value)
}

// gain returns the ratio of the variance of simple sampling to that of the survey at equal processor time, or 0 if the costs are not known.
func (t *total) gain(r *design.Result) (float64, error) {
	costs := t.plan.Pilot.Costs
	if len(costs) != len(t.plan.Phases) || r.Low.StdErr == 0 {
		return 0, nil
	}
	cpu := 0.0
	for k, n := range t.judged {
		cpu += float64(n) * costs[k]
	}
	simple, err := shards.SimplePerSecond(t.plan, t.all, costs, shards.LevelsOf(t.verdicts))
	return simple * simple / cpu / (r.Low.StdErr * r.Low.StdErr), err
}

// stdErrFromShards returns the standard error from the spread of the shards, and their estimates. For a sum of surveys these are a list for each of
// them, and the squares of the standard errors add up. The standard error is 0 for fewer than two shards.
func (t *total) stdErrFromShards() (se float64, values [][]float64, err error) {
	for _, part := range t.parts {
		partStdErr, list, err := part.stdErrFromShards()
		if err != nil {
			return 0, nil, err
		}
		se, values = math.Hypot(se, partStdErr), append(values, list...)
	}
	if t.parts != nil || len(t.estimates) < 2 {
		return se, values, nil
	}
	var list, shares []float64
	scale := shards.FloatOf(t.design.Size())
	for _, s := range slices.Sorted(maps.Keys(t.estimates)) {
		value := t.estimates[s]
		list, shares = append(list, value), append(shares, value/scale)
	}
	return scale * stat.StdDev(shares, nil) / math.Sqrt(float64(len(list))), [][]float64{list}, nil
}

// divideBy divides a mean multiplicity by the number of levels.
func divideBy(e *stats.Estimate, levels float64) {
	for _, x := range []*float64{&e.Value, &e.StdErr, &e.Lo, &e.Hi, &e.Mean} {
		*x /= levels
	}
	e.Variance /= levels * levels
}

// verdictShares estimates the share of uniform draws for every verdict. If draws are redrawn, the shares of reasons of the first phase
// come from the draws that were also judged as they were before.
func (t *total) verdictShares(ctx context.Context, opt stats.Options) (list []VerdictShare, err error) {
	d := shards.DesignOf(t.plan)
	d.Known = nil
	firstPhase := *d
	firstPhase.Phases = 1
	n := shards.FloatOf(d.Size())
	plainLabels, laterLabels := settledLabels(t.plain, 1), settledLabels(t.verdicts, len(t.plan.Phases))
	for l := range loop.Label(loop.Labels) {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		name := l.String()
		from, s := d, (*design.Sample)(nil)
		switch {
		case laterLabels[name] && l != loop.Filtered:
			s = t.labelSample(t.verdicts, d.Phases, name)
		case plainLabels[name] && l < loop.Unknown: // plain draws are judged by the first phase alone
			from, s = &firstPhase, t.labelSample(t.plain, 1, name)
		default:
			continue
		}
		r, err := from.Estimate(s, opt)
		if err != nil {
			return nil, err
		}
		list = append(list, VerdictShare{name, l.Text(), r.Low.Value / n, r.Low.StdErr / n, opt.Quantile() * r.Low.StdErr / n})
	}
	return list, nil
}
