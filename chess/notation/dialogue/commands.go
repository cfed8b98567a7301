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

// A command is something to say that is no move.
type command struct {
	name, aliases string // also: other names, separated by commas
	args, help    string
	keepsQuestion bool // an open question stays open
	run           func(d *Dialogue, args string) error
}

var commandList []command

// init breaks the circle between the list and HELP, which prints it.
func init() {
	commandList = []command{
		{name: "BOARD", help: "draw the board", keepsQuestion: true, run: (*Dialogue).sayBoard},
		{name: "POSSIBLE", aliases: "MOVES", help: "list all legal moves in words, with CHECK and MATE", keepsQuestion: true, run: sayPossible},
		{name: "GAME", help: "the moves so far", keepsQuestion: true, run: sayGame},
		{name: "UNDO", aliases: "TAKE BACK,TAKEBACK,BACK", args: "[N]", help: "take back the last move, or N half-moves", run: undo},
		{name: "REDO", args: "[N]", help: "play again what was taken back", run: redo},
		{name: "NEW", help: "a new game from the initial board", run: func(d *Dialogue, _ string) error { d.setGame(initialGame()); return nil }},
		{name: "SETUP", aliases: "SET UP,SET-UP", args: "FEN or CONFIGURATION [WHITE|BLACK]", help: "another position, and who has the move", run: (*Dialogue).setupCommand},
		{name: "TURN", args: "WHITE|BLACK", help: "begin here with the other side to move", run: (*Dialogue).turnCommand},
		{name: "FEN", help: "the position as a FEN record", keepsQuestion: true, run: sayFEN},
		{name: "CONFIGURATION", aliases: "CONFIG", help: "the diagram in the configuration language", keepsQuestion: true, run: sayConfiguration},
		{name: "NOTATION", args: "NAME", help: "write moves in another notation", keepsQuestion: true, run: sayNotation},
		{name: "FLIP", help: "look at the board from the other side", keepsQuestion: true, run: func(d *Dialogue, _ string) error { d.flipped = !d.flipped; return d.sayBoard("") }},
		{name: "PGN", help: "the game as PGN", keepsQuestion: true, run: sayPGN},
		{name: "SAVE", args: "FILE", help: "write the game as PGN to a new file", keepsQuestion: true, run: save},
		{name: "LOAD", args: "FILE", help: "the last game of a PGN file", run: load},
		{name: "HELP", aliases: "?", help: "this list", keepsQuestion: true, run: func(d *Dialogue, _ string) error { d.print(Help()); return nil }},
		{name: "QUIT", aliases: "EXIT,BYE", help: "the end", run: func(d *Dialogue, _ string) error { d.done = true; return nil }},
	}
}

// Help lists what can be said besides moves, a line for each command.
func Help() string {
	var b strings.Builder
	b.WriteString("What is no move may be one of these, in letters of either case:\n")
	for _, c := range commandList {
		fmt.Fprintf(&b, "  %-40s %s\n", strings.TrimSpace(c.name+" "+c.args), c.help)
	}
	return b.String()
}

// findCommand returns the command that a line gives, and what follows it.
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

func (d *Dialogue) sayBoard(string) error {
	d.print(d.board() + "\n")
	return nil
}

func sayPossible(d *Dialogue, _ string) error {
	if over := d.game.ending(); over != "" {
		d.print("*** NO MOVE IS POSSIBLE: " + strings.ToUpper(over) + "\n\n")
		return nil
	}
	d.print("*** GENERATE ALL POSSIBLE MOVES\n\n" + notation.List(notation.Possible(d.game.position())) + "\n")
	return nil
}

func sayGame(d *Dialogue, _ string) error {
	d.print(d.game.text(d.Notation))
	return nil
}

func sayFEN(d *Dialogue, _ string) error {
	d.print(d.game.fen() + "\n")
	return nil
}

func sayConfiguration(d *Dialogue, _ string) error {
	b := d.game.position().Board()
	text, err := notation.Configuration(&b, notation.ConfigurationStyle{ASCII: d.Plain})
	if err != nil {
		return err
	}
	d.print(text + "\n")
	return nil
}

func sayNotation(d *Dialogue, args string) error {
	n, err := notation.ParseNotation(args)
	if err == nil {
		d.Notation, d.Adapt = n, false
	}
	return err
}

// countOfHalfmoves reads the number of half-moves of UNDO and REDO.
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

func undo(d *Dialogue, args string) error {
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

func redo(d *Dialogue, args string) error {
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

func sayPGN(d *Dialogue, _ string) error {
	var b strings.Builder
	err := chess.WritePGN(&b, d.game.pgn())
	d.print(b.String())
	return err
}

func save(d *Dialogue, name string) (err error) {
	if name == "" {
		return fmt.Errorf("SAVE: want the name of a file")
	}
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	err = chess.WritePGN(f, d.game.pgn())
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		d.print(fmt.Sprintf("game of %d half-moves written to %s\n", len(d.game.moves), name))
	}
	return err
}

func load(d *Dialogue, name string) error {
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

// Complete completes a command at a press of the tab key, in the way of the callbacks of
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
