package positions

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/cmd/chesscensus/internal/spaces"
	"chesscensus/internal/suggest"
	"chesscensus/legality/verdict"
	"chesscensus/sampler"
	"chesscensus/sampler/where"
	"chesscensus/survey/uniform"
)

// A positionsRun is one run of the command positions, with its flags.
type positionsRun struct {
	app          *cli.App
	n, seed      uint64
	space        string
	effort       verdict.Effort
	where        string
	balanced     bool
	format, path string
	pgnPath      string
	games        bool
	patient      bool
	json         bool
}

// positionsCommand returns the command positions.
func positionsCommand(a *cli.App) *cobra.Command {
	r := &positionsRun{app: a}
	c := &cobra.Command{
		Use:   "positions",
		Short: "Draw legal positions, each as likely as any other",
		Long: `Positions prints random legal positions, a FEN record a line. Each is proven legal by a
game, and each position that the engine can prove legal is exactly as likely as any other: a
draw of the space is taken with probability 1/multiplicity if it has a game. The
positions are independent of each other, so one may come twice. They depend on space and
seed alone.

Csv, jsonl and parquet hold what one can count on the board and more (docs/DATASET.md lists the columns): men by
kind, checkers, legal moves, mates, captures, forced promotions, and the length of the proof game.
A number of a draw, with space, condition and seed, says which it is; epd has it as id.

What was drawn is said on standard error in the end, and what share of the legal positions can be
lacking, since no game was found for some; no share of any property is off by more.

With --where the positions are those for which a condition holds:

  men<=10 and check
  white.queens>=2 and not (castling or en-passant)
  material=KRPvKR and white-to-move
  each.pawns=0 and moves=1..3
  white.men=black.men and dead

The counts are men, pawns, knights, bishops, rooks, queens, promotions (least number that counts tell of),
captures, rights (to castle), checkers and moves; with white., black. or each. (side) before them those of a
side, else of both together. A count is compared with a number, a range or another count. Words: check, double-check,
mate, stalemate, dead (no side can ever mate), castling, no-castling, en-passant, no-en-passant, no-promotions,
white-to-move, black-to-move. What counts of men, rights, en passant and side to move say is drawn directly, so that
few men are as fast as many; the rest is waited for.

If more than a day would be needed, positions says so and ends; --patient has it go on.`,
		Example: `  chesscensus positions -n 3
  chesscensus positions -n 1000 --seed 7 > positions.fen
  chesscensus positions -n 20 --where 'mate and men<=8'
  chesscensus positions -n 1e5 -o positions.parquet
  chesscensus positions -n 100 --pgn games.pgn -o positions.csv`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return r.run(cmd.Context()) },
	}
	f := c.Flags()
	f.Uint64VarP(&r.n, "positions", "n", 10, "number of positions")
	cli.SetMinimum(c, 1, "positions")
	f.Uint64Var(&r.seed, "seed", 1, "seed, any 64 bits")
	spaces.AddFlag(c, &r.space, spaces.Default)
	f.BoolVar(&r.balanced, "balanced", false, "both sides have as many men of every kind: white.pawns=black.pawns and so on, beside --where")
	f.StringVar(&r.where, "where", "", "condition, such as 'men<=10 and check'; words: "+strings.Join(where.Words(), " "))
	r.effort = verdict.Game
	cli.WordFlag(c, &r.effort, "effort", "", "how far to look for games: game, or exhaustive, which leaves fewer positions out and is slower", []string{"game", "exhaustive"}, verdict.ParseEffort)
	cli.ChoiceFlag(c, &r.format, "format", "fen, epd, csv, jsonl or parquet; that of the name of -o unless told, else fen", formatNames...)
	f.BoolVar(&r.json, "json", false, "print a JSON record a line, as --format jsonl does")
	f.StringVarP(&r.path, "output", "o", "", "write to this file, which is there when it is complete")
	f.StringVar(&r.pgnPath, "pgn", "", "write the proof games to this file, each of which a foreign program has replayed, too")
	f.BoolVar(&r.games, "games", false, "the proof games, too, as a column of csv, jsonl and parquet; likewise replayed")
	f.BoolVar(&r.patient, "patient", false, "go on even if it takes more than a day")
	return c
}

// foreignInterval returns the ratio of all games to those that the foreign program replays, which takes three times as long as everything
// else. It replays every game that is printed. Our own verifier replays all games in any case.
func (r *positionsRun) foreignInterval() int {
	if r.pgnPath != "" || r.games {
		return 1
	}
	return 16
}

