package paper

import (
	"context"

	"chesscensus/paper/numbers"
)

// fromRecords returns the figures that need only the stored records.
func fromRecords(ctx context.Context, record *numbers.Record) ([]figure, error) {
	e := record.Headline()
	list := []figure{history(e), verdicts(e), convergence(e), precision(record), spaceSizes(e)}
	addIf := func(f figure, ok bool) {
		if ok {
			list = append(list, f)
		}
	}
	addIf(bars(e, "men", "men", "Legal positions by men on the board", "men on the board"))
	addIf(bars(e, "promotions", "promoted men, at least", "Legal positions by promotions", "promoted men, at least"))
	addIf(bars(e, "pawns", "pawns", "Legal positions by pawns on the board", "pawns on the board"))
	addIf(menBySpace(record))
	addIf(heatMap(e))
	for _, x := range record.Editions { // the first edition with multiplicities other than 1
		law, err := x.Reader.Multiplicities(ctx)
		if err != nil {
			return nil, err
		}
		if f, ok := multiplicities(x, law); ok {
			list = append(list, f)
			break
		}
	}
	return list, nil
}
