package census

import (
	"fmt"

	"chesscensus/census/internal/figures"
	"chesscensus/chess"
	"chesscensus/jupyter/cell"
	"chesscensus/legality"
	"chesscensus/legality/proofgame"
	"chesscensus/legality/proofgame/astar"
	"chesscensus/legality/proofkernel/search"
)

// A ProofKernel is the plan of a game to a position: captures and promotions that turn the initial men into its men. Every game contains
// one. It shows itself as a list in words, and as the columns of pawns that its captures make one after the other.
type ProofKernel struct {
	Goal Position
	// Captures are in texelutil's notation, such as "wPa0xPb1"; Words are the same in words.
	Captures, Words []string
	// Steps add squares: pawn moves, transfers of officers to the squares where they are captured, captures.
	Steps []string
	// Game is the one that was planned along these captures, with PathPlies moves up to the last of them; nil if none was found.
	Game      *Game
	PathPlies int
	// Planned is the number of plies that were planned, those of failed tries included.
	Planned int64
}

// FindKernel plans a game to a position and returns the kernel of the plan. The error says that there is no kernel, which refutes the
// position, or that none was found.
func FindKernel[S Some](s S) (*ProofKernel, error) {
	goal, err := positionOf(s)
	if err != nil {
		return nil, err
	}
	ctx, stop := interruptible()
	defer stop()
	b := proofgame.Builder{Options: proofgame.Options{LastMoves: legality.LastMoves()}}
	a, err := b.Build(ctx, proofgame.Request{Goal: goal})
	switch {
	case err != nil:
		return nil, fmt.Errorf("census: %w", err)
	case a.Refuted:
		return nil, fmt.Errorf("census: %s is illegal: no captures and promotions lead to its men", goal)
	case !a.HasKernel:
		return nil, fmt.Errorf("census: no kernel was found for %s", goal)
	}
	k := &ProofKernel{Goal: goal, PathPlies: a.PathPlies, Planned: a.Plies}
	for _, m := range a.Kernel.Moves {
		k.Captures, k.Words = append(k.Captures, m.String()), append(k.Words, captureWords(m))
	}
	for _, st := range a.Kernel.Extended {
		k.Steps = append(k.Steps, stepWords(st))
	}
	if a.Found {
		k.Game = &Game{Moves: a.Moves}
	}
	return k, nil
}

// victims are the kinds of men in kernels, in words.
var victims = map[search.Man]string{
	search.Queen: "queen", search.Rook: "rook", search.Knight: "knight", search.Pawn: "pawn",
	search.DarkBishop: "dark-square bishop", search.LightBishop: "light-square bishop", search.Promoted: "promoted pawn",
}

// captureWords returns a capture of a kernel in words.
func captureWords(m search.Move) string {
	text := fmt.Sprintf("a %v officer", m.Color)
	if m.Pawn {
		text = fmt.Sprintf("the %v pawn of the %c-file", m.Color, 'a'+m.File)
	}
	text += fmt.Sprintf(" takes a %v %s", m.Color.Other(), victims[m.Victim])
	if m.Pawn || m.Victim == search.Pawn {
		text += fmt.Sprintf(" on the %c-file", 'a'+m.ToFile)
	}
	if m.Promotion != search.NoMan {
		text += " and becomes a " + victims[m.Promotion]
	}
	return text
}

// stepWords returns a step of an extended kernel in words.
func stepWords(st search.Step) string {
	man := fmt.Sprintf("a %v officer", st.Color)
	if st.Role != chess.NoRole {
		man = fmt.Sprintf("the %v %v on %v", st.Color, st.Role, st.From)
	}
	verb := "goes to"
	if st.Capture {
		verb = "takes on"
	}
	text := fmt.Sprintf("%s %s %v", man, verb, st.To)
	if st.Promotion != chess.NoRole {
		text += fmt.Sprintf(" and becomes a %v", st.Promotion)
	}
	return text
}

// kernelForm returns a kernel as a table, and as columns of pawns.
func kernelForm(k *ProofKernel) cell.Rich {
	t := NewTable("capture", "in words")
	for i := range k.Captures {
		t.Add(k.Captures[i], k.Words[i])
	}
	form := t.form()
	if svg, width, ok := figures.Kernel(k.Captures, k.Goal); ok {
		form.HTML += "<div>" + image(svg, "columns of pawns at the start, after each capture, and of the goal", width) + "</div>"
	}
	return form
}

// ShortestGame returns a shortest game from the initial position to another, found by a search that tries moves one by one and proves
// that there is none shorter: for positions up to some twenty plies away. The error says that there is no game, or that the
// search gave up, which proves nothing.
func ShortestGame[S Some](s S) (*Game, error) {
	goal, err := positionOf(s)
	if err != nil {
		return nil, err
	}
	ctx, stop := interruptible()
	defer stop()
	r, err := new(astar.Search).Find(ctx, chess.InitialPosition(), goal, astar.Options{First: true, Nodes: shortestNodes})
	if err != nil {
		return nil, fmt.Errorf("census: %w", err)
	}
	if len(r.Moves) == 0 && goal != chess.InitialPosition() {
		return nil, fmt.Errorf("census: no game to %s: %v after %d positions", goal, r.Outcome, r.Expanded)
	}
	return &Game{Moves: r.Moves}, nil
}

// shortestNodes is the number of positions after which [ShortestGame] gives up: half a minute or so.
const shortestNodes = 1_000_000
