// Package certificate writes verdicts to files and rechecks them.
//
// A [Record] is a refutation or a proof game as a line of JSON. [Checker.Check] confirms it, as far
// as possible by other means than those of the stage that found it:
//
//	rules    the named theorem is evaluated again; its proof is in package rules
//	kernel   the explicit search (legality/proofkernel/search), which shares no code with the
//	         dynamic program over the files, must find no kernel, or no extended one, according
//	         to the reason; Lemmas 17 to 19 of package proofkernel, which it does not use, are
//	         evaluated again
//	bound    the theorem is evaluated again; its proof is in package bound
//	path     as for kernel, also for refutations of stage proofgame: the explicit search made
//	         these refutations, and is only repeated
//	parity   the theorem is evaluated again; its proof is in package parity
//	cage     the theorem is evaluated again; its proof is in package cage
//	retro    the tree of unmoves: none may be missing, the initial position may not be
//	         among the setups before; rules, or the explicit search and package cage, must
//	         refute the setups that the tree attributes to them, and the others must be in
//	         the tree itself
//
// A refutation is confirmed only for the reasons that it names, and only if its stage gives such reasons.
//
// A proof game, of stage proofgame and without reasons, is replayed by two programs, see package replay.
//
// So the check finds errors in the dynamic program over the files, in its tables or its bounds,
// and in the order and memory of the backward search. The check trusts package chess, the list
// of unmoves, the theorems, and the explicit search.
//
// A check has a budget. A refutation that it does not confirm within the budget need not be
// wrong; the error then wraps [ErrTooLarge].
package certificate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"chesscensus/chess"
	"chesscensus/internal/exactjson"
	"chesscensus/legality/cage"
	"chesscensus/legality/internal/bound"
	"chesscensus/legality/internal/parity"
	"chesscensus/legality/proofgame/replay"
	"chesscensus/legality/proofkernel"
	"chesscensus/legality/proofkernel/search"
	"chesscensus/legality/retro"
	"chesscensus/legality/rules"
	"chesscensus/legality/verdict"
)

// A Record is a verdict that can be rechecked.
type Record struct {
	// Format is 2 for a record with a Tree; 0 stands for format 1, which has none.
	Format int `json:"format,omitempty"`
	// FEN is the setup in its first four fields.
	FEN string `json:"fen"`
	// Stage is the stage that decided, Reasons are the theorems of a refutation, and Evidence is
	// the evidence in words. Without reasons the record is a proof game.
	Stage    string         `json:"stage"`
	Reasons  verdict.Reason `json:"reasons"`
	Evidence string         `json:"evidence,omitempty"`
	// Tree is the tree of stage retro in short, see docs/CERTIFICATES.md; Unmoves is the tree in format 1. Left is
	// the number of unmoves that are missing since the tree is too large; such a record cannot be confirmed.
	Tree    string   `json:"tree,omitempty"`
	Unmoves []unmove `json:"unmoves,omitempty"`
	Left    int      `json:"left,omitempty"`
	// Proof is the game of stage proofgame, and Rules are the rules of play that it keeps.
	Proof string       `json:"proof,omitempty"`
	Rules replay.Rules `json:"rules,omitempty"`
}

// recordKeys are the keys of a record.
var recordKeys = exactjson.Names(reflect.TypeFor[Record]())

// Parse parses a record in JSON. It is an error if a key of [Record] occurs twice or in another spelling, which other parsers may
// read differently. Other keys are ignored.
func Parse(data []byte) (*Record, error) {
	if err := exactjson.Keys(data, recordKeys...); err != nil {
		return nil, fmt.Errorf("certificate: %w", err)
	}
	r := new(Record)
	if err := json.Unmarshal(data, r); err != nil {
		return nil, err
	}
	return r, nil
}

// pathStage is the name of the stage of effort path, whose package this one does not import.
const pathStage = "path"

// formerReasons are the reasons that version 1 of the engine gave for theorems of package cage, with
// the present reasons of these theorems, by the beginning of the evidence.
var formerReasons = []struct {
	evidence              string
	oldReasons, newReason verdict.Reason
}{
	{"none of these men", verdict.LastMovesRejected, verdict.Deadlock},
	{"pawns can never", verdict.LastMovesRejected, verdict.TrappedMan},
	{"whatever pawns", verdict.LastMovesRejected, verdict.ShutOut},
	{"no kernel without", verdict.NoProofKernel | verdict.NoExtendedKernel, verdict.BarredPromotions},
}

