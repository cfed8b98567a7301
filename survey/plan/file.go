package plan

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"

	"chesscensus/internal/exactjson"
)

// Append appends the plan as JSON, indented and with a newline at the end. [Parse]
// reads it back to an equal plan.
func (p *Plan) Append(dst []byte) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	if err := e.Encode(p); err != nil {
		panic("plan: " + err.Error()) // for a float that is NaN or infinite, which Validate refuses
	}
	return append(dst, b.Bytes()...)
}

// Parse reads a plan. The error names the field and the expected value, or the line
// that is no JSON. Unknown fields are errors, too, so that typing errors are found.
func Parse(data []byte) (*Plan, error) {
	p := new(Plan)
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(p); err != nil {
		return nil, syntaxError(data, d.InputOffset(), err)
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, fmt.Errorf("plan: line %d: found more after the end of the plan", lineAt(data, d.InputOffset()))
	}
	if err := exactjson.Keys(data, exactjson.Names(reflect.TypeFor[Plan]())...); err != nil {
		return nil, fmt.Errorf("plan: %w", err)
	}
	if err := p.Validate(); err != nil {
		return nil, err
	}
	for _, x := range append([]float64{p.Expected.Estimate, p.Expected.HalfWidth, p.Expected.Relative, p.Expected.CPUSeconds,
		p.Expected.SimpleRelative}, slices.Concat(p.Expected.Variance, p.Expected.Cost, p.Pilot.Costs)...) {
		if x < 0 {
			return nil, fieldError("expected, pilot", "found %v, want numbers that are not negative", x)
		}
	}
	return p, nil
}

// syntaxError returns an error with the line or field in which the JSON is not that of a plan.
func syntaxError(data []byte, offset int64, err error) error {
	var syntaxErr *json.SyntaxError
	var typeErr *json.UnmarshalTypeError
	switch {
	case errors.As(err, &typeErr):
		field := typeErr.Field
		if field == "" {
			field = "the whole file"
		}
		return fieldError(field, "line %d: found a JSON %s, want %v", lineAt(data, typeErr.Offset), typeErr.Value, typeErr.Type)
	case errors.As(err, &syntaxErr):
		return fmt.Errorf("plan: line %d: no JSON: %v", lineAt(data, syntaxErr.Offset), syntaxErr)
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return fmt.Errorf("plan: line %d: the file ends in the middle of the plan", lineAt(data, int64(len(data))))
	}
	return fmt.Errorf("plan: line %d: %s", lineAt(data, offset), strings.TrimPrefix(err.Error(), "json: "))
}

// lineAt returns the number of the line, from 1, with the byte at an offset.
func lineAt(data []byte, offset int64) int {
	return 1 + bytes.Count(data[:min(max(offset, 0), int64(len(data)))], []byte("\n"))
}
