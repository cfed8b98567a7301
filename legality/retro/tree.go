package retro

import "chesscensus/legality/verdict"

// A Why says why a setup before is refuted.
type Why uint8

// The causes.
const (
	// Exhausted: each of its own unmoves is refuted, or there are none. The entries
	// that follow at the next depth are these.
	Exhausted Why = iota
	// ByRules: a static rule refutes it, or what [Stage.Shut] knows.
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
// at a depth higher by one. Beyond a limit entries are only counted.
type tree struct {
	entries []entry
	left    int // out
}

// mostEntries is the limit of a tree. The development sets need a tenth of it.
const mostEntries = 4000

// A mark is a state of a tree that it can be cut back to.
type mark struct{ entries, left int }

func (t *tree) mark() mark { return mark{len(t.entries), t.left} }

func (t *tree) truncate(m mark) { t.entries, t.left = t.entries[:m.entries], m.left }

func (t *tree) add(e entry) {
	if len(t.entries) < mostEntries {
		t.entries = append(t.entries, e)
	} else {
		t.left++
	}
}
