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

// The last line of output if no game was found: after a search that proves nothing, and with a proof that there is none.
const (
	noSolution = "no solution found"
	noneExists = "no solution exists"
)

// An outcome says what is known of the games to a goal. The less is excluded, the greater.
type outcome int

const (
	undetermined outcome = iota // so far
	illegal                     // no game leads to it
	none                        // no game leads to it from the start
	unknown                     // a search has ended at its limits
	found
)

// String returns the outcome as the record prints it.
func (o outcome) String() string { return [...]string{"", "illegal", "none", "unknown", "game"}[o] }

// An answer is what a search for a game has found out. The zero value is none.
type answer struct {
	outcome outcome
	text    string // the reason why there is no game, or the game as it is printed; "" for a PGN that is printed already
}

// lastLine returns the last line of the output, "" for none.
func (a answer) lastLine() string {
	switch {
	case a.outcome == illegal:
		return "illegal: " + a.text
	case a.outcome == none && a.text != "":
		return noneExists + ": " + a.text
	case a.outcome == none:
		return noneExists
	case a.outcome == unknown:
		return noSolution
	}
	return a.text
}

// proofGameFlags holds the flags of the command proofgame, except --list and those of the opening.
type proofGameFlags struct {
	weights, initial, rules          string
	dynamic, nonAdmissible, noKernel bool
	verbose, pgn, short, first, json bool
	style                            cli.MoveStyle
	nodes                            int64
	seed                             uint64
}

// A proofTask is a pair of start and goal between which a game is to be found.
type proofTask struct {
	start, goal chess.Position
	searchStart chess.Position // the position after the opening
	goalSetup   chess.Setup    // the goal as given, valid or not
	noTurn      bool           // the text of the goal does not say who is to move
	opening     []chess.Move   // the moves with which the game begins, from start
}

// A proofGame is one run of the command proofgame.
type proofGame struct {
	proofGameFlags
	proofTask
	app                      *cli.App
	out                      *bufio.Writer
	gameRules                replay.Rules
	lastMoves                *retro.Stage
	pliesWeight, boundWeight int          // w of the search: the cost of a line is pliesWeight*plies + boundWeight*bound
	onlySearch               bool         // search by A* instead of constructing a game
	list                     bool         // find games for all lines of a file
	openingFile, letters     string       // PGN with the moves to begin with, and the language of its letters
	game                     []chess.Move // nil until a game is found
}

// proofGameCommand returns the command proofgame.
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
			g.onlySearch = cmd.Flags().Changed("weights") || g.dynamic || g.nonAdmissible
			if g.first && !g.onlySearch {
				return cli.Usagef("--first goes with -w, -d or --na")
			}
			if g.list {
				return g.runList(cmd.Context(), args)
			}
			return g.run(cmd.Context(), args)
		},
	}
	g.addFlags(c)
	return c
}

// addFlags adds the flags to the command.
func (g *proofGame) addFlags(c *cobra.Command) {
	f := c.Flags()
	f.StringVarP(&g.weights, "weights", "w", "1:5", "search: weights a:b of plies and bound")
	f.BoolVarP(&g.dynamic, "dynamic", "d", false, "search: let the weight of the bound fall")
	f.BoolVar(&g.nonAdmissible, "na", false, "search: with an estimate of men in the way")
	f.Int64VarP(&g.nodes, "max", "m", 0, "limit of expansions, 0 for the default")
	cli.SetMinimum(c, 0, "max")
	f.BoolVarP(&g.verbose, "verbose", "v", false, "show more, such as lines that come closer")
	f.BoolVar(&g.noKernel, "nokernel", false, "do not ask first what can refute, nor for kernels")
	f.StringVarP(&g.initial, "initial", "i", "", "FEN record to start from instead of the initial position")
	f.StringVar(&g.openingFile, "ipgn", "", "PGN file with the moves to begin with")
	f.StringVar(&g.letters, "letters", "", "language in whose letters that file names men, such as de (Sf3)")
	f.BoolVar(&g.pgn, "pgn", false, "write the game as PGN")
	f.BoolVar(&g.json, "json", false, "print a JSON record")
	g.style.Flags(c)
	f.StringVar(&g.rules, "rules", "basic", "basic, or fide: the game may not run into the 75-move and fivefold repetition rules")
	f.BoolVar(&g.first, "first", false, "search: stop at the first game")
	f.BoolVar(&g.short, "short", false, "spend up to a second on making the game shorter")
	f.Uint64Var(&g.seed, "seed", 0, "another seed, another game")
	f.BoolVar(&g.list, "list", false, "find games for the lines of a file or of standard input, and print them as judge does")
	cli.RefuseEmpty(c, "initial", "ipgn")
	cli.MarkExclusive(c, "json", "pgn", "verbose", "san", "numbered")
	cli.MarkExclusive(c, "list", "initial", "ipgn", "pgn", "verbose", "san", "numbered")
}

// run finds a game to one goal and prints it.
func (g *proofGame) run(ctx context.Context, args []string) error {
	if err := g.parseArguments(args); err != nil {
		return err
	}
	g.out = bufio.NewWriter(g.app.Out)
	if g.json {
		g.out = bufio.NewWriter(io.Discard)
	}
	result, err := g.findForEitherSide(ctx)
	if err != nil {
		_ = g.out.Flush()
		return err
	}
	if result.outcome == unknown {
		g.reportNoSolution()
	}
	if g.json {
		return cli.WriteJSON(g.app.Out, g.record(result))
	}
	if line := result.lastLine(); line != "" {
		fmt.Fprintln(g.out, line)
	}
	return g.out.Flush()
}

