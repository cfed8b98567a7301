package draws

import (
	"context"
	"fmt"
	"strings"

	"chesscensus/legality/verdict"
)

// numKinds is the number of rows and columns of a table: three outcomes, and the panic of a judge.
const numKinds = 4

// kindOfAnswer returns the row or column of an answer.
func kindOfAnswer(a Answer) int {
	if a.Stage == Failed {
		return numKinds - 1
	}
	return int(a.Outcome)
}

// KindName returns the name of a row or column of [Tabulated.Counts].
func KindName(kind int) string {
	if kind == numKinds-1 {
		return Failed
	}
	return verdict.Outcome(kind).String()
}

// A Difference is a draw that two judges answer differently.
type Difference struct {
	Row
	Mine Answer
}

// Tabulated is the table of the answers of two judges for the same draws.
type Tabulated struct {
	// Counts has the numbers of draws by the answer of the judge mine and that of the other, as numbers of [verdict.Outcome]; 3 is
	// "failed".
	Counts [numKinds][numKinds]uint64
	Draws  uint64
	// Contradicted is the number of draws that one judge calls legal and the other illegal.
	Contradicted uint64
	// Differences are the first draws of each pair of different answers, in the order of the draws.
	Differences []Difference
}

// Tabulate judges a sample by two judges: mine, and that of the configuration, which is the engine unless it names another. It returns at most
// keep draws for each pair of different answers. If the context ends, the table is that of the draws until there, and the error that of the
// context.
func Tabulate(ctx context.Context, c Config, mine Judge, keep int) (*Tabulated, error) {
	if mine == nil {
		return nil, fmt.Errorf("draws: no judge to compare with the engine")
	}
	t := new(Tabulated)
	c.second = mine
	for r, err := range All(ctx, c) {
		if err != nil {
			return t, err
		}
		a, b := kindOfAnswer(r.second), kindOfAnswer(r.Answer)
		t.Draws++
		t.Counts[a][b]++
		if a == b {
			continue
		}
		if a != int(verdict.Unknown) && b != int(verdict.Unknown) && a < numKinds-1 && b < numKinds-1 {
			t.Contradicted++
		}
		if t.Counts[a][b] <= uint64(max(keep, 0)) {
			t.Differences = append(t.Differences, Difference{r, r.second})
		}
	}
	return t, nil
}

// String returns the table as text.
func (t *Tabulated) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-10s", "")
	for j := range numKinds {
		fmt.Fprintf(&b, "%12s", KindName(j))
	}
	for i := range numKinds {
		fmt.Fprintf(&b, "\n%-10s", KindName(i))
		for j := range numKinds {
			fmt.Fprintf(&b, "%12d", t.Counts[i][j])
		}
	}
	return b.String()
}
