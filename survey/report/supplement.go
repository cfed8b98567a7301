package report

import (
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"path/filepath"
	"reflect"
	"slices"

	"chesscensus/stats"
	"chesscensus/stats/design"
	"chesscensus/survey/internal/record"
	"chesscensus/survey/internal/shards"
	"chesscensus/survey/plan"
)

// supplementDir is the name of the folder of a supplement, inside the folder of the survey whose set lacked members.
const supplementDir = "supplement"

// errSupplement is wrapped by the errors about surveys whose set lacked members and whose supplement cannot be added.
var errSupplement = errors.New("the survey says nothing of what its set lacked")

// A Supplement is a survey of the members that the set of another survey lacked when that survey was drawn; see [plan.Plan.Gap]. The
// two sets have no element in common, so the strata of both are strata of their union: estimates, variances and undecided draws add
// up, in total and in every part.
type Supplement struct {
	Space string `json:"space"`
	Size  string `json:"size"`
	// Whole is the size of both sets together.
	Whole  string   `json:"whole"`
	Seed   uint64   `json:"seed"`
	Hash   string   `json:"plan"`
	Builds []string `json:"builds"`
	Shards int      `json:"shards"`
	Draws  uint64   `json:"draws"`
	// Low and High are the estimates from the supplement alone, ThenLow and ThenHigh those of the set as it was.
	Low      stats.Estimate `json:"low"`
	High     stats.Estimate `json:"high"`
	ThenLow  stats.Estimate `json:"then_low"`
	ThenHigh stats.Estimate `json:"then_high"`
	// OpenDraws is the number of undecided draws of the supplement.
	OpenDraws uint64 `json:"undecided_draws"`
}

// supplement opens the survey of the members that the set of the plan lacked. The error names the folder and the survey that it needs.
func (rd *Reader) supplement(gap *plan.Gap) (*shards.Survey, error) {
	dir := filepath.Join(rd.Folder.Dir, supplementDir)
	supplementError := func(format string, args ...any) error {
		return fmt.Errorf("%s: drawn from %s as it was until 2026-11-26, of %s setups; %w: %s: %w",
			filepath.Join(rd.Folder.Dir, plan.FileName), gap.Space, gap.Size,
			errSupplement, dir, fmt.Errorf(format, args...))
	}
	if gap.Lost == "" {
		return nil, supplementError("what %s lacked is no space of its own: draw the survey again", gap.Space)
	}
	s, err := shards.Open(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, supplementError("want a survey of %s, %s setups, with the phases of this one: %w", gap.Lost, gap.LostSize, err)
	case err != nil:
		return nil, supplementError("%w", err)
	case s.Plan.Space != gap.Lost || s.Plan.Size != gap.LostSize:
		return nil, supplementError("found a survey of %.60q, %s setups, want %s, %s setups", s.Plan.Space, s.Plan.Size, gap.Lost, gap.LostSize)
	case !reflect.DeepEqual(s.Plan.Phases, rd.Plan.Phases) || s.Plan.Redraw != rd.Plan.Redraw:
		return nil, supplementError("found phases %+v, recast %v, want those of the plan, %+v, %v", s.Plan.Phases, s.Plan.Redraw, rd.Plan.Phases,
			rd.Plan.Redraw)
	}
	return s, nil
}

// addSupplement returns the total of the survey and its supplement, all of whose shards have to be there. It adds the settled draws of
// the supplement to later.
func (rd *Reader) addSupplement(t *total, later *Later, gap *plan.Gap) (*total, error) {
	s, err := rd.supplement(gap)
	if err != nil {
		return nil, err
	}
	supplement := newTotal(s.Plan, t.opt)
	v, suppLater, err := s.Check(supplement.add, supplement.addRows)
	if err == nil && (len(v.Problems) > 0 || len(v.Done) < s.Plan.Shards) {
		err = fmt.Errorf("%d of %d shards can be read", len(v.Done), s.Plan.Shards)
		for _, p := range v.Problems {
			err = errors.Join(err, p.Err)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", errSupplement, s.Folder.Dir, err)
	}
	supplement.builds = buildsOf(v)
	later.Listed, later.Legal, later.Illegal = later.Listed+suppLater.Listed, later.Legal+suppLater.Legal, later.Illegal+suppLater.Illegal
	return joinTotals(t, supplement)
}

// buildsOf returns the programs that made the shards, each once.
func buildsOf(v *record.Inventory) (list []string) {
	for _, e := range v.Done {
		list = append(list, e.Build)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// joinTotals returns the total of the union of two disjoint sets, with the strata of the first before those of the second.
func joinTotals(t, u *total) (*total, error) {
	both := *t.plan
	both.Size = new(big.Int).Add(t.plan.N(), u.plan.N()).String()
	both.Strata = slices.Clone(t.plan.Strata)
	for _, s := range u.plan.Strata {
		s.Name = u.plan.Space + ": " + s.Name
		both.Strata = append(both.Strata, s)
	}
	j := newTotal(&both, t.opt)
	j.parts = []*total{t, u}
	j.all = concatStrata(t.all, u.all)
	for v := range t.domains {
		j.domains[v] = concatStrata(t.domains[v], u.domain(v.Property, v.Value))
	}
	for v := range u.domains {
		if t.domains[v] == nil {
			j.domains[v] = concatStrata(t.domain(v.Property, v.Value), u.domains[v])
		}
	}
	for k := range j.judged {
		j.judged[k] = t.judged[k] + u.judged[k]
	}
	var err error
	if j.verdicts, err = record.Merge(t.verdicts, shiftStrata(u.verdicts, len(t.plan.Strata))); err == nil {
		j.plain, err = record.Merge(t.plain, shiftStrata(u.plain, len(t.plan.Strata)))
	}
	return j, err
}

// concatStrata returns the strata of two samples, one after the other.
func concatStrata(s, t *design.Sample) *design.Sample {
	return &design.Sample{Strata: slices.Concat(s.Strata, t.Strata)}
}

// shiftStrata returns rows whose numbers of strata are larger by first.
func shiftStrata(rows []record.Row, first int) []record.Row {
	rows = slices.Clone(rows)
	for i := range rows {
		rows[i].Stratum += int32(first)
	}
	return rows
}

// newSupplement returns the estimates of the two parts of a joined total.
func newSupplement(j *total) (*Supplement, error) {
	t, u := j.parts[0], j.parts[1]
	then, err := shards.DesignOf(t.plan).Estimate(t.all, j.opt)
	if err != nil {
		return nil, err
	}
	d := shards.DesignOf(u.plan)
	d.Known = t.plan.Known // as in the joined total
	r, err := d.Estimate(u.all, j.opt)
	if err != nil {
		return nil, err
	}
	return &Supplement{Space: u.plan.Space, Size: u.plan.Size, Whole: j.plan.Size, Seed: u.plan.Seed, Hash: u.plan.Hash(),
		Builds: u.builds, Shards: u.plan.Shards, Draws: u.judged[0],
		Low: r.Low, High: r.High, ThenLow: then.Low, ThenHigh: then.High, OpenDraws: r.OpenDraws}, nil
}
