package retro

import "chesscensus/legality/verdict"

// A Why is the cause why the setup before an unmove is refuted.
type Why uint8

// The causes.
const (
	// Exhausted: each unmove of the setup is refuted, or there are none. These unmoves are
	// the next entries, at the next depth.
	Exhausted Why = iota
	// ByRules: a static rule refutes it, or the theorems of [Stage.Cages] or [Stage.Deadlock].
	ByRules
	// NoKernel: the [Kernels] refute it.
	NoKernel
	// Repeated: it occurs elsewhere in the tree, or is the setup judged. A shortest
	// game to a setup has no position twice, so that searching it once suffices.
	Repeated
)

var whyTexts = [...]string{"no last move", "against the rules", "no proof kernel", "seen before"}

// String returns the cause in words.
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

// A tree is the list of the refuted unmoves. Each is followed by the unmoves of the setup before
// it, whose depth is larger by one. Beyond a limit entries are only counted.
type tree struct {
	entries []entry
	omitted int
}

// maxEntries is the limit of a tree. The development sets need a tenth of it.
const maxEntries = 4000

// A mark is a state of a tree, to which truncate returns.
type mark struct{ entries, omitted int }

// mark returns the present state.
func (t *tree) mark() mark { return mark{len(t.entries), t.omitted} }

// truncate removes the entries added since the mark.
func (t *tree) truncate(m mark) { t.entries, t.omitted = t.entries[:m.entries], m.omitted }

// add adds an entry, or counts it if the tree is full.
func (t *tree) add(e entry) {
	if len(t.entries) < maxEntries {
		t.entries = append(t.entries, e)
	} else {
		t.omitted++
	}
}
