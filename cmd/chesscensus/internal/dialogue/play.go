package dialogue

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"chesscensus/chess"
	"chesscensus/chess/notation"
)

// play reads and plays the moves of a line up to the first that fails or is ambiguous.
func (d *Dialogue) play(texts []string) error {
	for i, text := range texts {
		if over := d.game.ending(); over != "" {
			return fmt.Errorf("%.40q: the game is over: %s; UNDO or NEW goes on", text, over)
		}
		english := d.Letters.English(text)
		if strings.HasPrefix(english, "?") { // no algebraic move of the language
			english = text
		}
		m, family, err := notation.ParseAny(d.game.position(), english, d.wingOptions())
		if d.Adapt && (err == nil || errors.Is(err, notation.ErrAmbiguous)) {
			d.Notation = notationOf(text, family, d.Notation)
		}
		rest := texts[i+1:]
		var e *notation.Error
		switch {
		case errors.Is(err, notation.ErrAmbiguous) && errors.As(err, &e):
			d.askForMove(e, rest)
			return nil
		case err != nil && len(rest) > 0:
			return fmt.Errorf("%s: %w%s (%d more in the line not played)", d.game.turn(), err, d.hint(text), len(rest))
		case err != nil:
			return fmt.Errorf("%s: %w%s", d.game.turn(), err, d.hint(text))
		}
		d.takenBack = nil
		d.playMove(m)
	}
	return nil
}

// hint returns a hint at the languages in which a text is a move, or "" if the options name a language.
func (d *Dialogue) hint(text string) string {
	if d.Letters != (chess.Letters{}) {
		return ""
	}
	return chess.HintLetters(d.game.position(), text)
}

// notationOf returns the notation of a text. The family is the notation that ParseAny returned. Castling is the same text in
// several notations, so for castling it returns the one before.
func notationOf(text string, family, before notation.Notation) notation.Notation {
	if strings.ContainsAny(text[:1], "0Oo") && strings.Count(text, "-") > 0 {
		return before
	}
	figurine := strings.ContainsFunc(text, func(r rune) bool { return r >= '♔' && r <= '♟' })
	long := strings.ContainsAny(text, "-") || countSquareNames(text) > 1
	switch {
	case family != notation.Algebraic:
		return family
	case figurine && long:
		return notation.LongFigurine
	case figurine:
		return notation.Figurine
	case long:
		return notation.Long
	}
	return notation.Algebraic
}

// countSquareNames returns the number of names of squares in a text, such as e4.
func countSquareNames(text string) (n int) {
	for i := 1; i < len(text); i++ {
		if text[i-1] >= 'a' && text[i-1] <= 'h' && text[i] >= '1' && text[i] <= '8' {
			n++
		}
	}
	return n
}

// wingOptions returns options with the wings of the present position, for reading descriptive moves.
func (d *Dialogue) wingOptions() notation.Options {
	return notation.Options{Wings: d.game.wings[len(d.game.wings)-1]}
}

// playMove plays a legal move and writes it.
func (d *Dialogue) playMove(m chess.Move) {
	ply := len(d.game.moves)
	turn, p := d.game.turn(), d.game.position()
	d.print(turn + ": " + moveText(p, m, d.Notation))
	if d.Live {
		d.print("   " + notation.Say(p, m).String())
	}
	d.print("\n")
	d.game.play(m)
	over := d.game.ending()
	if over != "" {
		d.print("\n" + strings.ToUpper(over) + "\n")
	}
	if d.Show || over != "" {
		d.print("\n" + d.board() + "\n")
	}
	if d.Live && over == "" && d.game.positions[ply].Turn() == chess.Black {
		d.print("***************************\n\n")
	}
}

// askForMove writes the candidates for an ambiguous move and asks which of them is meant. After the answer it plays the rest of the
// line.
func (d *Dialogue) askForMove(e *notation.Error, rest []string) {
	d.print("*** NOT SPECIFIC ENOUGH\n\n" + d.board() + "\n")
	p := e.Position
	for i, m := range e.Candidates {
		text := notation.LongFigurine.Format(&p, m)
		if d.Plain {
			text = notation.Long.Format(&p, m)
		}
		if d.Notation == notation.Descriptive {
			text = string(notation.AppendDescriptive(nil, &p, m, notation.Options{Slash: true, Full: true}))
		}
		d.print(fmt.Sprintf("\t%s\t%s\n", notation.Ordinal(i+1), text))
	}
	d.print("\n")
	failed := fmt.Errorf("%s: %w", d.game.turn(), e)
	d.question = &question{prompt: questionText(e), line: d.line, err: failed, answer: func(line string) (bool, error) {
		m := chosenCandidate(line, e, d.wingOptions())
		if m == 0 {
			return false, nil
		}
		d.takenBack = nil
		d.playMove(m)
		return true, d.play(rest)
	}}
}

// questionText returns the question for the man or the square in which the candidates differ.
func questionText(e *notation.Error) string {
	if errors.Is(e, notation.ErrPromotion) {
		return "promotes to which man?"
	}
	a := e.Candidates[0]
	role, fromDiffers, capturedDiffers := a.Role(), false, false
	for _, m := range e.Candidates {
		if m.Role() != role {
			return "which move?"
		}
		fromDiffers = fromDiffers || m.From() != a.From()
		capturedDiffers = capturedDiffers || m.CapturedOn() != a.CapturedOn()
	}
	switch {
	case fromDiffers:
		return "which " + strings.ToUpper(role.String()) + "?"
	case capturedDiffers:
		return "which " + strings.ToUpper(a.Captured().String()) + "?"
	}
	return "to which square?"
}

// chosenCandidate returns the candidate that an answer denotes, or no move. The answer may be a number in the list, the promotion,
// a square that only one candidate has, or a move.
func chosenCandidate(line string, e *notation.Error, opt notation.Options) chess.Move {
	digits := strings.TrimRight(strings.ToLower(line), "stndrh.")
	if n, err := strconv.Atoi(digits); err == nil {
		if n >= 1 && n <= len(e.Candidates) {
			return e.Candidates[n-1]
		}
		return 0
	}
	if m := onlyMove(e.Candidates, func(m chess.Move) bool { return isNamedBy(line, e, m) }); m != 0 {
		return m
	}
	m, _, err := notation.ParseAny(&e.Position, line, opt)
	if err != nil || !slices.Contains(e.Candidates, m) {
		return 0
	}
	return m
}

// isNamedBy reports whether a line names the promotion of a candidate, or else one of its squares, in descriptive or algebraic
// notation.
func isNamedBy(line string, e *notation.Error, m chess.Move) bool {
	word := strings.ToUpper(line)
	if errors.Is(e, notation.ErrPromotion) {
		r := m.Promotion()
		return word == string(r.Letter()) || word == strings.ToUpper(r.String())
	}
	for _, sq := range []chess.Square{m.From(), m.To(), m.CapturedOn()} {
		if sq.Valid() && (strings.EqualFold(line, sq.String()) || word == notation.SquareName(e.Position.Turn(), sq)) {
			return true
		}
	}
	return false
}

// onlyMove returns the one move for which f is true, or no move if there is none or more than one.
func onlyMove(moves []chess.Move, f func(chess.Move) bool) (found chess.Move) {
	for _, m := range moves {
		if !f(m) {
			continue
		}
		if found != 0 {
			return 0
		}
		found = m
	}
	return found
}
