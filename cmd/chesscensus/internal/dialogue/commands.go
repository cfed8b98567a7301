package dialogue

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"chesscensus/chess"
	"chesscensus/chess/notation"
	"chesscensus/chess/notation/forms"
)

// A command is a command of the dialogue.
type command struct {
	name, aliases string // aliases are divided by commas
	args, help    string
	keepsQuestion bool // an open question stays open
	run           func(d *Dialogue, args string) error
}

// commandList holds all commands, in the order of HELP. A literal would be an initialization cycle, as HELP prints the list.
var commandList []command

func init() {
	commandList = []command{
		{name: "BOARD", help: "draw the board", keepsQuestion: true, run: (*Dialogue).boardCommand},
		{name: "POSSIBLE", aliases: "MOVES", help: "list all legal moves in words, with CHECK and MATE", keepsQuestion: true, run: possibleCommand},
		{name: "GAME", help: "the moves so far", keepsQuestion: true, run: gameCommand},
		{name: "UNDO", aliases: "TAKE BACK,TAKEBACK,BACK", args: "[N]", help: "take back the last move, or N half-moves", run: undoCommand},
		{name: "REDO", args: "[N]", help: "play again what was taken back", run: redoCommand},
		{name: "NEW", help: "a new game from the initial board", run: func(d *Dialogue, _ string) error { d.setGame(initialGame()); return nil }},
		{name: "SETUP", aliases: "SET UP,SET-UP", args: "FEN or CONFIGURATION [WHITE|BLACK]", help: "another position, and who has the move", run: (*Dialogue).setupCommand},
		{name: "TURN", args: "WHITE|BLACK", help: "begin here with the other side to move", run: (*Dialogue).turnCommand},
		{name: "FEN", help: "the position as a FEN record", keepsQuestion: true, run: fenCommand},
		{name: "CONFIGURATION", aliases: "CONFIG", help: "the diagram in the configuration language", keepsQuestion: true, run: configurationCommand},
		{name: "NOTATION", args: "NAME", help: "write moves in another notation", keepsQuestion: true, run: notationCommand},
		{name: "FLIP", help: "look at the board from the other side", keepsQuestion: true, run: func(d *Dialogue, _ string) error { d.flipped = !d.flipped; return d.boardCommand("") }},
		{name: "PGN", help: "the game as PGN", keepsQuestion: true, run: pgnCommand},
		{name: "SAVE", args: "FILE", help: "write the game as PGN to a new file", keepsQuestion: true, run: saveCommand},
		{name: "LOAD", args: "FILE", help: "the last game of a PGN file", run: loadCommand},
		{name: "HELP", aliases: "?", help: "this list", keepsQuestion: true, run: func(d *Dialogue, _ string) error { d.print(Help()); return nil }},
		{name: "QUIT", aliases: "EXIT,BYE", help: "the end", run: func(d *Dialogue, _ string) error { d.done = true; return nil }},
	}
}

// Help returns the list of commands, a line for each.
func Help() string {
	var b strings.Builder
	b.WriteString("What is no move may be one of these, in letters of either case:\n")
	for _, c := range commandList {
		fmt.Fprintf(&b, "  %-40s %s\n", strings.TrimSpace(c.name+" "+c.args), c.help)
	}
	return b.String()
}

// findCommand returns the command with which a line begins, or nil, and the rest of the line.
func findCommand(line string) (*command, string) {
	for i := range commandList {
		c := &commandList[i]
		for _, name := range strings.Split(c.name+","+c.aliases, ",") {
			if name == "" || len(line) < len(name) || !strings.EqualFold(line[:len(name)], name) {
				continue
			}
			if rest := line[len(name):]; rest == "" || rest[0] == ' ' || rest[0] == '\t' {
				return c, strings.TrimSpace(rest)
			}
		}
	}
	return nil, ""
}

// boardCommand runs the command BOARD.
func (d *Dialogue) boardCommand(string) error {
	d.print(d.board() + "\n")
	return nil
}

// possibleCommand runs the command POSSIBLE.
func possibleCommand(d *Dialogue, _ string) error {
	if over := d.game.ending(); over != "" {
		d.print("*** NO MOVE IS POSSIBLE: " + strings.ToUpper(over) + "\n\n")
		return nil
	}
	d.print("*** GENERATE ALL POSSIBLE MOVES\n\n" + notation.List(notation.Possible(d.game.position())) + "\n")
	return nil
}