// findForEitherSide finds a game to the goal. If the goal does not say who is to move and no game is found with White to move, it tries
// Black to move, and returns that answer unless Black to move is illegal or the outcome for White is greater.
func (g *proofGame) findForEitherSide(ctx context.Context) (answer, error) {
	best, err := g.find(ctx)
	if !g.noTurn || err != nil {
		return best, err
	}
	if best.outcome != found {
		forWhite := *g
		g.goalSetup.Turn = g.goalSetup.Turn.Other()
		if err := g.setGoal(); err != nil {
			return answer{}, err
		}
		other, err := g.find(ctx)
		if err != nil {
			return answer{}, err
		}
		if other.outcome == illegal || other.outcome < best.outcome {
			*g = forWhite
		} else {
			best = other
		}
	}
	side := g.goalSetup.Turn.String()
	g.app.CountNotes("the side to move is not given: the answer is for " + strings.ToUpper(side[:1]) + side[1:])
	return best, nil
}

// parseArguments parses the goal, the start and the opening.
func (g *proofGame) parseArguments(args []string) (err error) {
	if err := g.checkFlags(); err != nil {
		return err
	}
	if args = cli.FENArgs(args); len(args) != 1 {
		return cli.Usagef("want one FEN record, found %d arguments", len(args))
	}
	g.lastMoves = legality.LastMoves()
	g.start = chess.InitialPosition()
	if g.openingFile != "" {
		game, err := g.lastGame()
		if err != nil {
			return err
		}
		g.app.CountNotes(game.Notes...)
		if game.Start != (chess.Position{}) {
			g.start = game.Start
		}
		g.opening = game.Moves
	}
	if g.initial != "" {
		if g.start, err = g.app.ReadPosition(g.initial); err != nil {
			return fmt.Errorf("-i: %w", err)
		}
	}
	p := g.start
	for i, m := range g.opening {
		if !p.IsLegal(m) {
			return fmt.Errorf("%s: move %d, %s, is not legal from -i", g.openingFile, i+1, m)
		}
		p = p.Play(m)
	}
	g.searchStart = p
	goal, err := cli.ReadLine(args[0], true)
	if err != nil {
		return err
	}
	g.goalSetup, g.noTurn = goal.Setup, goal.NoTurn
	if !g.noTurn {
		g.app.CountNotes(goal.Notes...)
	}
	return g.setGoal()
}

// setGoal sets goal to the position of goalSetup. An invalid setup is no error here, since refute says why it is illegal.
func (g *proofGame) setGoal() (err error) {
	g.goal, err = g.goalSetup.Position()
	var invalid *chess.InvalidError
	if errors.As(err, &invalid) {
		return nil
	}
	return err
}

// checkFlags checks the flags and parses the weights and rules.
func (g *proofGame) checkFlags() (err error) {
	if g.initial == "pgn" { // -ipgn is parsed as -i pgn
		return cli.Usagef("-ipgn: did you mean --ipgn?")
	}
	if err = g.gameRules.UnmarshalText([]byte(g.rules)); err != nil {
		return cli.Usagef("--rules: %v", err)
	}
	g.pliesWeight, g.boundWeight, err = parseWeights(g.weights)
	return err
}

// parseWeights parses weights a:b of plies and bound.
func parseWeights(text string) (plies, bound int, err error) {
	pliesText, boundText, _ := strings.Cut(text, ":")
	plies, errA := strconv.Atoi(pliesText)
	bound, errB := strconv.Atoi(boundText)
	if errA != nil || errB != nil || plies < 1 || bound < 0 || max(plies, bound) > astar.MaxWeight {
		return 0, 0, cli.Usagef("-w %.20q: want two weights a:b such as 1:5, a from 1, b from 0, to %d", text, astar.MaxWeight)
	}
	return plies, bound, nil
}

// lastGame reads the last game of the PGN file with the opening.
func (g *proofGame) lastGame() (chess.Game, error) {
	l, err := chess.LettersOf(g.letters)
	if err != nil {
		return chess.Game{}, cli.Usagef("--letters: %v", err)
	}
	f, err := g.app.OpenInput(g.openingFile)
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

// A gameRecord is the JSON form of the result of proofgame.
type gameRecord struct {
	cli.Program
	FEN     string   `json:"fen"`
	Start   string   `json:"start,omitempty"` // where the game begins, if not at the initial position
	Outcome string   `json:"outcome"`         // game, illegal, none (no game leads there from the start), or unknown
	Reason  string   `json:"reason,omitempty"`
	Plies   int      `json:"plies"`
	Game    []string `json:"game,omitempty"`
}

// record returns the JSON form of an answer.
func (g *proofGame) record(a answer) gameRecord {
	r := gameRecord{Program: cli.ThisProgram(), FEN: chess.FEN{Setup: g.goalSetup, Fullmove: 1}.String(), Outcome: a.outcome.String(),
		Plies: len(g.game), Game: g.start.SANs(g.game)}
	if g.start != chess.InitialPosition() {
		r.Start = chess.FEN{Setup: g.start.Setup(), Fullmove: 1}.String()
	}
	if a.outcome != found {
		r.Reason = a.text
	}
	return r
}
