package recheck

import (
	"errors"
	"fmt"
	"strings"

	"chesscensus/recheck/internal/keys"
)

// Format is the latest format of certificates that this package reads; see
// docs/CERTIFICATES.md. Format 1 has no field that says so.
const Format = 2

// MaxBytes is the longest certificate that is read.
const MaxBytes = 1 << 20

// The errors of checks; see the package comment.
var (
	ErrForm   = errors.New("not a certificate")
	ErrWrong  = errors.New("not confirmed")
	ErrLimit  = errors.New("not confirmed within the limit")
	ErrUnable = errors.New("not confirmed, no second proof is found")
)

// A Certificate is a verdict and what is needed to confirm it: a line of JSON.
type Certificate struct {
	// Format of the line; 0 stands for 1.
	Format int `json:"format,omitempty"`
	// FEN is the setup in its first four fields.
	FEN string `json:"fen"`
	// Stage is the part of the project that decided. Only old cages need it.
	Stage string `json:"stage"`
	// Reasons are the theorems that refute the setup. Without any it is a proof game.
	Reasons []string `json:"reasons"`
	// Evidence is for people.
	Evidence string `json:"evidence,omitempty"`
	// Tree is the tree of last moves in short, see tree.go; Unmoves is that of format 1.
	Tree    string   `json:"tree,omitempty"`
	Unmoves []unmove `json:"unmoves,omitempty"`
	// Left unmoves are missing in the tree.
	Left int `json:"left,omitempty"`
	// Proof is a game in algebraic notation, Rules "fide" if no move was made after a draw.
	Proof string `json:"proof,omitempty"`
	Rules string `json:"rules,omitempty"`
}

// An unmove is an entry of the tree of format 1.
type unmove struct {
	Depth int    `json:"depth"`
	Line  string `json:"unmove"`
	Why   string `json:"why"`
}

// former are names that version 1 of the project gave to theorems on cages, by the beginning
// of the evidence.
var former = []struct{ evidence, was, is string }{
	{"none of these men", "LastMovesRejected", "Deadlock"},
	{"pawns can never", "LastMovesRejected", "TrappedMan"},
	{"whatever pawns", "LastMovesRejected", "ShutOut"},
	{"no kernel without", "NoProofKernel", "BarredPromotions"},
	{"no kernel without", "NoExtendedKernel", "BarredPromotions"},
}

// parse reads a line. All errors wrap [ErrForm].
func parse(line []byte) (*Certificate, error) {
	if len(line) > MaxBytes {
		return nil, fmt.Errorf("%w: %d bytes, want at most %d", ErrForm, len(line), MaxBytes)
	}
	c := new(Certificate)
	if err := keys.Unmarshal(line, c); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrForm, err)
	}
	switch {
	case c.Format < 0 || c.Format > Format:
		return nil, fmt.Errorf("%w: format %d, want 1 to %d", ErrForm, c.Format, Format)
	case c.FEN == "":
		return nil, fmt.Errorf("%w: no FEN record", ErrForm)
	case len(c.Reasons) == 0 && c.Stage != "proofgame":
		return nil, fmt.Errorf("%w: no reason, and no proof game", ErrForm)
	case len(c.Reasons) > 0 && c.Proof != "":
		return nil, fmt.Errorf("%w: reasons and a proof game", ErrForm)
	case c.Tree != "" && len(c.Unmoves) > 0:
		return nil, fmt.Errorf("%w: two trees", ErrForm)
	}
	seen := map[string]bool{}
	for i, r := range c.Reasons {
		if c.Reasons[i] = c.reason(r); theorems[c.Reasons[i]] == nil {
			return nil, fmt.Errorf("%w: unknown reason %.40q", ErrForm, r)
		}
		if seen[c.Reasons[i]] && c.Stage != "cage" {
			return nil, fmt.Errorf("%w: reason %s twice", ErrForm, r)
		}
		seen[c.Reasons[i]] = true
	}
	return c, nil
}

// reason is the name of today for a reason.
func (c *Certificate) reason(name string) string {
	if c.Stage == "cage" {
		for _, f := range former {
			if f.was == name && strings.HasPrefix(c.Evidence, f.evidence) {
				return f.is
			}
		}
	}
	return name
}

// Theorem names what a certificate claims: its reasons, or "Game".
func (c *Certificate) Theorem() string {
	if len(c.Reasons) == 0 {
		return "Game"
	}
	return strings.Join(c.Reasons, ",")
}
