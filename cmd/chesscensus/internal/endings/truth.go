package endings

import (
	"context"
	"fmt"

	"chesscensus/chess"
	"chesscensus/legality/endgame"
	"chesscensus/legality/retro"
	"chesscensus/legality/verdict"
)

// A Case is a setup with its classes in both readings.
type Case struct {
	Setup          chess.Setup
	Within, Beyond endgame.Class
}

// A Kind says which verdicts on a case are possible.
type Kind uint8

// The kinds, explained in the package documentation.
const (
	Invalid Kind = iota
	Refuted
	Open
	Chained
)

// Kinds is the number of kinds.
const Kinds = int(Chained) + 1

// String returns the name in small letters.
func (k Kind) String() string { return [...]string{"invalid", "refuted", "open", "chained"}[k] }

// Kind returns the kind of a case.
func (c *Case) Kind() Kind {
	switch {
	case c.Beyond == endgame.Initial:
		return Invalid
	case c.Beyond != endgame.Rest:
		return Refuted
	case c.Within != endgame.Rest:
		return Open
	}
	return Chained
}

// A judge decides whether setups are legal, as legality.Engine does.
type judge interface {
	Judge(ctx context.Context, s chess.Setup) verdict.Verdict
}

// A Contradiction is a case with a verdict that cannot be true.
type Contradiction struct {
	Case    Case
	Verdict verdict.Verdict
}

// String returns the setup, its classes and the verdict.
func (c Contradiction) String() string {
	return fmt.Sprintf("%v: %v (within the material: %v; beyond: %v), but judged %v",
		c.Case.Setup, c.Case.Kind(), c.Case.Within, c.Case.Beyond, c.Verdict)
}

// A truthReport is the result of a comparison. Reports of several materials may be added up.
type truthReport struct {
	// Counts are the numbers of cases by kind and outcome.
	Counts [Kinds][verdict.Illegal + 1]int
	// Isolated is the number of chained cases judged illegal that [Isolated] explains:
	// the setup itself is isolated, or all its predecessors, up to three moves back, are.
	Isolated       int
	Contradictions []Contradiction
	// Undecided are up to 20 of the cases judged unknown.
	Undecided []Case
}

// maxUndecided is the greatest length of the list of undecided cases.
const maxUndecided = 20

// Add adds another report to r.
func (r *truthReport) Add(other *truthReport) {
	for k := range r.Counts {
		for i := range r.Counts[k] {
			r.Counts[k][i] += other.Counts[k][i]
		}
	}
	r.Isolated += other.Isolated
	r.Contradictions = append(r.Contradictions, other.Contradictions...)
	r.Undecided = append(r.Undecided, other.Undecided[:min(len(other.Undecided), maxUndecided-len(r.Undecided))]...)
}

// Total returns the number of cases.
func (r *truthReport) Total() (n int) {
	for _, c := range r.Counts {
		for _, k := range c {
			n += k
		}
	}
	return n
}

// compareTruth judges every case. The error is that of the context.
//
// A contradiction is an invalid or refuted case that is judged legal, or a chained one that is judged illegal
// although it is not isolated.
func compareTruth(ctx context.Context, judge judge, cases []Case) (*truthReport, error) {
	r := new(truthReport)
	for _, c := range cases {
		if ctx.Err() != nil {
			return r, ctx.Err()
		}
		r.addCase(c, judge.Judge(ctx, c.Setup))
	}
	return r, ctx.Err()
}

// addCase adds a case and its verdict to the report.
func (r *truthReport) addCase(c Case, v verdict.Verdict) {
	k := c.Kind()
	r.Counts[k][v.Outcome]++
	switch {
	case v.Outcome == verdict.Unknown:
		if len(r.Undecided) < maxUndecided {
			r.Undecided = append(r.Undecided, c)
		}
	case v.Outcome == verdict.Legal && (k == Invalid || k == Refuted):
		r.Contradictions = append(r.Contradictions, Contradiction{c, v})
	case v.Outcome == verdict.Illegal && k == Chained:
		if fromIsolated(&c.Setup, isolatedDepth) {
			r.Isolated++
		} else {
			r.Contradictions = append(r.Contradictions, Contradiction{c, v})
		}
	}
}

// isolatedDepth is the number of moves back to which [fromIsolated] looks.
const isolatedDepth = 3

// fromIsolated reports whether a setup is isolated, or all of its predecessors are, up to depth moves back. Such a setup is
// illegal. Example: its only last move is b2-b3 with discovered check by a bishop on a1.
func fromIsolated(s *chess.Setup, depth int) bool {
	if Isolated(&s.Board) {
		return true
	}
	if depth == 0 || s.Violations() != 0 || *s == chess.InitialSetup() {
		return false
	}
	for _, u := range retro.Unmoves(nil, *s, retro.Options{AllEP: true}) {
		before := retro.Undo(*s, u)
		if !fromIsolated(&before, depth-1) {
			return false
		}
	}
	return true
}

// Isolated reports whether a bishop is on a square that it can neither have reached nor have occupied from the start: in its own
// first row, not on its initial square, with a pawn of its own on each square of the second row diagonally before it. Those pawns
// have never moved, and a bishop that was promoted appeared in the other end row.
func Isolated(b *chess.Board) bool {
	for c := range chess.Color(2) {
		row, homes := chess.Row1, chess.C1.BB()|chess.F1.BB()
		if c == chess.Black {
			row, homes = chess.Row8, chess.C8.BB()|chess.F8.BB()
		}
		for sq := range (b.Pieces(c, chess.Bishop) & row &^ homes).All() {
			if chess.PawnAttacks(c, sq)&^b.Pieces(c, chess.Pawn) == 0 {
				return true
			}
		}
	}
	return false
}
