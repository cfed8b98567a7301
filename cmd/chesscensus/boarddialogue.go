package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"chesscensus/chess"
	"chesscensus/chess/notation"
	"chesscensus/survey"
)

// A dialogue is a game on the virtual chessboard and the state of the talk.
type dialogue struct {
	app      *app
	in       lineSource
	out      io.Writer
	live     bool // at a terminal, with prompts
	plain    bool // ASCII boards
	show     bool // the board after every move
	color    bool // escapes for colors may be written
	notation notation.Notation
	flipped  bool

	game   boardGame
	undone []chess.Move // what REDO plays again, the last one first

	open     *question // what the next line may answer
	line     int       // number of the line being handled
	failed   bool
	done     bool
	writeErr error
	flush    func() error // nil if nothing is held back
	ready    func() bool  // reports whether a line can be read without waiting; may be nil
}

// A question is one that the next line may answer.
type question struct {
	prompt string
	line   int
	err    error // what fails if it stays without an answer, nil if nothing
	// answer handles a line, or returns false if it is no answer to the question.
	answer func(line string) (bool, error)
}

// run reads and handles lines up to the end, to QUIT, or until the context ends.
func (d *dialogue) run(ctx context.Context) error {
	if d.live {
		d.print("*** VIRTUAL CHESSBOARD ***  HELP shows what you can say\n")
	}
	if d.open == nil {
		d.showBoard()
	}
	for !d.done {
		line, err := d.read(ctx)
		switch d.line++; {
		case errors.Is(err, io.EOF):
			d.giveUp()
			if d.live {
				d.print("\n")
			}
			d.flushOut()
			return d.writeErr
		case errors.Is(err, survey.ErrLongLine):
			d.report(d.line, err)
		case err != nil:
			return fmt.Errorf("reading moves: %w", err)
		default:
			if err := d.handle(line); err != nil {
				d.report(d.line, err)
			}
		}
		if d.writeErr != nil {
			return d.writeErr
		}
	}
	d.giveUp()
	d.flushOut()
	return d.writeErr
}

// flushOut writes what is held back.
func (d *dialogue) flushOut() {
	if d.flush != nil && d.writeErr == nil {
		d.writeErr = d.flush()
	}
}

// read waits for a line or the end of the context.
func (d *dialogue) read(ctx context.Context) (string, error) {
	type result struct {
		line string
		err  error
	}
	prompt := d.prompt()
	if d.ready != nil && d.ready() && ctx.Err() == nil {
		return d.in(prompt)
	}
	if d.flushOut(); d.writeErr != nil {
		return "", d.writeErr
	}
	ch := make(chan result, 1)
	go func() {
		line, err := d.in(prompt)
		ch <- result{line, err}
	}()
	select {
	case r := <-ch:
		return r.line, r.err
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// prompt asks the open question or for the next move.
func (d *dialogue) prompt() string {
	if d.open != nil && d.open.prompt != "" {
		return d.open.prompt + " "
	}
	if over := d.game.over(); over != "" {
		return "(" + over + ") "
	}
	return d.game.turn() + "? "
}

// handle acts on one line: an answer, a command, a set-up, or moves.
func (d *dialogue) handle(line string) error {
	line = strings.TrimSpace(strings.TrimRight(line, "\r"))
	if line == "" || line[0] == '#' {
		return nil
	}
	command, args := findCommand(line)
	if q := d.open; q != nil && (command == nil || !command.aside) {
		d.open = nil
		if answered, err := q.answer(line); answered {
			return err
		}
		if q.err != nil && !d.live {
			d.report(q.line, q.err)
		}
	}
	if command != nil {
		return command.run(d, args)
	}
	if looksLikeSetUp(line) {
		return d.setUp(line)
	}
	moves := notation.Split(line)
	if len(moves) == 0 {
		return fmt.Errorf("%.40q holds no move and is no command; HELP lists what you can say", line)
	}
	return d.play(moves)
}

// giveUp reports a question that was never answered.
func (d *dialogue) giveUp() {
	if q := d.open; q != nil && q.err != nil && !d.live {
		d.report(q.line, q.err)
	}
	d.open = nil
}

// report tells of an error and remembers that there was one.
func (d *dialogue) report(line int, err error) {
	d.failed = true
	if d.live {
		text := strings.Replace(err.Error(), "notation: ", "", 1)
		d.print("*** " + strings.Replace(text, "chess: ", "", 1) + "\n")
		return
	}
	d.flushOut()
	fmt.Fprintln(d.app.err, &survey.SyntaxError{File: "standard input", Line: line, Msg: err.Error()})
}