// newStream checks the flags and returns the stream of positions.
func (r *positionsRun) newStream(watch func(uniform.Tally) error) (*uniform.Stream, error) {
	if r.effort < verdict.Game {
		return nil, cli.Usagef("--effort %v: want game or exhaustive, as no less proves a position legal", r.effort)
	}
	if r.balanced {
		r.where = addBalance(r.where)
	}
	condition, err := where.Parse(r.where)
	if err != nil {
		return nil, whereError(err)
	}
	space, err := spaces.New(r.space)
	if err != nil {
		return nil, err
	}
	s, err := uniform.New(uniform.Options{Space: space, Where: condition, Seed: r.seed, Effort: r.effort, Foreign: r.foreignInterval(),
		Workers: r.app.Workers, Watch: watch})
	if errors.Is(err, sampler.ErrEmpty) {
		return nil, cli.Usagef("--where: %v", err)
	}
	return s, err
}

// run draws positions and writes them.
func (r *positionsRun) run(ctx context.Context) error {
	watch := patience{n: r.n, workers: r.app.Workers, start: time.Now(), unlimited: r.patient,
		notify: func(text string) { fmt.Fprintln(r.app.Err, "chesscensus:", text) }}
	stream, err := r.newStream(func(t uniform.Tally) error { return watch.check(&t, time.Now()) })
	if err != nil {
		return err
	}
	watch.size = rankedSize(stream.Space())
	out, err := r.openOutputs()
	if err != nil {
		return err
	}
	defer out.drop()
	bar := r.app.ProgressBar(r.n, "positions")
	defer bar.Finish()
	var tally uniform.Tally
	for p, err := range stream.Positions(ctx, &tally) {
		if err != nil {
			return err
		}
		if err := out.addPosition(&p, watch.accepted); err != nil {
			return err
		}
		if bar.Set(tally.Legal); tally.Legal == r.n {
			break
		}
	}
	if err := out.commit(r.tableNotes(&tally)); err != nil {
		return err
	}
	_, err = fmt.Fprintln(r.app.Err, "chesscensus:", summary(&tally, r))
	return err
}

// tableNotes returns the origin of a table, to be stored in it.
func (r *positionsRun) tableNotes(t *uniform.Tally) map[string]string {
	number := func(n uint64) string { return strconv.FormatUint(n, 10) }
	return map[string]string{"chesscensus": cli.Version(), "space": r.space, "where": r.where, "seed": number(r.seed), "effort": r.effort.String(),
		"positions": number(t.Legal), "draws": number(t.Draws), "undecided": number(t.Undecided), "refuted": number(t.Refuted)}
}

// addBalance adds to a condition that both sides have equally many men of every kind.
func addBalance(condition string) string {
	var list []string
	if condition != "" {
		list = append(list, "("+condition+")")
	}
	for _, kind := range []string{"pawns", "knights", "bishops", "rooks", "queens"} {
		list = append(list, "white."+kind+"=black."+kind)
	}
	return strings.Join(list, " and ")
}

// whereError returns the usage error about a condition, with a suggestion for an unknown word.
func whereError(err error) error {
	var syntax *where.SyntaxError
	if errors.As(err, &syntax) && syntax.Word != "" && !slices.Contains(where.Words(), syntax.Word) {
		mended := *syntax // the suggestion comes before the lines with the condition and a caret
		mended.Msg += suggest.Question(syntax.Word, where.Words())
		err = &mended
	}
	return cli.Usagef("--where: %v", err)
}

// sourceText names space, condition and seed. With the number of a draw they determine it.
func (r *positionsRun) sourceText() string {
	if r.where == "" {
		return fmt.Sprintf("%s, seed %d", r.space, r.seed)
	}
	return fmt.Sprintf("%s where %s, seed %d", r.space, r.where, r.seed)
}

// summary returns a sentence about the draws, with the share of legal positions that may be missing.
func summary(t *uniform.Tally, r *positionsRun) string {
	share, upperLimit := t.Lacking()
	text := fmt.Sprintf("%s legal positions from %s draws of %s; ", cli.Number(t.Legal), cli.Number(t.Draws), r.sourceText())
	if t.Undecided == 0 {
		return text + fmt.Sprintf("no draw stayed undecided, so that at most %s of the legal positions are lacking (95 %%)", percent(upperLimit))
	}
	return text + fmt.Sprintf("%s stayed undecided: %s, at most %s, of the legal positions are lacking (95 %%), and no share is off by more",
		cli.Number(t.Undecided), percent(share), percent(upperLimit))
}

// percent formats a share in percent with two significant digits.
func percent(share float64) string { return fmt.Sprintf("%.2g %%", 100*share) }
