package main

import (
	"context"

	"chesscensus/chess"
	"chesscensus/legality/cage"
	"chesscensus/legality/verdict"
)

// lemmaLimit is the limit of configurations for one search of a lemma.
const lemmaLimit = 2000

// A lemma is a stage that applies one lemma of package cage alone. That package's own stage applies it only after most other
// theorems, so that few setups reach it there.
type lemma struct {
	name, explanation string                                         // explanation is the text about the men in a refutation
	find              func(*cage.Stage, *chess.Setup) chess.Bitboard // returns the men that refute a setup, if any
	stage             cage.Stage
}

func (l *lemma) Name() string         { return l.name }
func (*lemma) Effort() verdict.Effort { return verdict.Exhaustive }
func (l *lemma) Forget()              { l.stage.Forget() }

func (l *lemma) Judge(_ context.Context, s chess.Setup, _ verdict.Budget) (verdict.Verdict, bool) {
	if s.Violations() != 0 {
		return verdict.Verdict{}, false
	}
	l.stage.Limit = lemmaLimit
	if men := l.find(&l.stage, &s); men != 0 {
		return verdict.Refuted(l.name, verdict.ShutOut, verdict.Men(l.explanation, men)), true
	}
	return verdict.Verdict{}, false
}

// severalMen returns the stage of Lemma 14, which follows several men at once.
func severalMen() *lemma {
	return &lemma{name: "several men", explanation: "these men cannot have come in together", find: (*cage.Stage).Together}
}

// pairsLetIn returns the stage of Lemma 17, which retracts the pawns of the setup together with one man or two.
func pairsLetIn() *lemma {
	return &lemma{name: "pairs let in", explanation: "pawns never let these men in", find: func(_ *cage.Stage, s *chess.Setup) chess.Bitboard {
		_, evidence, _ := new(cage.Finder).NeverIn(s)
		return evidence.Squares
	}}
}

// fallenBishops returns the stage of Lemma 16, which follows a bishop that has been captured.
func fallenBishops() *lemma {
	return &lemma{name: "fallen bishops", explanation: "no pawn took this bishop", find: func(st *cage.Stage, s *chess.Setup) (men chess.Bitboard) {
		if home, ok := st.Fallen(s); ok {
			men = home.BB()
		}
		return men
	}}
}
