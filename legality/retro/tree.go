package retro

import (
	"strconv"
	"strings"

	"chesscensus/chess"
	"chesscensus/legality/verdict"
)

// A Why says why a setup before is refuted.
type Why uint8

// The causes.
const (
	// Exhausted: each of its own unmoves is refuted, or there are none. The entries
	// that follow at the next depth are these.
	Exhausted Why = iota
	// ByRules: a static rule refutes it.
	ByRules
	// NoKernel: it has no proof kernel, or whatever else the [Kernels] find.
	NoKernel
	// Repeated: it occurs elsewhere in the tree, or is the setup judged. A shortest
	// game to a setup has no position twice, so that it suffices to look at it once.
	Repeated
)

var whyTexts = [...]string{"no last move", "against the rules", "no proof kernel", "seen before"}

// String says the cause in words.
func (w Why) String() string {
	if int(w) >= len(whyTexts) {
		return "invalid"
	}
	return whyTexts[w]
}

// An entry is one refuted unmove.
type entry struct {
	depth    int
	unmove   Unmove
	why      Why
	reasons  verdict.Reason
	evidence verdict.Evidence
}

// A tree is the list of the refuted unmoves, each followed by those of its setup before,
// at a depth higher by one. Deep entries beyond a limit are only counted.
type tree struct {
	entries []entry
	left    int // out
}

// Limits of a tree, in entries: at depth 1, which is the setup judged, and below.
const (
	mostEntries     = 1000
	mostDeepEntries = 300
)

func (t *tree) len() int { return len(t.entries) }

// cut keeps the first n entries.
func (t *tree) cut(n int) {
	t.entries = t.entries[:n]
	if n == 0 {
		t.left = 0
	}
}

func (t *tree) add(e entry) {
	if n := len(t.entries); n < mostDeepEntries || e.depth <= 1 && n < mostEntries {
		t.entries = append(t.entries, e)
	} else {
		t.left++
	}
}

// A Refutation is the certificate of an illegal setup: all its unmoves and why each is
// refuted, as a tree.
type Refutation struct {
	// Setup is what is refuted.
	Setup chess.Setup
	// Unmoves are the refuted ones, with what refutes them.
	Unmoves []Refuted
	// Left is the number of those that were left out since there are too many.
	Left int
}

// Refuted is an unmove and why it cannot have been the last move.
type Refuted struct {
	// Depth is 1 for the unmoves of the setup judged, and one more than that of the
	// last entry of smaller depth for its unmoves: a tree in preorder.
	Depth  int
	Unmove Unmove
	// Before is the setup before the move.
	Before chess.Setup
	Why    Why
	// Reasons and Evidence are set if Why is ByRules.
	Reasons  verdict.Reason
	Evidence verdict.Evidence
}

// refutation makes a certificate of the tree.
func (t *tree) refutation(s *chess.Setup) *Refutation {
	r := &Refutation{Setup: *s, Left: t.left, Unmoves: make([]Refuted, len(t.entries))}
	line := []chess.Setup{*s} // by depth
	for i := range t.entries {
		e := &t.entries[i]
		before := Undo(line[e.depth-1], e.unmove)
		line = append(line[:e.depth], before)
		r.Unmoves[i] = Refuted{e.depth, e.unmove, before, e.why, e.reasons, e.evidence}
	}
	return r
}

// Kind returns "last moves".
func (r *Refutation) Kind() string { return "last moves" }

// String returns the setup, then a line for every unmove, indented by its depth, in the
// format of [Unmove.Append] followed by a colon and why it is refuted.
func (r *Refutation) String() string {
	b := []byte(r.Setup.String())
	b = append(b, '\n')
	for i := range r.Unmoves {
		u := &r.Unmoves[i]
		b = append(b, strings.Repeat("  ", u.Depth)...)
		b = append(append(u.Unmove.Append(b), ": "...), u.Why.String()...)
		if u.Reasons != 0 {
			b = append(append(b, ": "...), u.Reasons.Text()...)
			if e := u.Evidence.Describe(&u.Before); e != "" {
				b = append(append(append(b, " ("...), e...), ')')
			}
		}
		b = append(b, '\n')
	}
	if r.Left > 0 {
		b = append(strconv.AppendInt(append(b, "  and "...), int64(r.Left), 10), " more\n"...)
	}
	return string(b)
}
