package retro

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"chesscensus/chess"
	"chesscensus/legality/verdict"
)

// A Refutation is the certificate of a refuted setup: a tree of its unmoves, each with the cause
// why it cannot have been the last move.
type Refutation struct {
	// Setup is the refuted setup.
	Setup chess.Setup
	// Unmoves holds all unmoves of the setup, with every en passant history. Each whose setup
	// before is Exhausted is followed by the unmoves of that setup.
	Unmoves []Refuted
	// Omitted is the number of unmoves that were left out because there are more than
	// 4000. Check needs it to be 0.
	Omitted int
}

// Refuted is an unmove and the cause why it cannot have been the last move.
type Refuted struct {
	// Depth is 1 for an unmove of the setup judged. Otherwise the unmove is one of the setup
	// Before in the nearest earlier entry with a smaller depth, which is Exhausted.
	Depth  int
	Unmove Unmove
	// Before is the setup before the move.
	Before chess.Setup
	Why    Why
	// Reasons and Evidence are set if Why is ByRules.
	Reasons  verdict.Reason
	Evidence verdict.Evidence
}

// refutation returns the tree as a certificate.
func (t *tree) refutation(s *chess.Setup) *Refutation {
	r := &Refutation{Setup: *s, Omitted: t.omitted, Unmoves: make([]Refuted, len(t.entries))}
	line := []chess.Setup{*s} // by depth
	for i := range t.entries {
		e := &t.entries[i]
		before := Undo(line[e.depth-1], e.unmove)
		line = append(line[:e.depth], before)
		r.Unmoves[i] = Refuted{Depth: e.depth, Unmove: e.unmove, Before: before, Why: e.why, Reasons: e.reasons, Evidence: e.evidence}
	}
	return r
}

// Kind returns "last moves".
func (r *Refutation) Kind() string { return "last moves" }

// String returns the setup, then a line for every unmove, indented by its depth, in the
// format of [Unmove.Append] followed by a colon and the cause why it is refuted.
func (r *Refutation) String() string { return r.Text(len(r.Unmoves)) }

// Text returns String with at most the given number of lines for unmoves, at least one. It leaves
// out deep unmoves first, and ends with their number.
func (r *Refutation) Text(lines int) string {
	lines = max(lines, 1)
	var ofDepth []int // number of unmoves
	for i := range r.Unmoves {
		for len(ofDepth) <= r.Unmoves[i].Depth {
			ofDepth = append(ofDepth, 0)
		}
		ofDepth[r.Unmoves[i].Depth]++
	}
	depth, n := 1, 0 // the largest depth up to which all n unmoves fit, at least 1
	for d := range ofDepth {
		if n += ofDepth[d]; n <= lines {
			depth = max(depth, d)
		}
	}
	b := append([]byte(r.Setup.String()), '\n')
	shown, hidden := 0, r.Omitted
	for i := range r.Unmoves {
		u := &r.Unmoves[i]
		if u.Depth > depth || shown >= lines {
			hidden++
			continue
		}
		shown++
		b = append(u.append(b), '\n')
	}
	if hidden > 0 {
		b = append(strconv.AppendInt(append(b, "  and "...), int64(hidden), 10), " more\n"...)
	}
	return string(b)
}

// append appends the line of one unmove.
func (u *Refuted) append(b []byte) []byte {
	b = append(b, strings.Repeat("  ", u.Depth)...)
	b = append(append(u.Unmove.Append(b), ": "...), u.Why.String()...)
	if u.Reasons != 0 {
		b = append(append(b, ": "...), u.Reasons.Text()...)
		if e := u.Evidence.Describe(&u.Before); e != "" {
			b = append(append(append(b, " ("...), e...), ')')
		}
	}
	return b
}

// Check verifies the refutation without any search, by Lemma 6: every Exhausted setup is followed by all its
// unmoves, each once; the rules refute each setup with cause ByRules, and the kernels each with cause NoKernel; and
// Repeated setups occur elsewhere. It returns the first error, or nil.
//
// Static and kernels may be nil if no entry needs them. They should be other instances than
// those that made the refutation. The unmoves are listed by [Unmoves].
func (r *Refutation) Check(static func(*chess.Setup) (verdict.Reason, verdict.Evidence), kernels Kernels) error {
	if r.Omitted > 0 {
		return fmt.Errorf("retro: %d unmoves are left out", r.Omitted)
	}
	treated := map[chess.Setup]bool{r.Setup: true}
	for i := range r.Unmoves {
		if r.Unmoves[i].Why != Repeated {
			treated[r.Unmoves[i].Before] = true
		}
	}
	i, err := r.checkUnmoves(r.Setup, 0, 1, func(u *Refuted) error {
		switch u.Why {
		case Exhausted:
			return nil
		case ByRules:
			if static != nil {
				if reason, _ := static(&u.Before); reason != 0 {
					return nil
				}
			}
		case NoKernel:
			if kernels != nil {
				if refuted, _ := kernels.Refutes(u.Before, kernelSteps); refuted {
					return nil
				}
			}
		case Repeated:
			if treated[u.Before] {
				return nil
			}
		}
		return errors.New("not confirmed")
	})
	if err == nil && i < len(r.Unmoves) {
		err = errors.New("retro: unmoves of nothing at the end")
	}
	return err
}

// checkUnmoves checks that the entries from i on begin with the unmoves of s at the given
// depth, and checks the entries below each. It returns the index after them.
func (r *Refutation) checkUnmoves(s chess.Setup, i, depth int, check func(*Refuted) error) (int, error) {
	missing := map[Unmove]bool{}
	for _, u := range Unmoves(nil, s, Options{AllEP: true}) {
		missing[u] = true
	}
	for i < len(r.Unmoves) && r.Unmoves[i].Depth == depth {
		u := &r.Unmoves[i]
		if !missing[u.Unmove] || Undo(s, u.Unmove) != u.Before || u.Before == initial {
			return i, fmt.Errorf("retro: %s is no unmove of %s", u.Unmove.Append(nil), s)
		}
		delete(missing, u.Unmove)
		if err := check(u); err != nil {
			return i, fmt.Errorf("retro: %s of %s, %s: %w", u.Unmove.Append(nil), s, u.Why, err)
		}
		i++
		if u.Why == Exhausted {
			var err error
			if i, err = r.checkUnmoves(u.Before, i, depth+1, check); err != nil {
				return i, err
			}
		}
	}
	for u := range missing {
		return i, fmt.Errorf("retro: %s of %s is missing", u.Append(nil), s)
	}
	return i, nil
}
