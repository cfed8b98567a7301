package report

import (
	"fmt"
	"slices"

	"chesscensus/stats"
	"chesscensus/stats/design"
	"chesscensus/survey/internal/record"
	"chesscensus/survey/internal/shards"
	"chesscensus/survey/plan"
)

// A total is the sum of shards, with everything that a report needs. Shards add up exactly, in any order.
type total struct {
	plan *plan.Plan
	// opt are the options of all estimates.
	opt stats.Options
	// all is the sample of all draws, domains the samples of every value of every other property.
	all     *design.Sample
	domains map[shards.PropertyValue]*design.Sample
	// verdicts counts draws by phase, stratum, label and outcome. If draws are redrawn, plain counts those that were also judged
	// as they were before.
	verdicts, plain []record.Row
	// estimates are the estimates of the single shards, by number; design is the design of the plan.
	estimates map[int]float64
	design    *design.Design
	// judged counts the draws that entered each phase.
	judged []uint64
	// later counts the draws that were settled later, nil if no phase proves positions legal.
	later *Later
	// builds are the programs that made the shards.
	builds []string
	// parts are the totals of a survey and of its supplement, of which this one is the sum; nil if it is the sum of shards.
	parts []*total
}

// surveyAlone returns the total of the survey without its supplement.
func (t *total) surveyAlone() *total {
	if t.parts != nil {
		return t.parts[0]
	}
	return t
}

func newTotal(p *plan.Plan, opt stats.Options) *total {
	return &total{plan: p, opt: opt, all: design.NewSample(len(p.Strata)), domains: map[shards.PropertyValue]*design.Sample{},
		estimates: map[int]float64{}, design: shards.DesignOf(p), judged: make([]uint64, len(p.Phases))}
}

// add adds a shard.
func (t *total) add(e record.Entry, s *record.Shard) error {
	sample := design.NewSample(len(t.plan.Strata))
	shards.AddRows(sample, t.plan, s.Rows, shards.IsAll)
	var err error
	if t.estimates[s.Number], err = t.design.Value(sample, t.opt); err != nil {
		return err
	}
	if err := t.all.Merge(sample); err != nil {
		return err
	}
	return t.addRows(s.Rows)
}

// addRows adds the rows of one shard or the sums of a bundle to everything but the estimates.
func (t *total) addRows(list []record.Row) error {
	var verdicts, plain []record.Row
	for start := 0; start < len(list); {
		v := shards.PropertyValue{Property: list[start].Property, Value: list[start].Value}
		end := start
		for end < len(list) && list[end].Property == v.Property && list[end].Value == v.Value {
			end++
		}
		rows := list[start:end]
		start = end
		switch v.Property {
		case shards.All:
			for i := range rows {
				t.judged[rows[i].Phase-1] += uint64(rows[i].Draws)
			}
		case shards.Verdict:
			verdicts = append(verdicts, rows...)
		case shards.Plain:
			plain = append(plain, rows...)
		default:
			if t.domains[v] == nil {
				t.domains[v] = design.NewSample(len(t.plan.Strata))
			}
			shards.AddRows(t.domains[v], t.plan, rows, func(*record.Row) bool { return true })
		}
	}
	var err error
	if t.verdicts, err = record.Merge(t.verdicts, verdicts); err == nil {
		t.plain, err = record.Merge(t.plain, plain)
	}
	return err
}

// domain returns the sample of a value, empty if no draw has it.
func (t *total) domain(property, value string) *design.Sample {
	if s := t.domains[shards.PropertyValue{Property: property, Value: value}]; s != nil {
		return s
	}
	return design.NewSample(len(t.plan.Strata))
}

// values returns the values of a property that were seen.
func (t *total) values(property string) (list []string) {
	for v := range t.domains {
		if v.Property == property {
			list = append(list, v.Value)
		}
	}
	return list
}

// labelSample returns a sample in which draws with one label are In, whatever their multiplicity, and all others Out: it counts
// members of the space.
func (t *total) labelSample(rows []record.Row, phases int, l string) *design.Sample {
	s := design.NewSample(len(t.plan.Strata))
	for i := range rows {
		r := &rows[i]
		c := design.Cell{Outcome: stats.Out, Weight: uint64(r.Weight), Mult: uint64(r.Multiplicity), Count: uint64(r.Draws)}
		switch {
		case r.Outcome == record.Pass && int(r.Phase) < phases:
			c.Outcome = stats.Open
		case r.Value == l:
			c.Outcome = stats.In
		}
		shards.AddCell(s, phases, r, c)
	}
	return s
}

// settledLabels returns the labels of rows of draws that do not enter a later phase.
func settledLabels(rows []record.Row, phases int) map[string]bool {
	labels := map[string]bool{}
	for i := range rows {
		if r := &rows[i]; r.Outcome != record.Pass || int(r.Phase) == phases {
			labels[r.Value] = true
		}
	}
	return labels
}

// total reads and adds all sound shards of the folder, and those of the supplement if the set of the plan lacked members. It also adds the
// shards of the folder to a tracer that is not nil.
func (rd *Reader) total(tr *tracer) (*total, *record.Inventory, error) {
	t := newTotal(rd.Plan, rd.options())
	visit := t.add
	if tr != nil {
		visit = func(e record.Entry, s *record.Shard) error {
			if err := t.add(e, s); err != nil {
				return err
			}
			return tr.add(e, s)
		}
	}
	var (
		v     *record.Inventory
		later *Later
	)
	known, err := rd.findings()
	if err == nil {
		v, later, err = rd.survey().CheckWith(known.findings, visit, t.addRows)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("report: %w", err)
	}
	v.Problems = append(slices.Clone(known.problems), v.Problems...)
	t.builds = buildsOf(v)
	if gap := rd.Plan.Gap(); gap != nil && len(v.Done) > 0 {
		if t, err = rd.addSupplement(t, later, gap); err != nil {
			return nil, nil, fmt.Errorf("report: %w", err)
		}
	}
	if shards.Proves(rd.Plan) {
		t.later = later
	}
	return t, v, nil
}
