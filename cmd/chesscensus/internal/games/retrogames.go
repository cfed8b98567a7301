package games

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"chesscensus/chess"
	"chesscensus/chess/notation/forms"
	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/internal/digits"
	"chesscensus/legality"
	"chesscensus/legality/lastmoves"
	"chesscensus/legality/proofgame/count"
	"chesscensus/legality/verdict"
)

// gamesFlags holds the flags that select the games to count.
type gamesFlags struct {
	allShortest             bool
	exactPlies              int // number of plies of --in
	maxListed, maxPositions int
}

// register adds the flags to the command.
func (g *gamesFlags) register(c *cobra.Command) {
	f := c.Flags()
	f.BoolVar(&g.allShortest, "games", false, "count and list all shortest games to the position")
	f.IntVar(&g.exactPlies, "in", 0, "count and list all games of so many plies")
	f.IntVar(&g.maxListed, "list", 20, "with --games or --in: list so many games at most")
	f.IntVarP(&g.maxPositions, "max", "m", count.DefaultPositions, "with --games or --in: limit of positions")
	cli.SetRange(c, "in", 0, count.MaxPlies)
	cli.SetMinimum(c, 0, "list")
	cli.SetMinimum(c, 1, "max")
}

// A countRecord is the JSON form of the number of games.
type countRecord struct {
	cli.Program
	FEN     string `json:"fen"`     // as given; a diagram alone stands for all its cases
	Outcome string `json:"outcome"` // counted, none (no game leads there), or unknown (the limit was reached)
	Plies   int    `json:"plies"`
	// Shortest says that no game has fewer plies. It also holds if the outcome is unknown.
	Shortest bool       `json:"shortest"`
	Games    uint64     `json:"games"`
	Sound    bool       `json:"sound"` // one game, and none shorter: C+
	List     [][]string `json:"list,omitempty"`
	Notes    []string   `json:"notes,omitempty"`
}

// check returns an error if flags for counting are set but no games are to be counted.
func (g *gamesFlags) check(c *cobra.Command, countsGames bool) error {
	f := c.Flags()
	if !countsGames && (f.Changed("list") || f.Changed("max")) {
		return cli.Usagef("--list and -m go with --games or --in")
	}
	return nil
}

// run counts the games to each line: those of exactly --in plies if isExact, otherwise the shortest ones.
func (g *gamesFlags) run(ctx context.Context, a *cli.App, args []string, isExact, asJSON bool) error {
	var mu sync.Mutex // guards standard error and the status, since several workers count
	printPlan := func(p count.Plan) {
		mu.Lock()
		defer mu.Unlock()
		if p.Time > 2*time.Second {
			fmt.Fprintf(a.Err, "chesscensus: games of %s: at most %s or so (%.1e positions, were equal ones not merged)\n",
				cli.Plies(p.Plies), digits.Duration(p.Time.Seconds()), p.Positions)
		}
	}
	showsLayers := a.ProgressBar(1, "").Visible()
	printLayer := func(ply, positions, all int) {
		if showsLayers && positions > 20_000 {
			mu.Lock()
			defer mu.Unlock()
			fmt.Fprintf(a.Err, "chesscensus: ply %d: %s positions, %s in all\n", ply, cli.Number(uint64(positions)), cli.Number(uint64(all)))
		}
	}
	opt := count.Options{Positions: g.maxPositions, List: g.maxListed, Begin: printPlan, Layer: printLayer}
	return a.Filter(ctx, cli.FENArgs(args), func(dst []byte, line string) ([]byte, error) {
		r, err := g.count(ctx, line, isExact, opt)
		if err != nil {
			return dst, err
		}
		if r.Outcome == "unknown" {
			mu.Lock()
			a.Status = cli.StatusUndecided
			mu.Unlock()
		}
		if asJSON {
			return cli.AppendJSON(dst, r)
		}
		a.CountNotes(r.Notes...)
		return append(dst, r.text()...), nil
	})
}

