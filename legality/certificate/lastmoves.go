package certificate

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"chesscensus/chess"
	"chesscensus/legality/cage"
	"chesscensus/legality/retro"
	"chesscensus/legality/rules"
	"chesscensus/legality/verdict"
)

// This file checks certificates of last moves: it rebuilds the tree and checks every node again.

// hasBranch reports whether the setup before the unmove is treated here in the tree, not elsewhere or by a rule.
func (u unmove) hasBranch() bool {
	return u.Why == retro.Exhausted.String() || u.Why == retro.NoKernel.String()
}

// searchKernels are the [retro.Kernels] of a check: the explicit search, and theorems on pawns.
type searchKernels struct {
	checker  *Checker
	ctx      context.Context
	firstErr error // of the first setup that was not refuted
}

// Refutes reports whether the explicit search or a theorem of package cage refutes the setup. The budget of the search is that
// of the checker.
func (k *searchKernels) Refutes(s chess.Setup, _ int64) (bool, int64) {
	err := k.checker.checkKernel(k.ctx, &s, verdict.NoExtendedKernel)
	if err != nil && s.Violations() == 0 {
		stage := cage.Stage{Limit: cage.MaxProjectionLimit}
		if reason, _, _ := stage.Refute(&s, 0); reason != 0 {
			err = nil
		}
	}
	if err != nil && k.firstErr == nil {
		k.firstErr = err
	}
	return err == nil, 0
}

// Forget does nothing, since the searcher keeps little memory.
func (*searchKernels) Forget() {}

// checkRetro rebuilds the tree of a record, from the short text or the unmoves of format 1, and checks it.
func (c *Checker) checkRetro(ctx context.Context, s *chess.Setup, r *Record) error {
	if err := requireReasons(r.Reasons, verdict.NoLastMove|verdict.LastMovesRejected); err != nil {
		return err
	}
	if r.Reasons&verdict.NoLastMove != 0 && (r.Tree != "" || slices.ContainsFunc(r.Unmoves, unmove.hasBranch)) {
		return fmt.Errorf("%w: the tree names last moves", ErrRefuted)
	}
	if r.Left != 0 {
		return fmt.Errorf("%w: %d unmoves are not in the record", ErrTooLarge, r.Left)
	}
	if r.Format == latestFormat {
		tree, err := parseTree(s, r.Tree)
		if err != nil {
			return err
		}
		return c.checkTree(ctx, tree)
	}
	tree := &retro.Refutation{Setup: *s}
	line := []chess.Setup{*s} // setups by depth
	for i, u := range r.Unmoves {
		if u.Depth < 1 || u.Depth > len(line) {
			return fmt.Errorf("certificate: unmove %d has depth %d, want 1 to %d", i+1, u.Depth, len(line))
		}
		parent := line[u.Depth-1]
		m, ok := findUnmove(parent, u.Line)
		if !ok {
			return fmt.Errorf("certificate: unmove %d: %.60q is no unmove of %v", i+1, u.Line, parent)
		}
		why, err := parseWhy(u.Why)
		if err != nil {
			return fmt.Errorf("certificate: unmove %d: %w", i+1, err)
		}
		before := retro.Undo(parent, m)
		line = append(line[:u.Depth], before)
		tree.Unmoves = append(tree.Unmoves, retro.Refuted{Depth: u.Depth, Unmove: m, Before: before, Why: why, Reasons: u.Reasons})
	}
	return c.checkTree(ctx, tree)
}

// checkTree checks a tree by [retro.Refutation.Check].
func (c *Checker) checkTree(ctx context.Context, tree *retro.Refutation) error {
	kernels := &searchKernels{checker: c, ctx: ctx}
	if err := tree.Check(staticReason, kernels); err != nil {
		if kernels.firstErr != nil {
			return fmt.Errorf("%v: %w", err, kernels.firstErr)
		}
		return fmt.Errorf("%w: %v", ErrRefuted, err)
	}
	return nil
}

// staticReason returns the first reason of package rules that refutes a setup, or one of [cage.Finder.Shut].
func staticReason(s *chess.Setup) (verdict.Reason, verdict.Evidence) {
	for _, rule := range rules.All() {
		if reason, evidence := rule.RefutesSetup(s); reason != 0 {
			return reason, evidence
		}
	}
	reason, evidence, _ := new(cage.Finder).Shut(s)
	return reason, evidence
}

// findUnmove returns the unmove of s with the given text, and whether there is one.
func findUnmove(s chess.Setup, text string) (retro.Unmove, bool) {
	var line []byte
	for _, u := range retro.Unmoves(nil, s, retro.Options{AllEP: true}) {
		if line = u.Append(line[:0]); string(line) == text {
			return u, true
		}
	}
	return 0, false
}

// parseWhy returns the cause with the text.
func parseWhy(text string) (retro.Why, error) {
	for _, w := range []retro.Why{retro.Exhausted, retro.ByRules, retro.NoKernel, retro.Repeated} {
		if w.String() == text {
			return w, nil
		}
	}
	return 0, fmt.Errorf("unknown cause %.40q", strings.ToValidUTF8(text, "?"))
}
