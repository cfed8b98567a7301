package design

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"chesscensus/stats"
)

// maxStrata limits what a text can make the reader allocate.
const maxStrata = 1 << 12

// jsonSample is the text form: a row is [stratum, path, outcome, class, weight,
// mult, count].
type jsonSample struct {
	Strata int     `json:"strata"`
	Rows   [][]any `json:"rows,omitempty"`
}

// MarshalJSON writes the counts exactly, rows sorted:
//
//	{"strata":2,"rows":[[0,"","out",0,1,1,90],[0,"","open",0,1,1,10],[0,"0","in",0,1,1,7]]}
func (s *Sample) MarshalJSON() ([]byte, error) {
	j := jsonSample{Strata: len(s.Strata)}
	for r := range s.Rows() {
		j.Rows = append(j.Rows, []any{r.Stratum, r.Path, r.Outcome.String(), r.Class, r.Weight, r.Mult, r.Count})
	}
	return json.Marshal(j)
}

// UnmarshalJSON reads what MarshalJSON writes, rows in any order. Text that is no
// sample is an error, see [Sample.AddRow]; a row given twice is one, too. After an
// error s is unchanged.
func (s *Sample) UnmarshalJSON(data []byte) error {
	var j struct {
		Strata int                 `json:"strata"`
		Rows   [][]json.RawMessage `json:"rows"`
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&j); err != nil {
		return fmt.Errorf("design: sample: %w", err)
	}
	if j.Strata < 0 || j.Strata > maxStrata {
		return errors.New("design: sample: number of strata out of range")
	}
	fresh, seen := NewSample(j.Strata), map[Row]bool{}
	for i, raw := range j.Rows {
		r, err := parseRow(raw)
		if err != nil {
			return fmt.Errorf("design: sample: row %d: %w", i+1, err)
		}
		k := r
		k.Count = 0
		if seen[k] {
			return fmt.Errorf("design: sample: row %d: given twice", i+1)
		}
		seen[k] = true
		if err := fresh.AddRow(r); err != nil {
			return fmt.Errorf("design: sample: row %d: %w", i+1, err)
		}
	}
	*s = *fresh
	return nil
}

// parseRow reads one row.
func parseRow(raw []json.RawMessage) (r Row, err error) {
	if len(raw) != 7 {
		return r, errors.New("a row has seven values")
	}
	var name string
	for i, dst := range []any{&r.Stratum, &r.Path, &name, &r.Class, &r.Weight, &r.Mult, &r.Count} {
		if string(raw[i]) == "null" {
			return r, errors.New("a value is null")
		}
		if err := json.Unmarshal(raw[i], dst); err != nil {
			return r, err
		}
	}
	for _, o := range []stats.Outcome{stats.Out, stats.In, stats.Open} {
		if name == o.String() {
			r.Outcome = o
			return r, nil
		}
	}
	return r, fmt.Errorf("no outcome is named %q", name)
}
