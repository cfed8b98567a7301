package record

import (
	"fmt"
	"strconv"
	"strings"
)

// Engine returns the version of the engine that a build names ("..., engine 4"), and 0 if it names none.
func Engine(build string) int {
	_, after, found := strings.Cut(build, ", engine ")
	n, err := strconv.Atoi(after)
	if !found || err != nil || n < 1 {
		return 0
	}
	return n
}

// An Other is a shard that another version of the engine has made than its record's origin has. Recomputed, it has the same draws, and all
// that its last phase judged have the same outcomes, but for Decided that were open.
type Other struct{ Shard, Engine, Judged, Decided int }

// Later compares a shard with what a later version of the engine makes of its draws, how many, and the file of those that the last
// phase judges. A later version may decide what was open, and an earlier phase of it may refute what the last one refuted or left open.
// The error names the first draw for which the two contradict each other, or for which the later one knows less.
func Later(f *Folder, e Entry, draws uint64, reached []byte) (Other, error) {
	o := Other{Shard: e.Shard, Engine: Engine(e.Build)}
	before, err := f.Reached(e)
	if err != nil {
		return o, err
	}
	now, err := ParseReached(reached)
	if err == nil {
		o.Judged = len(before)
		o.Decided, err = later(before, now)
	}
	if err == nil && e.Draws != draws {
		err = fmt.Errorf("%d draws, recomputed %d", e.Draws, draws)
	}
	if err != nil {
		err = fmt.Errorf("shard %d, made by version %d of the engine: %w", e.Shard, o.Engine, err)
	}
	return o, err
}

// later compares two lists of one shard.
func later(before, now []Reached) (decided int, err error) {
	isNew := func(r Reached) error {
		return fmt.Errorf("draw %d of stratum %d did not reach the last phase, recomputed it is %q there", r.Draw, r.Stratum, r.Outcome)
	}
	for _, r := range before {
		if len(now) > 0 && compareReached(now[0], r) < 0 {
			return decided, isNew(now[0])
		}
		outcome := Out // by an earlier phase
		if len(now) > 0 && compareReached(now[0], r) == 0 {
			outcome, now = now[0].Outcome, now[1:]
		}
		switch {
		case outcome == r.Outcome:
		case r.Outcome == Pass:
			decided++
		default:
			return decided, fmt.Errorf("draw %d of stratum %d was %q, recomputed it is %q", r.Draw, r.Stratum, r.Outcome, outcome)
		}
	}
	if len(now) > 0 {
		return decided, isNew(now[0])
	}
	return decided, nil
}

// Difference names the first row in which two shard files differ, "" if one of them is none.
func Difference(got, want []byte) string {
	a, err := Decode(got)
	if err != nil {
		return ""
	}
	b, err := Decode(want)
	if err != nil {
		return ""
	}
	return DifferentRow(a.Rows, b.Rows)
}

// DifferentRow names the first row in which the rows of a shard and those recomputed differ.
func DifferentRow(a, b []Row) string {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf(": row %d is %+v, recomputed %+v", i, a[i], b[i])
		}
	}
	return fmt.Sprintf(": %d rows, recomputed %d", len(a), len(b))
}
