package sampler

import (
	"errors"
	"fmt"
	"math/big"
	"strings"

	"github.com/holiman/uint256"

	"chesscensus/chess"
)

// A Set has the methods that spaces and divided sets have in common.
type Set interface {
	// Name returns the name of the set in commands and records.
	Name() string

	// Size returns the number of elements, N. The caller may change the value.
	Size() *big.Int
}

// A Space is a finite set with a one-to-one map to the integers below its size.
// The methods may be called from several goroutines at once.
type Space interface {
	Set

	// Unrank sets d to the element with the given rank. It panics if the rank is
	// not below N; see [ParseRank] for ranks from outside.
	Unrank(d *Draw, rank *uint256.Int)

	// Rank returns the rank of the element with d's Setup. If there are several such
	// elements it is that with d's Index if d's Equivalents is their number, else
	// that with the lowest index. On success all fields of d are set as by Unrank.
	//
	// The error tells why the setup is not in the space; it wraps [ErrNotInSpace].
	Rank(d *Draw) (uint256.Int, error)
}

// A Draw is one element of a space.
type Draw struct {
	Setup chess.Setup

	// Index is the number of the element among those with the same setup, from 0 to Equivalents-1. Both are written
	// as the last two fields of a FEN record, as ChessPositionRanking does.
	Index       int
	Equivalents int

	// Multiplicity is the number of elements of the space with this setup, at least 1. It differs from Equivalents
	// only where a space prints a wrong number for compatibility.
	Multiplicity int

	// Weight is the number of positions for which the setup stands: 1 in most spaces, and 0 for an element that
	// must not count. A draw that is judged legal contributes Weight/Multiplicity.
	Weight int
}

// ErrNotInSpace is wrapped by the errors of [Space.Rank].
var ErrNotInSpace = errors.New("not in the space")

// NotInSpace returns an error that wraps [ErrNotInSpace] and names the space and the condition that fails.
func NotInSpace(space, format string, args ...any) error {
	return fmt.Errorf("%s: %w: %s", space, ErrNotInSpace, fmt.Sprintf(format, args...))
}

// FEN returns the draw as a FEN record, with Index and Equivalents as the last two fields.
func (d *Draw) FEN() chess.FEN {
	return chess.FEN{Setup: d.Setup, Halfmove: d.Index, Fullmove: d.Equivalents}
}

// FromFEN returns the draw of a FEN record of this form, for [Space.Rank].
// Multiplicity and Weight are 0, since they depend on the space.
func FromFEN(f chess.FEN) Draw {
	return Draw{Setup: f.Setup, Index: f.Halfmove, Equivalents: f.Fullmove}
}

// ParseRank parses a rank of the space: a decimal number from 0 to the size less 1. Blanks around it are ignored.
func ParseRank(space Space, s string) (uint256.Int, error) {
	var rank uint256.Int
	s = strings.TrimSpace(s)
	shown := s
	if len(s) > 60 {
		shown = fmt.Sprintf("%s... (%d bytes)", strings.ToValidUTF8(s[:40], "?"), len(s))
	}
	if s == "" {
		return rank, errors.New("no rank found, want a decimal number")
	}
	negative := s[0] == '-'
	digits := strings.TrimPrefix(s, "-")
	if strings.Trim(digits, "0123456789") != "" || digits == "" {
		return rank, fmt.Errorf("rank %q is not a decimal number", shown)
	}
	digits = strings.TrimLeft(digits, "0")
	if negative && digits != "" {
		return rank, fmt.Errorf("rank %s is negative, want 0 to %v for space %s", shown, lastRank(space), space.Name())
	}
	if digits == "" {
		return rank, nil
	}
	if len(digits) > 80 || rank.SetFromDecimal(digits) != nil || rank.ToBig().Cmp(space.Size()) >= 0 {
		return uint256.Int{}, fmt.Errorf("rank %s is out of range, want 0 to %v for space %s", shown, lastRank(space), space.Name())
	}
	return rank, nil
}

// lastRank returns the size less 1.
func lastRank(space Space) *big.Int {
	n := space.Size()
	return n.Sub(n, big.NewInt(1))
}
