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

// A Kind says what may be answered about a case.
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

// A truthJudge decides on legality, as legality.Engine does.
type truthJudge interface {
	Judge(ctx context.Context, s chess.Setup) verdict.Verdict
}

// A truthFault is a case of which the judge says what cannot be true.
type truthFault struct {
	Case    Case
	Verdict verdict.Verdict
}

// String returns the setup, what is known of it, and what the judge says.
func (f truthFault) String() string {
	return fmt.Sprintf("%v: %v (within the material: %v; beyond: %v), but judged %v",
		f.Case.Setup, f.Case.Kind(), f.Case.Within, f.Case.Beyond, f.Verdict)
}

// A truthReport is the result of a comparison. Reports of several materials may be added up.
type truthReport struct {
	// Counts are the numbers of cases by kind and outcome.
	Counts [Kinds][verdict.Illegal + 1]int
	// Isolated is the number of chained cases judged illegal that [Isolated] explains: of
	// the setup itself, or of all that can have come before it, up to three moves back.
	Isolated int
	// Faults are the contradictions.
	Faults []truthFault
	// Undecided are up to 20 of the cases judged unknown.
	Undecided []Case
}

// maxUndecided bounds the list of undecided cases.
const maxUndecided = 20

// Add adds another report to r.
func (r *truthReport) Add(o *truthReport) {
	for k := range r.Counts {
		for i := range r.Counts[k] {
			r.Counts[k][i] += o.Counts[k][i]
		}
	}
	r.Isolated += o.Isolated
	r.Faults = append(r.Faults, o.Faults...)
	r.Undecided = append(r.Undecided, o.Undecided[:min(len(o.Undecided), maxUndecided-len(r.Undecided))]...)
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

// compareTruth asks the judge about every case. The error is that of the context.
//
// A fault is: anything legal that is invalid or refuted; anything chained judged illegal,
// unless it is isolated. That a judge leaves something unknown is counted only.
func compareTruth(ctx context.Context, judge truthJudge, cases []Case) (*truthReport, error) {
	r := new(truthReport)
	for _, c := range cases {
		if ctx.Err() != nil {
			return r, ctx.Err()
		}
		r.add(c, judge.Judge(ctx, c.Setup))
	}
	return r, ctx.Err()
}

func (r *truthReport) add(c Case, v verdict.Verdict) {
	k := c.Kind()
	r.Counts[k][v.Outcome]++
	switch {
	case v.Outcome == verdict.Unknown:
		if len(r.Undecided) < maxUndecided {
			r.Undecided = append(r.Undecided, c)
		}
	case v.Outcome == verdict.Legal && (k == Invalid || k == Refuted):
		r.Faults = append(r.Faults, truthFault{c, v})
	case v.Outcome == verdict.Illegal && k == Chained:
		if fromIsolated(&c.Setup, isolatedDepth) {
			r.Isolated++
		} else {
			r.Faults = append(r.Faults, truthFault{c, v})
		}
	}
}

// isolatedDepth is how many moves back a setup may come from isolated ones alone.
const isolatedDepth = 3

// fromIsolated reports whether a setup is isolated, or all of its predecessors are by the
// same rule with one move less. Such a setup is illegal: b2-b3 with discovered check of a
// bishop on a1 is the last move of some.
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

// Isolated reports whether a bishop stands where it can neither have come nor have stood
// from the start: in its own first row, not on its initial square, with a pawn of its own
// on each square of the second row diagonally before it. Those pawns have never moved, and
// a bishop of its color that was promoted stood in the other end row.
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
