package census

import (
	"fmt"

	"chesscensus/chess"
	"chesscensus/chess/notation/forms"
	"chesscensus/legality/verdict"
	"chesscensus/plots/boards"
	"chesscensus/sampler"
	"chesscensus/stats"
	"chesscensus/survey"
)

// Types of other packages, so that a notebook needs one import. Their packages document them.
type (
	Setup    = chess.Setup
	Position = chess.Position
	Game     = chess.Game
	Move     = chess.Move
	Square   = chess.Square
	Draw     = sampler.Draw
	Effort   = verdict.Effort
	Outcome  = verdict.Outcome
	Interval = stats.Estimate
	Report   = survey.Report
	Compared = survey.Compared
	Arrow    = boards.Arrow
)

// Outcomes of a verdict.
const (
	Unknown = verdict.Unknown
	Legal   = verdict.Legal
	Illegal = verdict.Illegal
)

// Efforts, from the least to the most: rules; everything that refutes cheaply; games
// up to the last capture; whole games; all that in passes with growing budgets.
const (
	Static     = verdict.Static
	Kernel     = verdict.Kernel
	Path       = verdict.Path
	Games      = verdict.Game
	Exhaustive = verdict.Exhaustive
)

// Some is the constraint of arguments that stand for a position: the text of a FEN record, whose
// counters may be missing, a setup, or a position.
type Some interface {
	string | chess.Setup | chess.Position
}

// FEN reads a position in any form that package chess/notation/forms knows: FEN of one to six fields, EPD, the address of an analysis
// board, and more. It drops counters, and an en passant square on which no capture is legal.
func FEN(text string) (Setup, error) {
	r, err := forms.Read(text)
	if err != nil {
		return Setup{}, err
	}
	r.DropIdleEP()
	return r.Setup, nil
}

// setupOf returns the setup that s stands for.
func setupOf[S Some](s S) (Setup, error) {
	switch s := any(s).(type) {
	case string:
		return FEN(s)
	case chess.Setup:
		return s, nil
	case chess.Position:
		return s.Setup(), nil
	}
	panic("unreachable")
}

// positionOf returns the position that s stands for. The error says why a setup is no position.
func positionOf[S Some](s S) (Position, error) {
	setup, err := setupOf(s)
	if err != nil {
		return Position{}, err
	}
	p, err := setup.Position()
	if err != nil {
		return Position{}, fmt.Errorf("census: %s: %w", setup, err)
	}
	return p, nil
}

// Must returns v, and panics with the error if there is one. A cell that ends so shows the error, without a trace. Its last expression needs no
// Must: its error ends the cell.
func Must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
