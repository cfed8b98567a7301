package endings

import (
	"cmp"
	"context"
	"fmt"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/legality"
	"chesscensus/legality/endgame"
	"chesscensus/legality/verdict"
)

const (
	// tableMen is the greatest number of men for which setups to judge are drawn from tables.
	tableMen = 4
	// randomTries is the greatest number of placements drawn for a larger material.
	randomTries = 200_000
)

// judgeMaterials judges sampled setups of the materials and compares the verdicts with their classes.
func (e *endgameRun) judgeMaterials(ctx context.Context, list []endgame.Material) error {
	var total truthReport
	for _, m := range list {
		var cases []Case
		var err error
		if m.Men() <= tableMen {
			cases, err = tableCases(ctx, m, e.casesPerClass, e.seed)
		} else {
			cases = randomCases(m, e.casesPerClass, randomTries, e.seed)
		}
		if err != nil {
			return err
		}
		r, err := e.judgeCases(ctx, cases)
		if err != nil {
			return err
		}
		if err := e.printReport(m.String(), r); err != nil {
			return err
		}
		total.Add(r)
	}
	if len(list) > 1 {
		if err := e.printReport("all", &total); err != nil {
			return err
		}
	}
	if len(total.Contradictions) > 0 {
		return fmt.Errorf("%d contradictions between the engine and the classes", len(total.Contradictions))
	}
	return nil
}

// judgedBatch is the number of cases that a worker judges at a time.
const judgedBatch = 16

// judgeCases judges the cases and adds up the reports in order.
func (e *endgameRun) judgeCases(ctx context.Context, cases []Case) (*truthReport, error) {
	engines, err := cli.Engines(legality.Options{Effort: e.effort, Passes: e.passes})
	if err != nil {
		return nil, err
	}
	n := uint64(len(cases))
	reports := make([]*truthReport, (n+judgedBatch-1)/judgedBatch)
	err = e.app.Each(ctx, cli.Range{End: n, Size: judgedBatch}, func(ctx context.Context, first, n uint64) error {
		engine := engines.Get().(*legality.Engine)
		defer engines.Put(engine)
		r, err := compareTruth(ctx, engine, cases[first:first+n])
		reports[first/judgedBatch] = r
		return cmp.Or(err, engine.Err())
	})
	if err != nil {
		return nil, err
	}
	total := new(truthReport)
	for _, r := range reports {
		total.Add(r)
	}
	return total, nil
}

// printReport prints the numbers of cases by kind and verdict, undecided cases and contradictions.
func (e *endgameRun) printReport(name string, r *truthReport) error {
	out := e.app.Out
	fmt.Fprintf(out, "%s: %d setups judged at effort %v\n%12s%10s%10s%10s\n", name, r.Total(), e.effort, "", "legal", "illegal", "unknown")
	for k, c := range r.Counts {
		note := ""
		if Kind(k) == Chained && r.Isolated > 0 {
			note = fmt.Sprintf("  (%d illegal by a bishop shut in)", r.Isolated)
		}
		fmt.Fprintf(out, "%12v%10d%10d%10d%s\n", Kind(k), c[verdict.Legal], c[verdict.Illegal], c[verdict.Unknown], note)
	}
	if e.effort >= verdict.Game { // below it every legal setup is undecided
		for _, c := range r.Undecided {
			fmt.Fprintf(out, "undecided: %v 0 1\n", c.Setup)
		}
	}
	for _, c := range r.Contradictions {
		fmt.Fprintf(out, "contradiction: %v\n", c)
	}
	_, err := fmt.Fprintf(out, "%d contradictions\n", len(r.Contradictions))
	return err
}
