package main

import (
	"errors"
	"fmt"
	"strings"

	"chesscensus/chess"
	"chesscensus/chess/notation"
)

// reset begins another game.
func (d *dialogue) reset(g boardGame) { d.game, d.undone, d.open = g, nil, nil }

// initialQuestion is the first one of the dialogue. Without a terminal nothing is
// asked, but the answer is understood.
func (d *dialogue) initialQuestion() *question {
	return &question{prompt: "do you want the initial board?", answer: func(line string) (bool, error) {
		switch strings.ToUpper(line) {
		case "YES", "Y":
			d.showBoard()
			return true, nil
		case "NO", "N":
			d.open = &question{prompt: "which position (FEN or configuration)?", answer: func(line string) (bool, error) {
				return looksLikeSetUp(line), d.setUpIf(looksLikeSetUp(line), line)
			}}
			return true, nil
		}
		return false, nil
	}}
}

// looksLikeSetUp reports whether a line is meant as a FEN record or configuration.
func looksLikeSetUp(line string) bool {
	return isConfiguration(line) || strings.Count(line, "/") >= 6 && strings.Contains(line, " ")
}

func isConfiguration(text string) bool {
	side := strings.ToUpper(text[:min(2, len(text))])
	return (side == "WH" || side == "BL") && strings.HasPrefix(strings.TrimSpace(text[2:]), ":")
}

func (d *dialogue) setUpIf(is bool, text string) error {
	if !is {
		return nil
	}
	return d.setUp(text)
}

// sayPosition is the command SETUP.
func (d *dialogue) sayPosition(text string) error {
	if text == "" {
		return fmt.Errorf("SETUP: want a FEN record or a configuration such as WH:♔e1(1); BL:♔e8(1)")
	}
	return d.setUp(text)
}

// setUp begins a game from a FEN record or a configuration. Of a configuration
// the second half may follow in the next line.
func (d *dialogue) setUp(text string) error {
	if !isConfiguration(text) {
		f, err := chess.ParseFEN(fenField(text))
		if err != nil {
			return err
		}
		return d.begin(f.Setup, f.Halfmove, f.Fullmove)
	}
	diagram, turn, known := cutTurn(text)
	b, err := notation.ParseConfiguration(diagram)
	if errors.Is(err, notation.ErrHalf) {
		d.open = &question{prompt: "and the other side?", line: d.line, err: err, answer: func(line string) (bool, error) {
			_, err := notation.ParseConfiguration(line)
			half := isConfiguration(line) && errors.Is(err, notation.ErrHalf)
			return half, d.setUpIf(half, text+"\n"+line)
		}}
		return d.halfOfArgument(err)
	}
	if err != nil {
		return err
	}
	s := chess.EmptySetup()
	s.Board, s.Turn = b, turn
	if !known {
		s.Turn, known = d.turnByCheck(&s)
	}
	if err := d.begin(s, 0, 1); err != nil {
		return err
	}
	if !known && d.live {
		d.askTurn()
	}
	return nil
}

// halfOfArgument returns the error that half a configuration is if it comes from
// the command line, before any line.
func (d *dialogue) halfOfArgument(err error) error {
	if d.line == 0 {
		return err
	}
	return nil
}

// cutTurn splits WHITE or BLACK off the end of a configuration.
func cutTurn(text string) (rest string, turn chess.Color, known bool) {
	text = strings.TrimSpace(text)
	for c, word := range [...]string{"WHITE", "BLACK"} {
		if i := len(text) - len(word); i > 0 && strings.EqualFold(text[i:], word) {
			return text[:i], chess.Color(c), true
		}
	}
	return text, chess.White, false
}

// turnByCheck returns the side in check if it is one: a diagram does not tell who
// has the move unless a king is in check.
func (d *dialogue) turnByCheck(s *chess.Setup) (chess.Color, bool) {
	in := func(c chess.Color) bool {
		king := s.Board.King(c)
		return king.Valid() && s.Board.Attackers(king, c.Other(), s.Board.Occupied()) != 0
	}
	white, black := in(chess.White), in(chess.Black)
	if black && !white {
		return chess.Black, true
	}
	return chess.White, white && !black
}

// askTurn lets the next line say who has the move.
func (d *dialogue) askTurn() {
	d.open = &question{prompt: "who has the move, white or black?", answer: func(line string) (bool, error) {
		switch strings.ToUpper(line) {
		case "WHITE", "W":
			return true, nil
		case "BLACK", "B":
			return true, d.sayTurn("BLACK")
		}
		return false, nil
	}}
}

// begin starts a game from a setup. An en passant square that no pawn can use, as
// many programs write it, is left out; everything else must be right.
func (d *dialogue) begin(s chess.Setup, halfmove, fullmove int) error {
	if s.Violations() == chess.IdleEnPassant {
		s = s.Canonical()
	}
	p, err := s.Position()
	if err != nil {
		return err
	}
	d.reset(newBoardGame(p, halfmove, fullmove))
	d.showBoard()
	return nil
}

// sayTurn is the command TURN.
func (d *dialogue) sayTurn(args string) error {
	s := d.game.now().Setup()
	switch strings.ToUpper(args) {
	case "WHITE":
		s.Turn = chess.White
	case "BLACK":
		s.Turn = chess.Black
	default:
		return fmt.Errorf("TURN %.40q: want WHITE or BLACK", args)
	}
	if s.Turn == d.game.now().Turn() {
		return nil
	}
	s.EP = chess.NoSquare
	return d.begin(s, 0, 1)
}
