package dialogue

import (
	"errors"
	"fmt"
	"strings"

	"chesscensus/chess"
	"chesscensus/chess/notation"
	"chesscensus/chess/notation/forms"
)

// setGame replaces the game by another one and drops the open question.
func (d *Dialogue) setGame(g game) { d.game, d.takenBack, d.question = g, nil, nil }

// initialQuestion returns the question at the beginning of a dialogue. The question is not written without a terminal, but an
// answer is accepted.
func (d *Dialogue) initialQuestion() *question {
	return &question{prompt: "do you want the initial board?", answer: func(line string) (bool, error) {
		switch strings.ToUpper(line) {
		case "YES", "Y":
			d.showBoard()
			return true, nil
		case "NO", "N":
			d.question = &question{prompt: "which position (FEN or configuration)?", answer: func(line string) (bool, error) {
				if !looksLikeSetUp(line) {
					return false, nil
				}
				return true, d.setUp(line)
			}}
			return true, nil
		}
		return false, nil
	}}
}

// looksLikeSetUp reports whether a line is meant as a FEN record or configuration.
func looksLikeSetUp(line string) bool {
	first, _, _ := strings.Cut(line, " ")
	return isConfiguration(line) || strings.Count(first, "/") >= 6
}

// isConfiguration reports whether a text begins like a configuration.
func isConfiguration(text string) bool {
	side := strings.ToUpper(text[:min(2, len(text))])
	return (side == "WH" || side == "BL") && strings.HasPrefix(strings.TrimSpace(text[2:]), ":")
}

// setupCommand runs the command SETUP.
func (d *Dialogue) setupCommand(text string) error {
	if text == "" {
		return fmt.Errorf("SETUP: want a FEN record or a configuration such as WH:♔e1(1); BL:♔e8(1)")
	}
	return d.setUp(text)
}

// setUp begins a game from a FEN record, the first field of one, or a configuration. The second half of a configuration may follow
// in the next line.
func (d *Dialogue) setUp(text string) error {
	diagram, turn, known := cutTurn(beforeTab(text))
	if isConfiguration(diagram) {
		b, err := notation.ParseConfiguration(diagram)
		if errors.Is(err, notation.ErrHalf) {
			return d.askHalf(text, err)
		}
		if err != nil {
			return err
		}
		return d.setUpDiagram(b, turn, known)
	}
	f, err := forms.Read(diagram)
	switch {
	case err != nil && known: // the word may be a part of the record, as in "White to move"
		f, err = forms.Read(beforeTab(text))
	case err == nil && known && !f.NoTurn && f.Setup.Turn != turn:
		err = fmt.Errorf("SETUP: %q is to move, and the word behind it says otherwise", f.Setup.Turn)
	}
	if err != nil {
		return err
	}
	if f.NoTurn {
		return d.setUpDiagram(f.Setup.Board, turn, known)
	}
	f.DropIdleEP()
	if err := d.beginGame(f.Setup, f.Halfmove, f.Fullmove); err != nil {
		return err
	}
	for _, n := range f.Notes {
		d.print("note: " + n + "\n")
	}
	return nil
}

// setUpDiagram begins a game from a diagram, without castling rights. If the side to move is not known, a check decides, or else a
// question.
func (d *Dialogue) setUpDiagram(b chess.Board, turn chess.Color, known bool) error {
	s := chess.EmptySetup()
	s.Board, s.Turn = b, turn
	if !known {
		s.Turn, known = turnByCheck(&b)
	}
	if err := d.beginGame(s, 0, 1); err != nil {
		return err
	}
	if !known && d.Live {
		d.askTurn()
	}
	return nil
}

// askHalf asks for the other half of a configuration. The half err is returned as an error only if it comes from the command line,
// before any line.
func (d *Dialogue) askHalf(text string, err error) error {
	d.question = &question{prompt: "and the other side?", line: d.line, err: err, answer: func(line string) (bool, error) {
		other, _, _ := cutTurn(line)
		if _, err := notation.ParseConfiguration(other); !isConfiguration(line) || !errors.Is(err, notation.ErrHalf) {
			return false, nil
		}
		return true, d.setUp(text + "\n" + line)
	}}
	if d.line == 0 {
		return err
	}
	return nil
}

// cutTurn removes WHITE or BLACK from the end of a diagram, and reports whether it was there.
func cutTurn(text string) (rest string, turn chess.Color, known bool) {
	text = strings.TrimSpace(text)
	for c, word := range [...]string{"WHITE", "BLACK"} {
		if i := len(text) - len(word); i > 0 && strings.EqualFold(text[i:], word) {
			return strings.TrimSpace(text[:i]), chess.Color(c), true
		}
	}
	return text, chess.White, false
}

// turnByCheck returns the side in check, and whether there is exactly one. This side has the move.
func turnByCheck(b *chess.Board) (turn chess.Color, known bool) {
	inCheck := func(c chess.Color) bool {
		king := b.King(c)
		return king.Valid() && b.Attackers(king, c.Other(), b.Occupied()) != 0
	}
	white, black := inCheck(chess.White), inCheck(chess.Black)
	if black && !white {
		return chess.Black, true
	}
	return chess.White, white && !black
}

// askTurn asks which side has the move.
func (d *Dialogue) askTurn() {
	d.question = &question{prompt: "who has the move, white or black?", answer: func(line string) (bool, error) {
		switch strings.ToUpper(line) {
		case "WHITE", "W":
			return true, nil
		case "BLACK", "B":
			return true, d.turnCommand("BLACK")
		}
		return false, nil
	}}
}

// beginGame begins a game from a setup. It leaves out an en passant square on which no capture is legal, as many programs write it.
// Any other fault is an error.
func (d *Dialogue) beginGame(s chess.Setup, halfmove, fullmove int) error {
	s, _ = s.DropIdleEP()
	p, err := s.Position()
	if err != nil {
		return err
	}
	d.setGame(newGame(p, halfmove, fullmove))
	d.showBoard()
	return nil
}

// turnCommand runs the command TURN.
func (d *Dialogue) turnCommand(args string) error {
	s := d.game.position().Setup()
	switch strings.ToUpper(args) {
	case "WHITE":
		s.Turn = chess.White
	case "BLACK":
		s.Turn = chess.Black
	default:
		return fmt.Errorf("TURN %.40q: want WHITE or BLACK", args)
	}
	if s.Turn == d.game.position().Turn() {
		return nil
	}
	s.EP = chess.NoSquare
	return d.beginGame(s, 0, 1)
}

// beforeTab returns the text before the first tab. Some programs write more fields after a record and a tab.
func beforeTab(text string) string {
	text, _, _ = strings.Cut(text, "\t")
	return strings.TrimSpace(text)
}
