package verdict

import (
	"encoding/json"
	"fmt"
	"iter"
	"math/bits"
	"strings"
)

// A Reason is a set of theorems that refute a setup, one bit each. The zero value is the empty set. Bits are never
// reassigned, and new ones are added at the end, so that stored records keep their meaning.
type Reason uint64

// The reasons. Those of the first block are violations: the setup is not even valid, see
// [chesscensus/chess.Violations]. The second block has the theorems of package rules, with definitions and proofs
// there. The third block has those of packages proofkernel, retro and bound. New stages append theirs.
const (
	NoWhiteKing Reason = 1 << iota
	NoBlackKing
	ManyWhiteKings
	ManyBlackKings
	PawnOnEndRow
	AdjacentKings
	BothInCheck
	OppositeCheck
	BadCastling
	BadEnPassant
	IdleEnPassant

	ManyMen
	ManyPawns
	ManyPromotions
	PromotionBalance
	OpposingPairs
	PawnHomes
	PawnCaptures
	CrossedPawns
	CagedBishop
	TripleCheck
	DoubleCheck
	SingleCheck
	EnPassantOrigin

	NoProofKernel
	NoExtendedKernel
	NoLastMove
	LastMovesRejected
	Unreachable // package bound

	Deadlock // package cage, from here on
	TrappedMan
	BarredPromotions
	ShutOut

	MoveParity // package parity

	PromotedMen // package cage
	TakenAtHome

	lastReason
)

// reasonTexts holds for each reason the short name, for records and tables, and the words.
var reasonTexts = [...][2]string{
	{"NoWhiteKing", "White has no king"},
	{"NoBlackKing", "Black has no king"},
	{"ManyWhiteKings", "White has more than one king"},
	{"ManyBlackKings", "Black has more than one king"},
	{"PawnOnEndRow", "a pawn stands on row 1 or 8"},
	{"AdjacentKings", "the kings stand on neighboring squares"},
	{"BothInCheck", "both kings are in check"},
	{"OppositeCheck", "the side not to move is in check"},
	{"BadCastling", "a castling right without king and rook at home"},
	{"BadEnPassant", "no pawn can just have passed over the en passant square"},
	{"IdleEnPassant", "an en passant square without a legal en passant capture"},

	{"ManyMen", "more than 16 men on a side"},
	{"ManyPawns", "more than 8 pawns on a side"},
	{"ManyPromotions", "more promoted men than pawns are missing"},
	{"PromotionBalance", "more promotions than captures could make way for"},
	{"OpposingPairs", "more pawns have passed their opponents than captures and promotions explain"},
	{"PawnHomes", "the pawns cannot all have come from different home squares"},
	{"PawnCaptures", "the pawns have changed files more often than men are missing"},
	{"CrossedPawns", "more pawns must have changed files than men are missing"},
	{"CagedBishop", "a bishop behind pawns that have never moved"},
	{"TripleCheck", "more than two men give check"},
	{"DoubleCheck", "no last move gives this double check"},
	{"SingleCheck", "no last move gives this check"},
	{"EnPassantOrigin", "the double step cannot have been the last move"},

	{"NoProofKernel", "no captures and promotions lead from the initial men to these: no proof kernel"},
	{"NoExtendedKernel", "the captures that could lead here fit no rows of the pawns: no extended proof kernel"},
	{"NoLastMove", "no possible last move"},
	{"LastMovesRejected", "no possible last move, all moves rejected"},
	{"Unreachable", "no moves lead here, even if men could pass through each other"},

	{"Deadlock", "men of which none can have come last"},
	{"TrappedMan", "a man that the pawns on the board can never have let in"},
	{"BarredPromotions", "no kernel without promotions on squares that the men cannot have left"},
	{"ShutOut", "a man that pawns can never have let in, whatever they have captured"},

	{"MoveParity", "the wrong side is to move, since every move changed the color of a man's square"},

	{"PromotedMen", "more men must have been promoted than pawns are gone, or too few can have been"},
	{"TakenAtHome", "the pawns have taken more men than those that pawns ever let out"},
}

// String lists the names of the reasons separated by commas, or returns "none".
func (r Reason) String() string {
	if r == 0 {
		return "none"
	}
	var parts []string
	for one := range r.all() {
		parts = append(parts, one.nameOf(0))
	}
	return strings.Join(parts, ",")
}

// Text returns the reasons in words, separated by semicolons; empty for the empty set.
func (r Reason) Text() string {
	var parts []string
	for one := range r.all() {
		parts = append(parts, one.nameOf(1))
	}
	return strings.Join(parts, "; ")
}

// nameOf returns a column of reasonTexts for a single reason.
func (r Reason) nameOf(column int) string {
	i := bits.TrailingZeros64(uint64(r))
	if i >= len(reasonTexts) {
		return fmt.Sprintf("Reason%d", i)
	}
	return reasonTexts[i][column]
}

// all yields the reasons of the set one by one, in the order of their bits.
func (r Reason) all() iter.Seq[Reason] {
	return func(yield func(Reason) bool) {
		for ; r != 0; r &= r - 1 {
			if !yield(r & -r) {
				return
			}
		}
	}
}

// First returns the reason of the set with the lowest bit, or the empty set.
func (r Reason) First() Reason { return r & -r }

// KnownReasons yields every reason that has a name.
func KnownReasons() iter.Seq[Reason] { return (lastReason - 1).all() }

// ParseReason parses the text of String. It fails for an unknown name.
func ParseReason(s string) (Reason, error) {
	var r Reason
	if s == "none" || s == "" {
		return 0, nil
	}
next:
	for name := range strings.SplitSeq(s, ",") {
		for i, t := range reasonTexts {
			if t[0] == name {
				r |= 1 << i
				continue next
			}
		}
		if len(name) > 100 {
			name = name[:100] + "..."
		}
		return 0, fmt.Errorf("verdict: unknown reason %q", name)
	}
	return r, nil
}

// MarshalJSON returns a list of names.
func (r Reason) MarshalJSON() ([]byte, error) {
	names := []string{}
	for one := range r.all() {
		names = append(names, one.nameOf(0))
	}
	return json.Marshal(names)
}

// UnmarshalJSON parses the list of MarshalJSON.
func (r *Reason) UnmarshalJSON(data []byte) error {
	var names []string
	if err := json.Unmarshal(data, &names); err != nil {
		return fmt.Errorf("verdict: reasons: %w", err)
	}
	v, err := ParseReason(strings.Join(names, ","))
	if err == nil {
		*r = v
	}
	return err
}
