package games

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"chesscensus/chess"
	"chesscensus/chess/notation/forms"
	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/internal/digits"
	"chesscensus/legality/lastmoves"
	"chesscensus/legality/proofgame/count"
)

// gamesFlags say which games are counted.
type gamesFlags struct {
	all             bool
	in              int // plies
	list, positions int
}

func (g *gamesFlags) register(c *cobra.Command) {
	f := c.Flags()
	f.BoolVar(&g.all, "games", false, "count and list all shortest games to the position")
	f.IntVar(&g.in, "in", 0, "count and list all games of so many plies")
	f.IntVar(&g.list, "list", 20, "with --games or --in: list so many games at most")
	f.IntVarP(&g.positions, "max", "m", count.DefaultPositions, "with --games or --in: limit of positions")
	cli.SetRange(c, "in", 0, count.MaxPlies)
	cli.SetMinimum(c, 0, "list")
	cli.SetMinimum(c, 1, "max")
}

// A countRecord is the JSON form of the number of games.
type countRecord struct {
	cli.Program
	FEN     string `json:"fen"`     // as it was given: a diagram alone stands for all its cases
	Outcome string `json:"outcome"` // counted, none (no game leads there), or unknown (the limit was reached)
	Plies   int    `json:"plies"`
	// Shortest says that no game has fewer plies; where the outcome is unknown, too.
	Shortest bool       `json:"shortest"`
	Games    uint64     `json:"games"`
	Sound    bool       `json:"sound"` // one game, and none shorter: C+
	List     [][]string `json:"list,omitempty"`
	Notes    []string   `json:"notes,omitempty"`
}

// check wants the flags that are given to belong together; counted says whether games are to be counted.
func (g *gamesFlags) check(c *cobra.Command, counted bool) error {
	f := c.Flags()
	if !counted && (f.Changed("list") || f.Changed("max")) {
		return cli.Usagef("--list and -m go with --games or --in")
	}
	return nil
}

// run counts the games to each line.
func (g *gamesFlags) run(ctx context.Context, a *cli.App, args []string, fixed, asJSON bool) error {
	var mu sync.Mutex // the lines are counted side by side
	begin := func(p count.Plan) {
		mu.Lock()
		defer mu.Unlock()
		if p.Time > 2*time.Second {
			fmt.Fprintf(a.Err, "chesscensus: games of %s: at most %s or so (%.1e positions, were equal ones not merged)\n", cli.Plies(p.Plies), digits.Duration(p.Time.Seconds()), p.Positions)
		}
	}
	shown := a.ProgressBar(1, "").Visible()
	layer := func(ply, positions, all int) {
		if shown && positions > 20_000 {
			mu.Lock()
			defer mu.Unlock()
			fmt.Fprintf(a.Err, "chesscensus: ply %d: %s positions, %s in all\n", ply, cli.Number(uint64(positions)), cli.Number(uint64(all)))
		}
	}
	opt := count.Options{Positions: g.positions, List: g.list, Begin: begin, Layer: layer}
	return a.Filter(ctx, cli.FENArgs(args), func(dst []byte, line string) ([]byte, error) {
		r, err := g.count(ctx, line, fixed, opt)
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
func (g *gamesFlags) count(ctx context.Context, line string, fixed bool, opt count.Options) (countRecord, error) {
	in, err := forms.Read(cli.FENField(line))
	if err != nil {
		return countRecord{}, err
	}
	in.DropIdleEP()
	r := countRecord{Program: cli.ThisProgram(), FEN: in.Setup.String(), Notes: in.Notes, Shortest: !fixed}
	setups := []chess.Setup{in.Setup}
	if in.NoTurn {
		r.FEN, r.Notes = strings.Fields(r.FEN)[0], nil
		setups = lastmoves.Setups(in.Setup.Board)
	}
	var goals []chess.Position
	start := chess.InitialPosition()
	for i := range setups {
		p, err := setups[i].Position()
		if err != nil && !in.NoTurn {
			return r, err
		}
		if err == nil && (!fixed || (p.Turn() != start.Turn()) == (g.in%2 == 1)) {
			goals = append(goals, p)
		}
	}
	if r.Outcome = "none"; len(goals) == 0 {
		if fixed {
			r.Outcome, r.Plies = "counted", g.in
		}
		return r, nil
	}
	var res count.Result
	if fixed {
		plan, planError := count.Forecast(ctx, start, goals, g.in, 60, 0)
		if planError != nil {
			return r, planError
		}
		opt.Begin(plan)
		r.Outcome = "counted"
		res, err = count.Games(ctx, start, goals, g.in, opt)
	} else if res, err = count.Shortest(ctx, start, goals, opt); res.Games > 0 {
		r.Outcome = "counted"
	}
	if r.Plies = res.Plies; errors.Is(err, count.ErrLimit) {
		r.Outcome = "unknown"
		return r, nil
	}
	r.Games, r.Sound = res.Games, res.Games == 1 && !fixed
	for _, game := range res.List {
		r.List = append(r.List, start.SANs(game))
	}
	return r, err
}

// text prints an answer for people.
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