// Reason returns the Reasons in their present meaning: in records of stage cage by version 1 of the
// engine they are replaced by the reasons that the theorems have now.
func (r *Record) Reason() verdict.Reason {
	if r.Stage != cage.StageName {
		return r.Reasons
	}
	for _, f := range formerReasons {
		if r.Reasons&f.oldReasons != 0 && strings.HasPrefix(r.Evidence, f.evidence) {
			return f.newReason
		}
	}
	return r.Reasons
}

// An unmove is a move taken back, with the cause why it cannot have been the last move.
type unmove struct {
	// Depth is 1 for unmoves of the setup; see retro.Refuted.
	Depth int `json:"depth"`
	// Line is the unmove in the format of texelutil.
	Line string `json:"unmove"`
	// Why is the text of a retro.Why.
	Why string `json:"why"`
	// Reasons are the theorems that refute the setup before, if Why is ByRules.
	Reasons verdict.Reason `json:"reasons,omitempty"`
}

// New returns the record of a verdict on a setup. It fails if the verdict is neither
// Illegal nor Legal by a proof game.
func New(s *chess.Setup, v *verdict.Verdict) (*Record, error) {
	if g, ok := v.Certificate.(verdict.ProofGame); ok && v.Outcome == verdict.Legal {
		return &Record{FEN: s.String(), Stage: replay.StageName, Proof: string(g)}, nil
	}
	if v.Outcome != verdict.Illegal {
		return nil, fmt.Errorf("certificate: the verdict on %v is %v, not illegal", s, v.Outcome)
	}
	r := &Record{FEN: s.String(), Stage: v.Stage, Reasons: v.Reasons, Evidence: v.Evidence.Describe(s)}
	if t, ok := v.Certificate.(*retro.Refutation); ok {
		r.Format, r.Tree, r.Left = latestFormat, formatTree(t), t.Omitted
	}
	return r, nil
}

// The errors of a check that does not confirm a record.
var (
	// ErrTooLarge: the budget did not suffice, or the record does not have the whole tree.
	ErrTooLarge = errors.New("too large to check")
	// ErrRefuted: the check contradicts the record. One of the two programs is wrong.
	ErrRefuted = errors.New("not confirmed")
)

// defaultNodes is the budget of the explicit search for one setup, about a minute.
const defaultNodes = 50_000_000

// A Checker confirms records. The zero value is ready. It is for one goroutine at a time.
type Checker struct {
	// Nodes limits the explicit search for each setup; 0 means fifty million, about a minute.
	Nodes int64

	searcher search.Searcher
	games    replay.Verifier
}

// Check confirms the record or returns an error: ErrTooLarge, ErrRefuted, or the part of the
// record that cannot be parsed.
func (c *Checker) Check(ctx context.Context, r *Record) error {
	if r.Format < 0 || r.Format > latestFormat {
		return fmt.Errorf("certificate: format %d, want 1 to %d", r.Format, latestFormat)
	}
	f, err := chess.ParseFEN(r.FEN)
	if err != nil {
		return err
	}
	s := f.Setup
	switch r.Stage {
	case rules.StageName:
		return checkRules(&s, r.Reasons)
	case proofkernel.StageName, pathStage:
		return c.checkKernel(ctx, &s, r.Reasons)
	case bound.StageName:
		return checkBound(ctx, &s, r.Reasons)
	case parity.StageName:
		return checkParity(&s, r.Reasons)
	case cage.StageName:
		return checkCage(&s, r.Reason())
	case retro.StageName:
		return c.checkRetro(ctx, &s, r)
	case replay.StageName:
		if r.Reasons != 0 {
			return c.checkKernel(ctx, &s, r.Reasons)
		}
		c.games.Rules = r.Rules
		if err := c.games.VerifyText("", 0, r.Proof, r.FEN); err != nil {
			return fmt.Errorf("%w: %w", ErrRefuted, err)
		}
		return nil
	}
	return fmt.Errorf("certificate: unknown stage %.40q", r.Stage)
}

// checkRules evaluates the theorems of package rules again.
func checkRules(s *chess.Setup, want verdict.Reason) error {
	if want == 0 {
		return errors.New("certificate: no reason named")
	}
	var have verdict.Reason
	for _, rule := range rules.All() {
		if rule.Reasons&want != 0 {
			reason, _ := rule.RefutesSetup(s)
			have |= reason
		}
	}
	if want&^have != 0 {
		return fmt.Errorf("%w: %v does not hold", ErrRefuted, want&^have)
	}
	return nil
}

