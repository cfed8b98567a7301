package main

import (
	"context"
	"errors"
	"fmt"

	"chesscensus/survey/filter"
)

// outputs are those of the program; errors of lines are printed.
func (a *app) outputs() filter.Outputs {
	return filter.Outputs{Out: a.out, Side: a.side, Bad: func(err error) { fmt.Fprintln(a.err, err) }}
}

// pipeline has the workers run the batches that produce sends, and writes the output of each
// in the order of sending, see [filter.Ordered]. Bad lines make the result errBadInput.
func (a *app) pipeline(ctx context.Context, produce func(ctx context.Context, send func(*filter.Batch) bool) error) error {
	return badInput(filter.Ordered(ctx, a.workers, produce, a.outputs()))
}

// badInput turns the error of lines that were named already into ours.
func badInput(err error) error {
	if errors.Is(err, filter.ErrBadLines) {
		return errBadInput
	}
	return err
}
