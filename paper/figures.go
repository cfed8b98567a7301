package paper

import (
	"context"

	"chesscensus/paper/numbers"
)

// fromRecords returns the figures that the stored records give by themselves.
func fromRecords(ctx context.Context, record *numbers.Record) ([]figure, error) {
	e := record.Headline()
	list := []figure{history(e), verdicts(e), convergence(e), precision(record), spaceSizes(e)}
	may := func(f figure, ok bool) {
		if ok {
			list = append(list, f)
		}
	}
	may(bars(e, "men", "men", "Legal positions by men on the board", "men on the board"))
	may(bars(e, "promotions", "promoted men, at least", "Legal positions by promotions", "promoted men, at least"))
	may(bars(e, "pawns", "pawns", "Legal positions by pawns on the board", "pawns on the board"))
	may(menBySpace(record))
	may(heatMap(e))
	for _, x := range record.Editions { // the one whose elements are not positions one by one
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
