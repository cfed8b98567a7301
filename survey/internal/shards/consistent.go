package shards

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"chesscensus/stats/design"
	"chesscensus/survey/internal/record"
	"chesscensus/survey/plan"
)

// lists are the lists of draws that belong to the tallies of a shard.
type lists struct {
	open    []OpenDraw
	reached []record.Reached
}

// Consistent returns an error if the counts and lists of a shard, which [Verify] accepts, contradict each other. It checks that
//   - every phase judges as many of the draws that the phase before has left undecided as are chosen by place, in every stratum and class,
//   - the values of every property and the labels of verdicts add up to the draws of their kind,
//   - every phase has judged the number of draws in judged,
//   - the list of the last phase has the outcomes that are counted, and the list of open draws all that are open,
//   - all draws in lists are draws of the shard.
//
// open and reached are the contents of the files, nil for a file that does not exist. Only doing the shard again shows whether the counts
// are right. Consistent takes some milliseconds.
func Consistent(p *plan.Plan, s *record.Shard, judged []uint64, open, reached []byte) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("shard %d: damaged: %w", s.Number, err)
		}
	}()
	var l lists
	if open != nil {
		if l.open, err = ParseOpenList(fmt.Sprintf("open draws of shard %d", s.Number), open); err != nil {
			return err
		}
	}
	if reached != nil {
		if l.reached, err = record.ParseReached(reached); err != nil {
			return err
		}
	}
	sample := design.NewSample(len(p.Strata))
	AddRows(sample, p, s.Rows, IsAll)
	if _, err := DesignOf(p).Estimate(sample, OptionsOf(p)); err != nil {
		return err
	}
	for h := range sample.Strata {
		if err := checkChosen(p, h, &sample.Strata[h], 1); err != nil {
			return err
		}
	}
	if err := checkSums(s.Rows); err != nil {
		return err
	}
	entered := make([]uint64, len(p.Phases))
	lastOutcomes := map[stratumOutcome]int{}
	for i := range s.Rows {
		if r := &s.Rows[i]; IsAll(r) {
			entered[r.Phase-1] += uint64(r.Draws)
			if int(r.Phase) == len(p.Phases) {
				lastOutcomes[stratumOutcome{r.Stratum, r.Outcome}] += int(r.Draws)
			}
		}
	}
	if !slices.Equal(judged, entered) {
		return fmt.Errorf("phases have judged %d draws, and counted %d", judged, entered)
	}
	return l.check(p, s.Number, lastOutcomes)
}

// checkChosen returns an error unless the phases after phase k, from 1, have judged as many draws of stratum h as a [design.SystematicSample]
// chooses of those that pass. n is the node of phase k, of one shard.
func checkChosen(p *plan.Plan, h int, n *design.Node, k int) error {
	if k == len(p.Phases) {
		return nil
	}
	for class := range ClassesIn(p, k) {
		next, passed := n.Child(class), n.Passed(class)
		if want := design.NewSystematicSample(ShareOf(p, h, k, class)).Of(passed); next.Draws() != want {
			return fmt.Errorf("phase %d has judged %d draws of stratum %d, class %d, want %d of the %d that pass", k+1, next.Draws(), h, class, want,
				passed)
		}
		if err := checkChosen(p, h, next, k+1); err != nil {
			return err
		}
	}
	return nil
}

// A stratumOutcome is an outcome of the last phase in a stratum.
type stratumOutcome struct {
	stratum int32
	outcome string
}

// check returns an error unless the lists are those of the shard with this number, whose last phase has counted the outcomes in lastOutcomes. It
// changes lastOutcomes.
func (l *lists) check(p *plan.Plan, number int, lastOutcomes map[stratumOutcome]int) error {
	if !Proves(p) {
		if len(l.open) > 0 || len(l.reached) > 0 {
			return errors.New("lists of draws, where no phase proves positions legal")
		}
		return nil
	}
	checkDraw := func(stratum int, draw uint64) error {
		if stratum < len(p.Strata) {
			if first, n := p.Span(stratum, number); draw >= first && draw-first < n {
				return nil
			}
		}
		return fmt.Errorf("draw %d of stratum %d is none of the shard", draw, stratum)
	}
	missing := 0 // open draws in the list of the last phase less those in the list of open draws
	for _, r := range l.reached {
		if err := checkDraw(int(r.Stratum), uint64(r.Draw)); err != nil {
			return err
		}
		lastOutcomes[stratumOutcome{r.Stratum, r.Outcome}]--
		if r.Outcome == record.Pass {
			missing++
		}
	}
	byStratum := func(a, b stratumOutcome) int {
		return cmp.Or(cmp.Compare(a.stratum, b.stratum), strings.Compare(a.outcome, b.outcome))
	}
	for _, o := range slices.SortedFunc(maps.Keys(lastOutcomes), byStratum) {
		if n := lastOutcomes[o]; n != 0 {
			return fmt.Errorf("the list of the last phase and its counts differ by %d draws of stratum %d that are %s", n, o.stratum, o.outcome)
		}
	}
	for i := range l.open {
		o := &l.open[i]
		if err := checkDraw(o.Stratum, o.Index); err != nil {
			return err
		}
		if o.All {
			missing--
		}
	}
	if missing != 0 {
		return fmt.Errorf("the list of open draws and their count differ by %d", missing)
	}
	return nil
}

// checkSums returns an error unless the values of every property add up to all draws of their kind. It leaves out [Diagram] and [Plain], which
// count other samples. Draws that the first phase refutes are counted under [Verdict] alone, whose rows have no multiplicity.
func checkSums(rows []record.Row) error {
	missing := map[record.Row]int64{} // by row without value and count
	for i := range rows {
		r, n := rows[i], rows[i].Draws
		r.Value, r.Draws = "", 0
		verdict := record.Row{Phase: r.Phase, Stratum: r.Stratum, Class: r.Class, Property: Verdict, Outcome: r.Outcome}
		switch r.Property {
		case All:
			missing[verdict] += n
			if r.Phase == 1 && r.Outcome == record.Out {
				continue
			}
			for _, property := range singleValued {
				r.Property = property
				missing[r] += n
			}
		case Diagram, Plain:
		case Verdict:
			missing[verdict] -= n
		default:
			missing[r] -= n
		}
	}
	maps.DeleteFunc(missing, func(_ record.Row, n int64) bool { return n == 0 })
	if len(missing) == 0 {
		return nil
	}
	r := slices.MinFunc(slices.Collect(maps.Keys(missing)), record.Compare)
	return fmt.Errorf("%d draws of phase %d, stratum %d that are %s, with weight %d and multiplicity %d, are not counted under %.40q, or twice",
		missing[r], r.Phase, r.Stratum, r.Outcome, r.Weight, r.Multiplicity, r.Property)
}

// singleValued are the properties of which every draw has one value.
var singleValued = []string{Men, Promotions, ByKind, Pawns, Turn, Check, Double, End, Castling, EnPassant, Queens}