// gameCommand runs the command GAME.
func gameCommand(d *Dialogue, _ string) error {
	d.print(d.game.text(d.Notation))
	return nil
}

// fenCommand runs the command FEN.
func fenCommand(d *Dialogue, _ string) error {
	d.print(d.game.fen() + "\n")
	return nil
}

// configurationCommand runs the command CONFIGURATION.
func configurationCommand(d *Dialogue, _ string) error {
	b := d.game.position().Board()
	text, err := notation.Configuration(&b, notation.ConfigurationStyle{ASCII: d.Plain})
	if err != nil {
		return err
	}
	d.print(text + "\n")
	return nil
}

// notationCommand runs the command NOTATION.
func notationCommand(d *Dialogue, args string) error {
	n, err := notation.ParseNotation(args)
	if err == nil {
		d.Notation, d.Adapt = n, false
	}
	return err
}

// countOfHalfmoves returns the number of half-moves of UNDO and REDO, 1 if args is empty. More than most is an error, in which what
// describes the half-moves.
func countOfHalfmoves(args string, most int, what string) (int, error) {
	n := 1
	if args != "" {
		var err error
		if n, err = strconv.Atoi(args); err != nil || n < 1 {
			return 0, fmt.Errorf("%.40q: want a number of half-moves, such as 2", args)
		}
	}
	if n > most {
		return 0, fmt.Errorf("%d is too many; half-moves %s: %d", n, what, most)
	}
	return n, nil
}

// undoCommand runs the command UNDO.
func undoCommand(d *Dialogue, args string) error {
	n, err := countOfHalfmoves(args, len(d.game.moves), "played")
	if err != nil {
		return err
	}
	for range n {
		m := d.game.takeBack()
		d.takenBack = append(d.takenBack, m)
		d.print(d.game.turn() + ": " + moveText(d.game.position(), m, d.Notation) + " taken back\n")
	}
	d.showBoard()
	return nil
}

// redoCommand runs the command REDO.
func redoCommand(d *Dialogue, args string) error {
	n, err := countOfHalfmoves(args, len(d.takenBack), "taken back")
	if err != nil {
		return err
	}
	for range n {
		last := len(d.takenBack) - 1
		m := d.takenBack[last]
		d.takenBack = d.takenBack[:last]
		d.playMove(m)
	}
	return nil
}

// pgnCommand runs the command PGN.
func pgnCommand(d *Dialogue, _ string) error {
	var b strings.Builder
	err := chess.WritePGN(&b, d.game.pgn())
	d.print(b.String())
	return err
}

// saveCommand runs the command SAVE, which never overwrites a file.
func saveCommand(d *Dialogue, name string) (err error) {
	if name == "" {
		return fmt.Errorf("SAVE: want the name of a file")
	}
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	err = chess.WritePGN(f, d.game.pgn())
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		d.print(fmt.Sprintf("game of %d half-moves written to %s\n", len(d.game.moves), name))
	}
	return err
}

// loadCommand runs the command LOAD.
func loadCommand(d *Dialogue, name string) error {
	if name == "" {
		return fmt.Errorf("LOAD: want the name of a PGN file")
	}
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	game, err := chess.ReadLastGame(f, name, d.Letters)
	if err == nil {
		err = forms.CheckGame(&game)
	}
	if err != nil {
		return err
	}
	if game.Start == (chess.Position{}) {
		game.Start = chess.InitialPosition()
	}
	g := newGame(game.Start, game.Halfmove, game.Fullmove)
	for _, m := range game.Moves {
		g.play(m)
	}
	d.setGame(g)
	for _, n := range game.Notes {
		d.print("note: " + n + "\n")
	}
	d.print(d.game.text(d.Notation))
	d.showBoard()
	return nil
}

// Complete completes the name of a command when the tab key is pressed. It has the type of the AutoCompleteCallback of
// golang.org/x/term.
func Complete(line string, pos int, key rune) (string, int, bool) {
	if key != '\t' || pos != len(line) || line == "" {
		return "", 0, false
	}
	found := ""
	for _, c := range commandList {
		if strings.HasPrefix(c.name, strings.ToUpper(line)) {
			if found != "" {
				return "", 0, false
			}
			found = c.name
		}
	}
	if found == "" {
		return "", 0, false
	}
	return found, len(found), true
}
