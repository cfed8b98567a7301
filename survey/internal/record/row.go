package record

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// A Row counts the draws of one kind.
//
// A phase counts every draw that enters it under the property "all", and under "verdict" by the reason or label of
// the verdict. Under most other properties the first phase counts the draws that it does not refute, and a later
// phase all that enter it. Package shards documents the properties.
type Row struct {
	// Phase from 1.
	Phase int32 `parquet:"phase,dict,zstd"`
	// Stratum from 0, as in the plan.
	Stratum int32 `parquet:"stratum,dict,zstd"`
	// Class from 0 of draws that the first phase does not refute, see plan.Plan; 0 for refuted ones. A file has no such
	// column if all classes are 0, as in surveys without classes.
	Class int32 `parquet:"class,dict,zstd"`
	// Property and Value say which draws of the stratum are counted.
	Property string `parquet:"property,dict,zstd"`
	Value    string `parquet:"value,dict,zstd"`
	// Outcome in this phase: [Out], [Pass] or [In].
	Outcome string `parquet:"outcome,dict,zstd"`
	// Weight and Multiplicity of the draws, as in package sampler: a legal one
	// contributes Weight/Multiplicity. Both are 1 for draws that are Out in the first
	// phase.
	Weight       int32 `parquet:"weight,dict,zstd"`
	Multiplicity int32 `parquet:"multiplicity,dict,zstd"`
	// Draws is the number of draws, at least 1.
	Draws int64 `parquet:"draws,zstd"`
}

// Narrow returns the weight and the multiplicity of a draw in the types of a row. It is an error if one exceeds 2^31-1.
func Narrow(weight, mult int) (w, m int32, err error) {
	if weight != int(int32(weight)) || mult != int(int32(mult)) {
		return 0, 0, fmt.Errorf("record: a draw has weight %d and multiplicity %d, of which records hold at most %d", weight, mult, math.MaxInt32)
	}
	return int32(weight), int32(mult), nil
}

// Outcomes of a phase.
const (
	Out  = "out"  // refuted
	Pass = "pass" // not decided
	In   = "in"   // proven legal; only in the last phase
)

// Compare orders rows by all columns but the count, in the order of the columns.
func Compare(a, b Row) int {
	return cmp.Or(cmp.Compare(a.Phase, b.Phase), cmp.Compare(a.Stratum, b.Stratum), cmp.Compare(a.Class, b.Class),
		cmp.Compare(a.Property, b.Property),
		cmp.Compare(a.Value, b.Value), cmp.Compare(a.Outcome, b.Outcome), cmp.Compare(a.Weight, b.Weight),
		cmp.Compare(a.Multiplicity, b.Multiplicity))
}

// Merge adds the counts of rows of the same kind and returns all in order. The
// result does not depend on how the rows were split or ordered. It is an error if a
// count exceeds 2^63-1.
func Merge(lists ...[]Row) ([]Row, error) {
	sum := sums{}
	for _, list := range lists {
		if err := sum.add(list); err != nil {
			return nil, err
		}
	}
	return sum.rows(), nil
}

// sums are counts by the other columns of their rows.
type sums map[Row]int64

// add adds the draws of rows. It is an error if a sum exceeds 2^63-1.
func (sum sums) add(list []Row) error {
	for _, r := range list {
		key := r
		key.Draws = 0
		if sum[key] > math.MaxInt64-r.Draws {
			return fmt.Errorf("record: more than %d draws of one kind", int64(math.MaxInt64))
		}
		sum[key] += r.Draws
	}
	return nil
}

// rows returns the sums in order.
func (sum sums) rows() []Row {
	rows := make([]Row, 0, len(sum))
	for r, n := range sum {
		r.Draws = n
		rows = append(rows, r)
	}
	slices.SortFunc(rows, Compare)
	return rows
}

// checkRows returns an error if rows are not in order or one is impossible.
func checkRows(rows []Row) error {
	for i, r := range rows {
		switch {
		case r.Draws < 1 || r.Phase < 1 || r.Stratum < 0 || r.Class < 0 || r.Weight < 1 || r.Multiplicity < 1:
			return fmt.Errorf("row %d is impossible: %+v", i, r)
		case r.Outcome != Out && r.Outcome != Pass && r.Outcome != In:
			return fmt.Errorf("row %d: outcome %.40q, want %s, %s or %s", i, r.Outcome, Out, Pass, In)
		case i > 0 && Compare(rows[i-1], r) >= 0:
			return fmt.Errorf("row %d is out of order", i)
		}
	}
	return nil
}
