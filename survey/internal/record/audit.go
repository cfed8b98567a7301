package record

import (
	"fmt"
	"strconv"
	"strings"
)

// Engine returns the version of the engine in the text of a build ("..., engine 4"), and 0 if the text has none.
func Engine(build string) int {
	_, after, found := strings.Cut(build, ", engine ")
	n, err := strconv.Atoi(after)
	if !found || err != nil || n < 1 {
		return 0
	}
	return n
}

// An OtherVersion is the comparison of a shard that was made by another version of the engine than that of the record's origin, with the
// same shard recomputed. The draws are the same. So are the outcomes of the Judged draws of its last phase, but for Decided of them, which
// were open.
type OtherVersion struct{ Shard, Engine, Judged, Decided int }

// CompareVersions compares a shard with the number of draws and the list of the last phase that a later version of the engine makes of it.
// A later version may decide draws that were open, and an earlier phase may refute draws that the last one refuted or left open before.
// The error names the first draw for which the two versions contradict each other, or which only the older version decides.
func CompareVersions(f *Folder, e Entry, draws uint64, reached []byte) (OtherVersion, error) {
	o := OtherVersion{Shard: e.Shard, Engine: Engine(e.Build)}
	before, err := f.Reached(e)
	if err != nil {
		return o, err
	}
	now, err := ParseReached(reached)
	if err == nil {
		o.Judged = len(before)
		o.Decided, err = compareLists(before, now)
	}
	if err == nil && e.Draws != draws {
		err = fmt.Errorf("%d draws, recomputed %d", e.Draws, draws)
	}
	if err != nil {
		err = fmt.Errorf("shard %d, made by version %d of the engine: %w", e.Shard, o.Engine, err)
	}
	return o, err
}

// compareLists compares the lists of the last phase of one shard, and counts the draws that only the new list decides.
func compareLists(before, now []Reached) (decided int, err error) {
	additional := func(r Reached) error {
		return fmt.Errorf("draw %d of stratum %d did not reach the last phase, recomputed it is %q there", r.Draw, r.Stratum, r.Outcome)
	}
	for _, r := range before {
		if len(now) > 0 && compareReached(now[0], r) < 0 {
			return decided, additional(now[0])
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
		return decided, additional(now[0])
	}
	return decided, nil
}

// Difference describes the first row in which two shard files differ. It returns "" if one of them is no shard file.
func Difference(got, want []byte) string {
	a, gotErr := Decode(got)
	b, wantErr := Decode(want)
	if gotErr != nil || wantErr != nil {
		return ""
	}
	return DifferentRow(a.Rows, b.Rows)
}

// DifferentRow describes the first row in which the rows a of a shard and the recomputed rows b differ.
func DifferentRow(a, b []Row) string {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf(": row %d is %+v, recomputed %+v", i, a[i], b[i])
		}
	}
	return fmt.Sprintf(": %d rows, recomputed %d", len(a), len(b))
}
