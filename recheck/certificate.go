package recheck

import (
	"errors"
	"fmt"
	"strings"

	"chesscensus/recheck/internal/format"
)

// Format is the latest format of certificates that this package reads; see docs/CERTIFICATES.md. Format 1 has no field that says so.
const Format = 2

// MaxBytes is the longest certificate that is read.
const MaxBytes = 1 << 20

// The errors that [Checker.Check] wraps; see the package comment.
var (
	ErrForm   = errors.New("not a certificate")
	ErrWrong  = errors.New("not confirmed")
	ErrLimit  = errors.New("not confirmed within the limit")
	ErrUnable = errors.New("not confirmed, no second proof is found")
)

// A Certificate is a verdict with the data that confirm it. It is written as a line of JSON.
type Certificate struct {
	Format   int             `json:"format,omitempty"`   // of the line; 0 stands for 1
	FEN      string          `json:"fen"`                // the setup, in the first four fields of a FEN record
	Stage    string          `json:"stage"`              // part of the project that decided; read only for old names (oldNames) and proof games
	Reasons  []string        `json:"reasons"`            // theorems that refute the setup; without any it is a proof game
	Evidence string          `json:"evidence,omitempty"` // a text for people; some theorems try the squares first that it names
	Tree     string          `json:"tree,omitempty"`     // tree of last moves (package format)
	Unmoves  []format.Unmove `json:"unmoves,omitempty"`  // the same tree in format 1
	Left     int             `json:"left,omitempty"`     // number of unmoves that are missing in the tree
	Proof    string          `json:"proof,omitempty"`    // a game in algebraic notation
	Rules    string          `json:"rules,omitempty"`    // "fide" if no move of the game was made after it was over
}

// oldNames maps the names that version 1 of the project gave to theorems of stage "cage" to the present ones. The beginning of the evidence
// tells them apart.
var oldNames = []struct{ evidence, old, present string }{
	{"none of these men", "LastMovesRejected", "Deadlock"},
	{"pawns can never", "LastMovesRejected", "TrappedMan"},
	{"whatever pawns", "LastMovesRejected", "ShutOut"},
	{"no kernel without", "NoProofKernel", "BarredPromotions"},
	{"no kernel without", "NoExtendedKernel", "BarredPromotions"},
}

// parse reads a certificate from a line. All errors wrap [ErrForm].
func parse(line []byte) (*Certificate, error) {
	if len(line) > MaxBytes {
		return nil, fmt.Errorf("%w: %d bytes, want at most %d", ErrForm, len(line), MaxBytes)
	}
	c := new(Certificate)
	if err := format.Unmarshal(line, c); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrForm, err)
	}
	switch {
	case c.Format < 0 || c.Format > Format:
		return nil, fmt.Errorf("%w: format %d, want 1 to %d", ErrForm, c.Format, Format)
	case c.FEN == "":
		return nil, fmt.Errorf("%w: no FEN record", ErrForm)
	case len(c.Reasons) == 0 && c.Stage != "proofgame":
		return nil, fmt.Errorf("%w: no reason, and no proof game", ErrForm)
	case len(c.Reasons) > len(theorems):
		return nil, fmt.Errorf("%w: %d reasons, want at most %d", ErrForm, len(c.Reasons), len(theorems))
	case len(c.Reasons) > 0 && c.Proof != "":
		return nil, fmt.Errorf("%w: reasons and a proof game", ErrForm)
	case c.Tree != "" && len(c.Unmoves) > 0:
		return nil, fmt.Errorf("%w: two trees", ErrForm)
	}
	seen := map[string]bool{}
	for i, r := range c.Reasons {
		if c.Reasons[i] = c.presentName(r); theorems[c.Reasons[i]] == nil {
			return nil, fmt.Errorf("%w: unknown reason %.40q", ErrForm, r)
		}
		if seen[c.Reasons[i]] && c.Stage != "cage" {
			return nil, fmt.Errorf("%w: reason %s twice", ErrForm, r)
		}
		seen[c.Reasons[i]] = true
	}
	return c, nil
}

// presentName returns the present name of a reason.
func (c *Certificate) presentName(name string) string {
	if c.Stage == "cage" {
		for _, f := range oldNames {
			if f.old == name && strings.HasPrefix(c.Evidence, f.evidence) {
				return f.present
			}
		}
	}
	return name
}

// Theorem returns the name of the claim: the reasons with commas between them, or "Game".
func (c *Certificate) Theorem() string {
	if len(c.Reasons) == 0 {
		return "Game"
	}
	return strings.Join(c.Reasons, ",")
}
