package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"chesscensus/legality/proofgame"
	"chesscensus/legality/verdict"
	"chesscensus/survey/filter"
	"chesscensus/survey/passes"
)

// appendAttempt appends comment lines that show the best position of a try.
func appendAttempt(dst []byte, a *proofgame.Attempt) []byte {
	s := a.Closest.Setup()
	text := fmt.Sprintf("no game within %d planned plies: %s\nclosest position, men out of place in brackets: %s\n%s",
		a.Plies, a.Why, s.String(), board(&s, a.Misplaced))
	for line := range strings.Lines(text) {
		dst = append(append(dst, "\n#   "...), strings.TrimRight(line, " \n")...)
	}
	return dst
}

// batch returns how many lines a worker takes at a time: few if a line may take long.
func (j *judge) batch() int {
	if j.Options.Effort >= verdict.Path {
		return passes.Batch
	}
	return filter.BatchLines
}

// judgePasses makes the passes of a run over the arguments or standard input.
func (a *app) judgePasses(ctx context.Context, r *passes.Run, args []string) error {
	in := a.in
	if len(args) > 0 {
		in = io.Reader(strings.NewReader(strings.Join(args, "\n")))
	}
	r.Workers, r.Progress, r.Notices, r.Bad = a.workers, a.out, a.err, a.outputs().Bad
	return badInput(r.Do(ctx, in))
}
