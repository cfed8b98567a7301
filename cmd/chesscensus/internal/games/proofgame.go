package games

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"chesscensus/chess"
	"chesscensus/chess/notation/forms"
	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/legality"
	"chesscensus/legality/proofgame/astar"
	"chesscensus/legality/proofgame/replay"
	"chesscensus/legality/retro"
)

// The last line of output if no game is found, and why.
const (
	noSolution = "no solution found"
	noneExists = "no solution exists"
)

// proofGameFlags are what was asked for besides the position.
type proofGameFlags struct {
	weights, initial, rules          string
	opening                          openingFlags
	dynamic, nonAdmissible, noKernel bool
	verbose, pgn, short, first, json bool
	style                            cli.MoveStyle
	nodes                            int64
	seed                             uint64
}

// A proofTask is what a game is to be found for.
type proofTask struct {
	start, goal chess.Position
	from        chess.Position // after the opening
	setup       chess.Setup    // the goal, valid or not
	noTurn      bool           // nobody says who is to move in it
	moves       []chess.Move   // the opening
}

// A proofGame is one run of the command proofgame.
type proofGame struct {
	proofGameFlags
	proofTask
	app       *cli.App
	out       *bufio.Writer
	law       replay.Rules
	lastMoves *retro.Stage
	a, b      int          // the weights
	search    bool         // A* alone
	list      bool         // for the lines of a file
	found     []chess.Move // the game, nil if there is none
}

