package report

import (
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"

	"chesscensus/sampler"
	"chesscensus/stats"
	"chesscensus/stats/design"
	"chesscensus/survey/internal/loop"
	"chesscensus/survey/internal/record"
	"chesscensus/survey/internal/shards"
	"chesscensus/survey/plan"
)

// A Sampled is a draw that the last phase has judged.
type Sampled struct {
	Draw    sampler.Draw
	Stratum int
	// Index of the draw in its stratum, Class in which it entered the last phase, 0 if the plan has no classes, Shard that made it.
	Index        uint64
	Class, Shard int
	// Outcome is In if the draw is proven legal and Open if it is undecided. It takes certificates into account that were found
	// later.
	Outcome stats.Outcome
	// Positions is the number of legal positions that the draw represents if it is legal. The sum over the draws that are In is
	// an unbiased estimate of the number of legal positions, and the sum over those with some property an unbiased estimate of
	// the number of legal positions with this property.
	Positions float64
}

// A LastPhase holds the draws that the last phase of a survey has judged, as far as its shards have lists of them. Those that are
// proven legal are a sample of the legal positions, of which any property can be estimated.
type LastPhase struct {
	// Shards is the number of shards with a list, Unlisted the number of those without.
	Shards, Unlisted int
	// Problems of the folder.
	Problems []record.Problem

	plan     *plan.Plan
	opt      stats.Options
	source   loop.Source
	whole    *design.Sample
	list     []record.Reached // without the draws of shards with stored counts, unless readsAll is true
	readsAll bool
	findings shards.Findings
	entries  map[int]record.Entry // of the shards that have a list
	flows    map[int][]flow       // of these shards, by stratum
	// stored are the stored counts, nil if there are none that fit. uncounted are the draws of the shards without stored counts, settled
	// the open draws of the shards with stored counts that were proven legal later.
	stored    *record.StoredCounts
	uncounted []record.Reached
	settled   []shards.OpenDraw
}

// Spaces returns the set with the name of the space of a plan.
type Spaces func(name string) (sampler.Set, error)

// errNoLists is the error of [Reader.LastPhase] for records without lists of the draws that the last phase has judged.
var errNoLists = errors.New("report: no shard has a list of the draws that reached the last phase; surveys begun since 22 November 2026 have them")

// LastPhase reads the lists of the folder. The set of the plan's space makes the draws again. If properties are named, the result is only
// for [LastPhase.Laws] of these properties, and lists with stored counts are not read. The error is errNoLists if no shard has a list.
func (rd *Reader) LastPhase(space Spaces, only ...Property) (*LastPhase, error) {
	return rd.lastPhase(space, len(only) == 0 || !areStorable(only))
}

// lastPhase is LastPhase. It reads the lists of shards with stored counts only if readsAll is true.
func (rd *Reader) lastPhase(space Spaces, readsAll bool) (*LastPhase, error) {
	l := &LastPhase{plan: rd.Plan, opt: rd.options(), whole: design.NewSample(len(rd.Plan.Strata)), readsAll: readsAll}
	found, err := rd.findings()
	if err != nil {
		return nil, err
	}
	l.findings, l.Problems = found.findings, slices.Clone(found.problems)
	open := map[int][]shards.OpenDraw{}
	l.entries, l.flows = map[int]record.Entry{}, map[int][]flow{}
	inventory, err := rd.Folder.Check(func(e record.Entry, s *record.Shard) error {
		if e.ReachedSHA256 == "" {
			l.Unlisted++
			return nil
		}
		list, err := rd.survey().OpenOf(e)
		if err != nil {
			return err
		}
		if err := l.findings.Apply(rd.Plan, s, list); err != nil {
			return fmt.Errorf("%s: %w", rd.Folder.OpenPath(e.Shard), err)
		}
		open[e.Shard], l.entries[e.Shard] = list, e
		sample := design.NewSample(len(rd.Plan.Strata))
		shards.AddRows(sample, rd.Plan, s.Rows, shards.IsAll)
		l.flows[e.Shard] = flowsOf(rd.Plan, sample)
		return l.whole.Merge(sample)
	})
	if err != nil {
		return nil, err
	}
	l.Problems = append(l.Problems, inventory.Problems...)
	if l.Shards = len(open); l.Shards == 0 {
		return nil, errNoLists
	}
	if l.stored, err = record.LoadCounts(&rd.Folder, storedSubject(), l.entries); err != nil {
		l.stored = nil // counts that do not fit are counted anew
	}
	if err := l.readLists(&rd.Folder, open); err != nil || len(l.list) == 0 {
		return l, err // no draw is made again, so the set is not needed, whose tables can take half a minute
	}
	set, err := space(rd.Plan.Space)
	if err != nil {
		return nil, err
	}
	l.source, err = shards.NewSource(set, rd.Plan)
	return l, err
}

// readLists reads the lists of the shards, and collects the settled ones of their open draws.
func (l *LastPhase) readLists(folder *record.Folder, open map[int][]shards.OpenDraw) error {
	for _, shard := range slices.Sorted(maps.Keys(open)) {
		counted := l.stored.Has(shard)
		if counted {
			l.addSettled(open[shard])
		}
		if counted && !l.readsAll {
			continue
		}
		list, err := folder.Reached(l.entries[shard])
		if err != nil {
			return err
		}
		if l.list = append(l.list, list...); !counted {
			l.uncounted = append(l.uncounted, list...)
		}
	}
	record.SortReached(l.list)
	record.SortReached(l.uncounted)
	return nil
}

// All yields the draws in the order of stratum and index, each in the same Sampled. It makes every draw again, which takes some
// microseconds.
func (l *LastPhase) All() iter.Seq[*Sampled] {
	return func(yield func(*Sampled) bool) {
		var s Sampled
		factors := l.expansions(nil)
		class := shards.ClassOf(l.plan)
		for _, r := range l.list {
			l.makeDraw(&s, &r)
			s.Class, s.Shard = class(&s.Draw.Setup), l.plan.ShardOf(s.Stratum, s.Index)
			s.Positions = factors[s.Stratum][s.Class] * float64(s.Draw.Weight) / float64(s.Draw.Multiplicity)
			if !yield(&s) {
				return
			}
		}
	}
}

// outcomesByName has the outcomes by their names in a list.
var outcomesByName = func() map[string]stats.Outcome {
	m := map[string]stats.Outcome{}
	for o, name := range shards.OutcomeNames {
		m[name] = stats.Outcome(o)
	}
	return m
}()

// makeDraw sets s to a draw of the list, which it makes again. It does not set Class, Shard and Positions.
func (l *LastPhase) makeDraw(s *Sampled, r *record.Reached) {
	s.Stratum, s.Index, s.Outcome = int(r.Stratum), uint64(r.Draw), outcomesByName[r.Outcome]
	l.source.Redraw(&s.Draw, s.Stratum, s.Index)
	if s.Outcome == stats.Open {
		if f, ok := l.findings[shards.Key(&s.Draw.Setup)]; ok {
			s.Outcome = f.Outcome
		}
	}
}