// checkCage evaluates the theorems of package cage again, with the largest limit of projection searches
// of any verdict. With a larger limit another theorem may be found first; then smaller limits are
// tried until the wanted one is found.
func checkCage(s *chess.Setup, want verdict.Reason) error {
	if err := requireReasons(want, verdict.Deadlock|verdict.TrappedMan|pawnReasons); err != nil {
		return err
	}
	if rest := want & (want - 1); rest != 0 { // check all reasons but the first, then the first
		if err := checkCage(s, rest); err != nil {
			return err
		}
		want &^= rest
	}
	if s.Violations() != 0 {
		return fmt.Errorf("certificate: %v is not valid", s)
	}
	if new(cage.Finder).Holds(s, want) {
		return nil
	}
	if want == verdict.ShutOut { // Lemma 16 alone: with earlier searches its budget may not suffice
		if _, ok := new(cage.Stage).Fallen(s); ok {
			return nil
		}
	}
	have := verdict.Reason(0)
	for limit := cage.MaxProjectionLimit; limit > 0; limit /= 2 {
		stage := cage.Stage{Limit: limit}
		reason, _, _ := stage.Refute(s, 0)
		if reason&want != 0 {
			return nil
		}
		if reason == 0 {
			break // a smaller limit finds no more
		}
		have = reason
	}
	if want == verdict.BarredPromotions && have == verdict.ShutOut && (&cage.Stage{Limit: cage.MaxProjectionLimit}).NeedsBarred(s) {
		return nil
	}
	if have != 0 {
		return fmt.Errorf("%w: %v is not found, but %v refutes it", ErrRefuted, want, have)
	}
	return fmt.Errorf("%w: %v does not hold", ErrRefuted, want)
}

// requireReasons returns an error unless want is not empty and all its reasons are allowed.
func requireReasons(want, allowed verdict.Reason) error {
	if want == 0 || want&^allowed != 0 {
		return fmt.Errorf("%w: its stage gives no reasons but %v", ErrRefuted, allowed)
	}
	return nil
}

// checkBound evaluates the theorem of package bound again.
func checkBound(ctx context.Context, s *chess.Setup, want verdict.Reason) error {
	if err := requireReasons(want, verdict.Unreachable); err != nil {
		return err
	}
	if _, refuted := new(bound.Stage).Judge(ctx, *s, verdict.Budget{}); !refuted {
		return fmt.Errorf("%w: %v does not hold", ErrRefuted, want)
	}
	return nil
}

// checkParity evaluates the theorem of package parity again.
func checkParity(s *chess.Setup, want verdict.Reason) error {
	if err := requireReasons(want, verdict.MoveParity); err != nil {
		return err
	}
	if !parity.Refutes(s) {
		return fmt.Errorf("%w: the right side is to move, or nothing is known of that", ErrRefuted)
	}
	return nil
}

// checkKernel searches for a kernel by the explicit search, unless counting refutes it (Lemma 15 of package proofkernel). If there
// is no kernel, there is no extended one either.
func (c *Checker) checkKernel(ctx context.Context, s *chess.Setup, want verdict.Reason) error {
	if err := requireReasons(want, verdict.NoProofKernel|verdict.NoExtendedKernel); err != nil {
		return err
	}
	if s.Violations() == 0 && proofkernel.Outnumbered(s) {
		return nil
	}
	c.searcher.Options = search.Options{Nodes: c.Nodes}
	if c.Nodes == 0 {
		c.searcher.Options.Nodes = defaultNodes
	}
	switch r := c.searcher.First(ctx, chess.InitialSetup(), *s); r.Status {
	case search.NoKernel:
		return nil
	case search.NoExtended:
		if want != verdict.NoExtendedKernel && proofkernel.AtHome(s) != proofkernel.NoKernel {
			return fmt.Errorf("%w: %v does not hold, but %v does", ErrRefuted, verdict.NoProofKernel, verdict.NoExtendedKernel)
		}
		return nil
	case search.Found:
		// Evaluate Lemmas 17 to 19 of package proofkernel, which the search does not use.
		if atHome := proofkernel.AtHome(s); atHome == proofkernel.NoKernel || atHome == proofkernel.NoExtended && want == verdict.NoExtendedKernel {
			return nil
		}
		return fmt.Errorf("%w: the explicit search finds the kernel %v", ErrRefuted, r.Kernel)
	default:
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return fmt.Errorf("%w: %v after %d nodes", ErrTooLarge, r.Err, r.Nodes)
	}
}
