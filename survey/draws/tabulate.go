package draws

import (
	"context"
	"fmt"
	"strings"

	"chesscensus/legality/verdict"
)

// kinds are the outcomes as a table of two judges has them: three, and that the judge has panicked.
const kinds = 4

// kindOf is the row or column of an answer.
func kindOf(a Answer) int {
	if a.Stage == Failed {
		return kinds - 1
	}
	return int(a.Outcome)
}

// KindName is the name of a row or column of [Tabulated.Counts].
func KindName(kind int) string {
	if kind == kinds-1 {
		return Failed
	}
	return verdict.Outcome(kind).String()
}

// A Difference is a draw that two judges answer differently.
type Difference struct {
	Row
	Mine Answer
}

// Tabulated is what two judges say of the same draws.
type Tabulated struct {
	// Counts has the draws by what mine says and what the other says, as numbers of [verdict.Outcome]; 3 is "failed".
	Counts [kinds][kinds]uint64
	Draws  uint64
	// Contradicted is the number of draws that one calls legal and the other illegal.
	Contradicted uint64
	// Differences are the first draws of each way to differ, at most the asked number of each, in the order of the draws.
	Differences []Difference
}

// Tabulate has two judges answer a sample: one of one's own, and that of the configuration, which is the engine unless it names another. Of each way
// in which they differ at most keep draws are kept. If the context ends, the table is that of the draws until there, and the error is the context's.
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
		a, b := kindOf(r.second), kindOf(r.Answer)
		t.Draws++
		t.Counts[a][b]++
		if a == b {
			continue
		}
		if a != int(verdict.Unknown) && b != int(verdict.Unknown) && a < kinds-1 && b < kinds-1 {
			t.Contradicted++
		}
		if t.Counts[a][b] <= uint64(max(keep, 0)) {
			t.Differences = append(t.Differences, Difference{r, r.second})
		}
	}
	return t, nil
}

// String is the table as text.
func (t *Tabulated) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-10s", "")
	for j := range kinds {
		fmt.Fprintf(&b, "%12s", KindName(j))
	}
	for i := range kinds {
		fmt.Fprintf(&b, "\n%-10s", KindName(i))
		for j := range kinds {
			fmt.Fprintf(&b, "%12d", t.Counts[i][j])
		}
	}
	return b.String()
}
