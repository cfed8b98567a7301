package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"chesscensus/chess"
	"chesscensus/chess/notation"
)

// A boardCommand is something to say that is no move.
type boardCommand struct {
	name, also string // also: other names, separated by commas
	args, help string
	aside      bool // an open question stays open
	run        func(d *dialogue, args string) error
}

var boardCommands []boardCommand

func init() {
	boardCommands = []boardCommand{
		{name: "BOARD", help: "draw the board", aside: true, run: (*dialogue).sayBoard},
		{name: "POSSIBLE", also: "MOVES", help: "list all legal moves in words, with CHECK and MATE", aside: true, run: (*dialogue).sayPossible},
		{name: "GAME", help: "the moves so far", aside: true, run: (*dialogue).sayGame},
		{name: "UNDO", also: "TAKE BACK,TAKEBACK,BACK", args: "[N]", help: "take back the last move, or N half-moves", run: (*dialogue).undo},
		{name: "REDO", args: "[N]", help: "play again what was taken back", run: (*dialogue).redo},
		{name: "NEW", help: "a new game from the initial board", run: func(d *dialogue, _ string) error { d.reset(initialBoard()); return nil }},
		{name: "SETUP", also: "SET UP,SET-UP", args: "FEN or CONFIGURATION [WHITE|BLACK]", help: "another position, and who has the move", run: (*dialogue).sayPosition},
		{name: "TURN", args: "WHITE|BLACK", help: "begin here with the other side to move", run: (*dialogue).sayTurn},
		{name: "FEN", help: "the position as a FEN record", aside: true, run: (*dialogue).sayFEN},
		{name: "CONFIGURATION", also: "CONFIG", help: "the diagram in the configuration language", aside: true, run: (*dialogue).sayConfiguration},
		{name: "NOTATION", args: "NAME", help: "write moves in another notation", aside: true, run: (*dialogue).sayNotation},
		{name: "FLIP", help: "look at the board from the other side", aside: true, run: func(d *dialogue, _ string) error { d.flipped = !d.flipped; return d.sayBoard("") }},
		{name: "PGN", help: "the game as PGN", aside: true, run: (*dialogue).sayPGN},
		{name: "SAVE", args: "FILE", help: "write the game as PGN to a new file", aside: true, run: (*dialogue).save},
		{name: "LOAD", args: "FILE", help: "the last game of a PGN file", run: (*dialogue).load},
		{name: "HELP", also: "?", help: "this list", aside: true, run: func(d *dialogue, _ string) error { d.print(boardHelp()); return nil }},
		{name: "QUIT", also: "EXIT,BYE", help: "the end", run: func(d *dialogue, _ string) error { d.done = true; return nil }},
	}
}

// boardHelp lists the commands.
func boardHelp() string {
	var b strings.Builder
	b.WriteString("What is no move may be one of these, in letters of either case:\n")
	for _, c := range boardCommands {
		fmt.Fprintf(&b, "  %-40s %s\n", strings.TrimSpace(c.name+" "+c.args), c.help)
	}
	return b.String()
}

// findCommand returns the command that a line gives, and what follows it.
func findCommand(line string) (*boardCommand, string) {
	for i := range boardCommands {
		c := &boardCommands[i]
		for _, name := range strings.Split(c.name+","+c.also, ",") {
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

func (d *dialogue) sayBoard(string) error {
	d.print(d.board() + "\n")
	return nil
}

func (d *dialogue) sayPossible(string) error {
	if over := d.game.over(); over != "" {
		d.print("*** NO MOVE IS POSSIBLE: " + strings.ToUpper(over) + "\n\n")
		return nil
	}
	d.print("*** GENERATE ALL POSSIBLE MOVES\n\n" + notation.List(notation.Possible(d.game.now())) + "\n")
	return nil
}

func (d *dialogue) sayGame(string) error {
	d.print(d.game.text(d.notation))
	return nil
}

func (d *dialogue) sayFEN(string) error {
	d.print(d.game.fen() + "\n")
	return nil
}

func (d *dialogue) sayConfiguration(string) error {
	b := d.game.now().Board()
	text, err := notation.Configuration(&b, notation.ConfigurationStyle{ASCII: d.plain})
	if err != nil {
		return err
	}
	d.print(text + "\n")
	return nil
}

func (d *dialogue) sayNotation(args string) error {
	n, err := notation.ParseNotation(args)
	if err == nil {
		d.notation = n
	}
	return err
}

// count reads the number of half-moves of UNDO and REDO.
func count(args string, most int, what string) (int, error) {
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

func (d *dialogue) undo(args string) error {
	n, err := count(args, len(d.game.moves), "played")
	if err != nil {
		return err
	}
	for range n {
		m := d.game.takeBack()
		d.undone = append(d.undone, m)
		d.print(d.game.turn() + ": " + moveText(d.game.now(), m, d.notation) + " taken back\n")
	}
	d.showBoard()
	return nil
}

func (d *dialogue) redo(args string) error {
	n, err := count(args, len(d.undone), "taken back")
	if err != nil {
		return err
	}
	for range n {
		last := len(d.undone) - 1
		m := d.undone[last]
		d.undone = d.undone[:last]
		d.make(m)
	}
	return nil
}

func (d *dialogue) sayPGN(string) error { return chess.WritePGN(printer{d}, d.game.pgn()) }

func (d *dialogue) save(name string) (err error) {
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

func (d *dialogue) load(name string) error {
	if name == "" {
		return fmt.Errorf("LOAD: want the name of a PGN file")
	}
	game, err := lastGame(name)
	if err != nil {
		return err
	}
	if game.Start == (chess.Position{}) {
		game.Start = chess.InitialPosition()
	}
	g := newBoardGame(game.Start, game.Halfmove, game.Fullmove)
	for _, m := range game.Moves {
		g.play(m)
	}
	d.reset(g)
	d.print(d.game.text(d.notation))
	d.showBoard()
	return nil
}