// count counts the games to one position or diagram.
func (g *gamesFlags) count(ctx context.Context, line string, isExact bool, opt count.Options) (countRecord, error) {
	in, err := forms.Read(cli.FENField(line))
	if err != nil {
		return countRecord{}, err
	}
	in.DropIdleEP()
	r := countRecord{Program: cli.ThisProgram(), FEN: in.Setup.String(), Notes: in.Notes, Shortest: !isExact}
	var goals []chess.Position
	if in.NoTurn {
		r.FEN, r.Notes = strings.Fields(r.FEN)[0], nil
		for _, s := range lastmoves.Setups(in.Setup.Board) {
			if p, err := s.Position(); err == nil {
				goals = append(goals, p)
			}
		}
	} else {
		p, err := in.Setup.Position()
		if err != nil {
			return r, err
		}
		goals = []chess.Position{p}
	}
	if isExact { // after an even number of plies White is to move
		turn := chess.Color(g.exactPlies % 2)
		goals = slices.DeleteFunc(goals, func(p chess.Position) bool { return p.Turn() != turn })
	}
	start := chess.InitialPosition()
	if goals, err = notRefuted(ctx, goals); err != nil {
		return r, err
	}
	var result count.Result
	switch {
	case len(goals) == 0:
		result.Plies = g.exactPlies // 0 without --in
	case isExact:
		plan, planErr := count.Forecast(ctx, start, goals, g.exactPlies, 60, 0)
		if planErr != nil {
			return r, planErr
		}
		opt.Begin(plan)
		result, err = count.Games(ctx, start, goals, g.exactPlies, opt)
	default:
		result, err = count.Shortest(ctx, start, goals, opt)
	}
	r.Plies = result.Plies
	switch {
	case errors.Is(err, count.ErrLimit):
		r.Outcome = "unknown"
		return r, nil
	case isExact || result.Games > 0:
		r.Outcome = "counted"
	default:
		r.Outcome = "none"
	}
	r.Games, r.Sound = result.Games, result.Games == 1 && !isExact
	for _, game := range result.List {
		r.List = append(r.List, start.SANs(game))
	}
	return r, err
}

// notRefuted returns the positions that effort kernel does not refute. No game leads to the others, and none need be looked for.
func notRefuted(ctx context.Context, goals []chess.Position) ([]chess.Position, error) {
	e, err := legality.New(legality.Options{Effort: verdict.Kernel})
	return slices.DeleteFunc(goals, func(p chess.Position) bool {
		return err == nil && e.Judge(ctx, p.Setup()).Outcome == verdict.Illegal
	}), err
}

// text returns the answer for people.
func (r *countRecord) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n  ", r.FEN)
	switch {
	case r.Outcome == "none":
		b.WriteString("no game leads to it")
	case r.Outcome == "unknown":
		b.WriteString("unknown: ")
		if r.Shortest {
			fmt.Fprintf(&b, "no game has fewer than %s; those of ", cli.Plies(r.Plies))
		}
		fmt.Fprintf(&b, "%s need more positions than -m allows", cli.Plies(r.Plies))
	default:
		if r.Sound {
			b.WriteString("C+: ")
		}
		switch n := cli.Number(r.Games); {
		case r.Games == 1:
			b.WriteString("1 game")
		case r.Games == math.MaxUint64:
			fmt.Fprintf(&b, "%s games or more", n)
		default:
			fmt.Fprintf(&b, "%s games", n)
		}
		fmt.Fprintf(&b, " of %s", cli.Plies(r.Plies))
		if r.Shortest {
			b.WriteString(", and none shorter")
		}
		if n := len(r.List); uint64(n) < r.Games {
			fmt.Fprintf(&b, "; %d listed", n)
		}
	}
	start := chess.InitialPosition()
	for _, game := range r.List {
		moves, err := start.ParseSANs(game)
		if err == nil {
			fmt.Fprintf(&b, "\n    %s", strings.Join(start.Numbered(moves, 1), " "))
		}
	}
	return b.String()
}
