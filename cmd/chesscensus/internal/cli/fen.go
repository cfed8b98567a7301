package cli

import (
	"fmt"
	"strings"

	"chesscensus/chess"
)

// ReadFEN reads a record as people and programs write it, from the part of a line before the
// first tab. Counters may be missing. An en passant square on which no capture is legal is
// left out, since many programs write one after every double step; standard error says in the
// end that it was done.
func (a *App) ReadFEN(line string) (chess.FEN, error) {
	return a.mendFEN(line, chess.Setup.DropIdleEP)
}

// ReadDraw is ReadFEN for commands that speak of draws, such as rank: an en passant square
// that a pawn attacks stays, even if the capture is not legal, because the space may hold the
// record with it and the one without.
func (a *App) ReadDraw(line string) (chess.FEN, error) {
	return a.mendFEN(line, chess.Setup.DropBareEP)
}

func (a *App) mendFEN(line string, drop func(chess.Setup) (chess.Setup, bool)) (chess.FEN, error) {
	f, err := chess.ParseFEN(FENField(line))
	if err != nil {
		return f, err
	}
	dropped := false
	if f.Setup, dropped = drop(f.Setup); dropped {
		a.Mended()
	}
	return f, nil
}

// ReadPosition is ReadFEN for a record that must denote a valid position.
func (a *App) ReadPosition(text string) (chess.Position, error) {
	f, err := a.ReadFEN(text)
	if err != nil {
		return chess.Position{}, err
	}
	return f.Setup.Position()
}

// Mended counts a record whose en passant square was left out; standard error says in the end how
// many there were. Workers may call it at once.
func (a *App) Mended() { a.mended.Add(1) }

// sayMended says once what has been mended.
func (a *App) sayMended() {
	switch idle := a.mended.Load(); idle {
	case 0:
	case 1:
		fmt.Fprintln(a.Err, "chesscensus: note: 1 record: the en passant square is left out, since no capture is possible there")
	default:
		fmt.Fprintf(a.Err, "chesscensus: note: %d records: the en passant square is left out, since no capture is possible there\n", idle)
	}
}

// FENField returns the part of a line before the first tab, without blanks around
// it, so that the output of one command can be the input of another.
func FENField(line string) string {
	field, _, _ := strings.Cut(line, "\t")
	return strings.TrimSpace(field)
}

// FENArgs joins arguments that are the fields of one FEN record, as given without
// quotes.
func FENArgs(args []string) []string {
	if len(args) >= 2 && len(args) <= 6 && strings.Contains(args[0], "/") && (args[1] == "w" || args[1] == "b") {
		return []string{strings.Join(args, " ")}
	}
	return args
}
