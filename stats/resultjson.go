package stats

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
)

// estimateJSON is the stored form of Estimate.
type estimateJSON struct {
	Value      float64  `json:"value"`
	StdErr     float64  `json:"std_err"`
	Lo         float64  `json:"lo"`
	Hi         float64  `json:"hi"`
	Confidence float64  `json:"confidence"`
	Method     Method   `json:"method"`
	Draws      uint64   `json:"draws"`
	Hits       uint64   `json:"hits"`
	Mean       float64  `json:"mean"`
	Variance   float64  `json:"variance"`
	CV         float64  `json:"cv,omitempty"`
	Effect     float64  `json:"design_effect,omitempty"`
	Effective  float64  `json:"effective_draws,omitempty"`
	Warnings   []string `json:"warnings,omitempty"`
}

// MarshalJSON writes the fields in snake case, floats to full precision and
// warnings as texts, and besides them cv and design_effect, which follow from the others.
func (e Estimate) MarshalJSON() ([]byte, error) {
	j := estimateJSON{e.Value, e.StdErr, e.Lo, e.Hi, e.Confidence, e.Method,
		e.Draws, e.Hits, e.Mean, e.Variance, e.CV(), e.DesignEffect(), e.Effective, nil}
	for _, w := range e.Warnings {
		j.Warnings = append(j.Warnings, w.Error())
	}
	return json.Marshal(j)
}

// UnmarshalJSON is the inverse of MarshalJSON, except that warnings keep only their text.
func (e *Estimate) UnmarshalJSON(data []byte) error {
	var j estimateJSON
	if err := strictUnmarshal(data, &j); err != nil {
		return fmt.Errorf("stats: reading an estimate: %w", err)
	}
	*e = Estimate{j.Value, j.StdErr, j.Lo, j.Hi, j.Confidence, j.Method,
		j.Draws, j.Hits, j.Mean, j.Variance, j.Effective, nil}
	for _, w := range j.Warnings {
		e.Warnings = append(e.Warnings, errors.New(w))
	}
	return nil
}

// resultJSON is the stored form of Result. The size is a string, as it exceeds what most JSON readers hold exactly.
type resultJSON struct {
	Low       Estimate `json:"low"`
	High      Estimate `json:"high"`
	Lo        float64  `json:"lo"`
	Hi        float64  `json:"hi"`
	OpenShare float64  `json:"open_share"`
	Draws     uint64   `json:"draws"`
	InCount   uint64   `json:"in"`
	OpenCount uint64   `json:"open"`
	Size      string   `json:"size"`
}

// MarshalJSON writes the fields in snake case, Size exactly as a decimal string.
func (r Result) MarshalJSON() ([]byte, error) {
	size := "0"
	if r.Size != nil {
		size = r.Size.String()
	}
	return json.Marshal(resultJSON{r.Low, r.High, r.Lo, r.Hi, r.OpenShare,
		r.Draws, r.InCount, r.OpenCount, size})
}

// UnmarshalJSON reads what MarshalJSON writes. A size that is no number, or has more than 300 digits, is an error.
func (r *Result) UnmarshalJSON(data []byte) error {
	var j resultJSON
	if err := strictUnmarshal(data, &j); err != nil {
		return fmt.Errorf("stats: reading a result: %w", err)
	}
	size, ok := new(big.Int), len(j.Size) <= 300
	if ok {
		_, ok = size.SetString(j.Size, 10)
	}
	if !ok {
		return fmt.Errorf("stats: reading a result: %.30q is no size", j.Size)
	}
	*r = Result{j.Low, j.High, j.Lo, j.Hi, j.OpenShare, j.Draws, j.InCount, j.OpenCount, size}
	return nil
}
