package dialogue

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"chesscensus/chess"
	"chesscensus/chess/notation"
)

// Options are the options of a [Dialogue]. The zero value writes descriptive moves and Unicode boards, and shows the board only
// when a command asks for it.
type Options struct {
	Notation notation.Notation // in which moves are written
	// Letters are those of the language in which algebraic moves and PGN files name men.
	Letters chess.Letters
	// Adapt changes Notation to that of the last move read, if the text tells it. The command NOTATION ends this.
	Adapt bool
	Plain bool // draws ASCII boards, as a teletype did
	Show  bool // draws the board after every move
	// Live is for a user at a terminal: it writes prompts, questions, moves also in words, and errors.
	Live bool
	// Color draws boards with the escapes of a terminal of 256 colors.
	Color bool
	// Report is called for the errors of lines, which are counted from 1. If it is nil they are
	// written to the output, as in a live dialogue.
	Report func(line int, err error)
}

// A Dialogue is a game on the virtual chessboard and the state of the conversation. Only one goroutine may use it at a time.
type Dialogue struct {
	Options
	flipped bool

	game      game
	takenBack []chess.Move // what REDO plays again, the last one first

	question *question // what the next line may answer
	line     int       // number of the line being handled
	failed   bool
	done     bool

	output
}

// New returns a dialogue with the initial position. The first line may answer the question whether to begin with it.
func New(o Options) *Dialogue {
	d := &Dialogue{Options: o, output: output{out: io.Discard}}
	d.setGame(initialGame())
	d.question = d.initialQuestion()
	return d
}

// SetUp begins a game from another position: a FEN record, its first field alone, or a configuration such as WH:♔g1,♖e1(2);
// BL:♔g8(1). WHITE or BLACK may follow a diagram. Diagrams have no castling rights, and White has the move unless a check or that
// word says otherwise. An en passant square on which no capture is legal is left out.
func (d *Dialogue) SetUp(text string) error { return d.setUp(text) }

// Game returns the game so far.
func (d *Dialogue) Game() *chess.Game { return d.game.pgn() }

// Position returns the position on the board.
func (d *Dialogue) Position() chess.Position { return *d.game.position() }

// Failed reports whether a line has failed. A question without an answer fails at the end of the dialogue.
func (d *Dialogue) Failed() bool { return d.failed }

// Say handles one line, which may hold several moves or a command, and returns the answer. After an error the dialogue goes on with
// the next line. This is the function for a notebook.
func (d *Dialogue) Say(line string) (answer string, err error) {
	var b strings.Builder
	old := d.out
	d.out = &b
	defer func() { d.out = old }()
	d.line++
	err = d.handle(line)
	return b.String(), err
}

// A question is a question that the next line may answer.
type question struct {
	prompt string
	line   int   // number of the line that led to it
	err    error // error if it stays without an answer, or nil
	// answer handles a line, or returns false if it is no answer to the question.
	answer func(line string) (bool, error)
}

// Run reads lines and writes the answers until the end of the lines, QUIT, or the end of the context. Output is buffered only while
// a whole line can be read without waiting. A line that fails does not end it, see [Options.Report] and [Dialogue.Failed].
func (d *Dialogue) Run(ctx context.Context, r io.Reader, w io.Writer) error {
	in, out := bufio.NewReaderSize(r, maxLine+1), bufio.NewWriter(w)
	d.flush = out.Flush
	d.ready = func() bool { return lineBuffered(in) }
	return d.Talk(ctx, func(string) (string, error) { return readLine(in) }, out)
}

// Talk is like [Dialogue.Run], with lines from a source, which shows prompts.
func (d *Dialogue) Talk(ctx context.Context, in Source, w io.Writer) error {
	d.in, d.out = in, w
	if d.Live {
		d.print("*** VIRTUAL CHESSBOARD ***  HELP shows what you can say\n")
	}
	if d.question == nil {
		d.showBoard()
	}
	for !d.done {
		line, err := d.read(ctx, d.prompt())
		switch d.line++; {
		case d.writeErr != nil:
			return d.writeErr
		case errors.Is(err, io.EOF):
			d.reportUnanswered()
			if d.Live {
				d.print("\n")
			}
			d.flushOut()
			return d.writeErr
		case errors.Is(err, errLongLine):
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
	d.reportUnanswered()
	d.flushOut()
	return d.writeErr
}

// prompt returns the open question or the request for the next move.
func (d *Dialogue) prompt() string {
	if d.question != nil && d.question.prompt != "" {
		return d.question.prompt + " "
	}
	if over := d.game.ending(); over != "" {
		return "(" + over + ") "
	}
	return d.game.turn() + "? "
}

// handle handles one line: an answer, a command, a set-up, or moves.
func (d *Dialogue) handle(line string) error {
	line = strings.TrimSpace(strings.TrimRight(line, "\r"))
	if line == "" || line[0] == '#' {
		return nil
	}
	command, args := findCommand(line)
	if q := d.question; q != nil && (command == nil || !command.keepsQuestion) {
		d.question = nil
		if answered, err := q.answer(line); answered {
			return err
		}
		if q.err != nil && !d.Live {
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

// reportUnanswered reports the open question as an error, if it must be answered, and closes it.
func (d *Dialogue) reportUnanswered() {
	if q := d.question; q != nil && q.err != nil && !d.Live {
		d.report(q.line, q.err)
	}
	d.question = nil
}

// report writes an error or passes it to Report, and records that a line failed.
func (d *Dialogue) report(line int, err error) {
	d.failed = true
	if d.Live || d.Report == nil {
		text := strings.Replace(err.Error(), "notation: ", "", 1)
		d.print("*** " + strings.Replace(text, "chess: ", "", 1) + "\n")
		return
	}
	d.flushOut()
	d.Report(line, err)
}