func proofGameCommand(a *cli.App) *cobra.Command {
	g := &proofGame{app: a}
	c := &cobra.Command{
		Use:   "proofgame [FEN | --list [FILE]]",
		Short: "Find a game that leads to a position",
		Long: `Proofgame looks for legal moves from the initial position (or -i) to the given one. The
last line of its output is the game in algebraic notation, or "illegal:" and the reason,
or "` + noSolution + `", or "` + noneExists + `" if it is known that no game leads from -i or from the
opening to the position. After "` + noSolution + `", which proves nothing, the exit status is 3, and
standard error says what to try. Every game is replayed by two other programs first.

Without further options a game is constructed, of whatever length, in milliseconds, and where that
fails the engine is asked as judge asks it about one position. Near
positions get a shortest game. A game for people, with numbers or as PGN, is made shorter for up to
half a second, and both lengths are said; --short spends up to a second on any game.

-w, -d or --na search over single moves instead, by A* as texelutil does. -w a:b orders by
a * plies + b * bound; 1:1 and -d find a shortest game, if they find one. With other weights
the search goes on for shorter games, four times as long as the first one took and a second
at least, unless one is proven shortest before; then parts of it are replaced by shorter ones
for another second. --first ends it with the first game, -m after
so many expansions. -v shows how it gets on, and in the end the least length that a game can have as far as is
proven. Lengths include forced last moves.

With --ipgn the game begins with the last game in the file, edited by hand perhaps.

With --list every line of a file, or of standard input, is a goal, such as those of survey open. A line
is printed for each as judge prints it: FEN legal: proof: and the game, FEN illegal: and the reason, or
FEN unknown:. Lines that say so already are copied.

At a terminal the game has numbers and as many lines as it takes; --san prints it on the last line there,
and --numbered with numbers elsewhere. --json prints one record instead of all that.`,
		Example: `  chesscensus proofgame 'B2r4/b1BPR1P1/2Qqrq1Q/N4n1B/1nKB4/1qp2R2/2kpn3/BR2B3 w - - 0 1'
  chesscensus proofgame -w 1:1 'r1bqkbnr/pppp1ppp/2n5/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR w KQkq - 0 1'`,
		Args: func(cmd *cobra.Command, args []string) error {
			if g.list {
				return cobra.MaximumNArgs(1)(cmd, args)
			}
			return cobra.RangeArgs(1, 6)(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			g.search = cmd.Flags().Changed("weights") || g.dynamic || g.nonAdmissible
			if g.list {
				return g.runList(cmd.Context(), args)
			}
			return g.run(cmd.Context(), args)
		},
	}
	f := c.Flags()
	f.StringVarP(&g.weights, "weights", "w", "1:5", "search: weights a:b of plies and bound")
	f.BoolVarP(&g.dynamic, "dynamic", "d", false, "search: let the weight of the bound fall")
	f.BoolVar(&g.nonAdmissible, "na", false, "search: with an estimate of men in the way")
	f.Int64VarP(&g.nodes, "max", "m", 0, "limit of expansions, 0 for the default")
	cli.SetMinimum(c, 0, "max")
	f.BoolVarP(&g.verbose, "verbose", "v", false, "show more, such as lines that come closer")
	f.BoolVar(&g.noKernel, "nokernel", false, "do not ask first what can refute, nor for kernels")
	f.StringVarP(&g.initial, "initial", "i", "", "FEN record to start from instead of the initial position")
	f.StringVar(&g.opening.file, "ipgn", "", "PGN file with the moves to begin with")
	f.StringVar(&g.opening.letters, "letters", "", "language in whose letters that file names men, such as de (Sf3)")
	f.BoolVar(&g.pgn, "pgn", false, "write the game as PGN")
	f.BoolVar(&g.json, "json", false, "print a JSON record")
	g.style.Flags(c)
	f.StringVar(&g.rules, "rules", "basic", "basic, or fide: the game may not run into the 75-move and fivefold repetition rules")
	f.BoolVar(&g.first, "first", false, "search: stop at the first game")
	f.BoolVar(&g.short, "short", false, "spend up to a second on making the game shorter")
	f.Uint64Var(&g.seed, "seed", 0, "another seed, another game")
	f.BoolVar(&g.list, "list", false, "find games for the lines of a file or of standard input, and print them as judge does")
	cli.MarkExclusive(c, "json", "pgn", "verbose", "san", "numbered")
	cli.MarkExclusive(c, "list", "initial", "ipgn", "pgn", "verbose", "san", "numbered")
	return c
}

func (g *proofGame) run(ctx context.Context, args []string) error {
	if err := g.read(args); err != nil {
		return err
	}
	g.out = bufio.NewWriter(g.app.Out)
	if g.json {
		g.out = bufio.NewWriter(io.Discard)
	}
	last, err := g.findEither(ctx)
	if err != nil {
		_ = g.out.Flush()
		return err
	}
	if last == noSolution {
		g.gaveUp()
	}
	if g.json {
		return cli.WriteJSON(g.app.Out, g.record(last))
	}
	if last != "" {
		fmt.Fprintln(g.out, last)
	}
	return g.out.Flush()
}

// findEither finds a game, to the goal with the other side to move as well if nobody says who is, and there is none to the first.
func (g *proofGame) findEither(ctx context.Context) (string, error) {
	last, err := g.find(ctx)
	if !g.noTurn || err != nil {
		return last, err
	}
	if g.found == nil && (last == noSolution || strings.HasPrefix(last, "illegal: ")) {
		before := *g
		g.setup.Turn = g.setup.Turn.Other()
		if err := g.aim(); err != nil {
			return "", err
		}
		other, err := g.find(ctx)
		if err != nil {
			return "", err
		}
		if g.found == nil && strings.HasPrefix(other, "illegal: ") { // the first answer says no less
			*g = before
		} else {
			last = other
		}
	}
	side := g.setup.Turn.String()
	g.app.CountNotes("the side to move is not given: the answer is for " + strings.ToUpper(side[:1]) + side[1:])
	return last, nil
}

// read parses the goal, the start and the opening.
func (g *proofGame) read(args []string) (err error) {
	if err := g.check(); err != nil {
		return err
	}
	if args = cli.FENArgs(args); len(args) != 1 {
		return cli.Usagef("want one FEN record, found %d arguments", len(args))
	}
	g.lastMoves = legality.LastMoves()
	g.start = chess.InitialPosition()
	if g.opening.file != "" {
		game, err := lastGame(g.app, g.opening)
		if err != nil {
			return err
		}
		g.app.CountNotes(game.Notes...)
		if game.Start != (chess.Position{}) {
			g.start = game.Start
		}
		g.moves = game.Moves
	}
	if g.initial != "" {
		if g.start, err = g.app.ReadPosition(g.initial); err != nil {
			return fmt.Errorf("-i: %w", err)
		}
	}
	p := g.start
	for i, m := range g.moves {
		if !p.IsLegal(m) {
			return fmt.Errorf("%s: move %d, %s, is not legal from -i", g.opening.file, i+1, m)
		}
		p = p.Play(m)
	}
	g.from = p
	goal, err := cli.ReadLine(args[0], true)
	if err != nil {
		return err
	}
	g.setup, g.noTurn = goal.Setup, goal.NoTurn
	if !g.noTurn {
		g.app.CountNotes(goal.Notes...)
	}
	return g.aim()
}

// aim makes a position of the goal. If it is none, the rules will say why, see refute.
func (g *proofGame) aim() (err error) {
	g.goal, err = g.setup.Position()
	var invalid *chess.InvalidError
	if errors.As(err, &invalid) {
		return nil
	}
	return err
}

// check checks the flags.
func (g *proofGame) check() (err error) {
	if g.initial == "pgn" { // what -ipgn is read as
		return cli.Usagef("-ipgn: did you mean --ipgn?")
	}
	if err = g.law.UnmarshalText([]byte(g.rules)); err != nil {
		return cli.Usagef("--rules: %v", err)
	}
	g.a, g.b, err = parseWeights(g.weights)
	return err
}

// parseWeights reads weights a:b of plies and bound.
func parseWeights(text string) (a, b int, err error) {
	first, second, _ := strings.Cut(text, ":")
	a, errA := strconv.Atoi(first)
	b, errB := strconv.Atoi(second)
	if errA != nil || errB != nil || a < 1 || b < 0 || max(a, b) > astar.MaxWeight {
		return 0, 0, cli.Usagef("-w %.20q: want two weights a:b such as 1:5, a from 1, b from 0, to %d", text, astar.MaxWeight)
	}
	return a, b, nil
}

// openingFlags say which PGN file has the moves to begin with, and in the letters of which language.
type openingFlags struct{ file, letters string }

// lastGame reads the last game of a PGN file.
func lastGame(a *cli.App, o openingFlags) (chess.Game, error) {
	l, err := chess.LettersOf(o.letters)
	if err != nil {
		return chess.Game{}, cli.Usagef("--letters: %v", err)
	}
	f, err := a.OpenInput(o.file)
	if err != nil {
		return chess.Game{}, err
	}
	defer f.Close()
	game, err := chess.ReadLastGame(f, f.Name, l)
	if err == nil {
		err = forms.CheckGame(&game)
	}
	return game, err
}
