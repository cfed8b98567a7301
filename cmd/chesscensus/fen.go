package main

import (
	"fmt"
	"io"
	"strings"
	"sync/atomic"

	"chesscensus/chess"
)

// readFEN reads a record as people and programs write it, from the part of a line before the
// first tab. Counters may be missing. An en passant square on which no capture is legal is
// left out, since many programs write one after every double step; standard error says in the
// end that it was done.
func (a *app) readFEN(line string) (chess.FEN, error) {
	return a.mendFEN(line, chess.Setup.DropIdleEP)
}

// readDraw is readFEN for commands that speak of draws, such as rank: an en passant square
// that a pawn attacks stays, even if the capture is not legal, because the space may hold the
// record with it and the one without.
func (a *app) readDraw(line string) (chess.FEN, error) {
	return a.mendFEN(line, chess.Setup.DropBareEP)
}

func (a *app) mendFEN(line string, drop func(chess.Setup) (chess.Setup, bool)) (chess.FEN, error) {
	f, err := chess.ParseFEN(fenField(line))
	if err != nil {
		return f, err
	}
	dropped := false
	if f.Setup, dropped = drop(f.Setup); dropped {
		a.notes.idle.Add(1)
	}
	return f, nil
}

// readPosition is readFEN for a record that must denote a valid position.
func (a *app) readPosition(text string) (chess.Position, error) {
	f, err := a.readFEN(text)
	if err != nil {
		return chess.Position{}, err
	}
	return f.Setup.Position()
}

// notes counts what has been mended in the input.
type notes struct {
	idle atomic.Int64 // en passant squares left out
}

// print says once what has been mended.
func (n *notes) print(w io.Writer) {
	switch idle := n.idle.Load(); idle {
	case 0:
	case 1:
		fmt.Fprintln(w, "chesscensus: note: 1 record: the en passant square is left out, since no capture is possible there")
	default:
		fmt.Fprintf(w, "chesscensus: note: %d records: the en passant square is left out, since no capture is possible there\n", idle)
	}
}

// fenField returns the part of a line before the first tab, without blanks around
// it, so that the output of one command can be the input of another.
func fenField(line string) string {
	field, _, _ := strings.Cut(line, "\t")
	return strings.TrimSpace(field)
}

// fenArgs joins arguments that are the fields of one FEN record, as given without
// quotes.
func fenArgs(args []string) []string {
	if len(args) >= 2 && len(args) <= 6 && strings.Contains(args[0], "/") && (args[1] == "w" || args[1] == "b") {
		return []string{strings.Join(args, " ")}
	}
	return args
}
