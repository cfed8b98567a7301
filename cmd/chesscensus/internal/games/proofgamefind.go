package games

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"chesscensus/chess"
	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/legality"
	"chesscensus/legality/lines"
	"chesscensus/legality/proofgame"
	"chesscensus/legality/proofgame/astar"
	"chesscensus/legality/proofgame/replay"
	"chesscensus/legality/proofkernel/search"
	"chesscensus/legality/verdict"
)

// improve is how many times the expansions of the first game a search spends on shorter
// ones.
const improve = 4

// shortNodes is what --short spends, a second or less.
const shortNodes = 50_000

// find prints what there is to know and returns the last line.
func (g *proofGame) find(ctx context.Context) (string, error) {
	if last := g.refute(ctx); last != "" {
		return last, nil
	}
	if g.search {
		return g.findBySearch(ctx)
	}
	b := proofgame.Builder{Options: proofgame.Options{Long: true, Seed: g.seed, Rules: g.law, LastMoves: g.lastMoves,
		NoKernel: g.noKernel, Plies: proofgame.PliesPerExpansion * g.nodes}}
	if g.short {
		b.Short = shortNodes
	}
	a, err := b.Build(ctx, proofgame.Request{Start: g.start, Goal: g.goal, Path: g.moves})
	if err != nil {
		return "", err
	}
	if g.verbose && a.HasKernel {
		fmt.Fprintf(g.out, "kernel: %s\nextKernel: %s\n", a.Kernel, a.Kernel.ExtendedString())
	}
	if a.Refuted {
		if g.start == chess.InitialPosition() {
			return "illegal: " + lines.ReasonText(verdict.NoExtendedKernel), nil
		}
		return noneExists + ": no extended proof kernel leads from the start to it", nil
	}
	if a.Found {
		if g.verbose {
			fmt.Fprintf(g.out, "%d plies, %d of them up to the last capture, found by %s within %d planned plies\n",
				len(a.Moves), a.PathPlies, a.By, a.Plies)
		}
		return g.built(ctx, &a)
	}
	if last, err := g.asJudge(ctx, &a); last != "" || err != nil {
		return last, err
	}
	if !g.verbose && a.HasKernel {
		fmt.Fprintf(g.out, "kernel: %s\nextKernel: %s\n", a.Kernel, a.Kernel.ExtendedString())
	}
	if path := a.Path(); path != nil {
		fmt.Fprintf(g.out, "path: %s\n", a.Start.AppendSANs(nil, path, chess.CompactSAN))
	}
	fmt.Fprintf(g.out, "closest line, bound %d: %s\n", a.Bound, a.Game())
	fmt.Fprint(g.out, lines.Closest(&a))
	fmt.Fprintf(g.out, "spent: %d planned plies, %d restarts: %s\n", a.Plies, a.Restarts, a.Why)
	return noSolution, nil
}

// asJudge asks the engine as the command judge does about one position, with the stages that refute and that take moves back, and returns the last line
// if it decides; where there is an opening, or another start, it cannot be asked.
func (g *proofGame) asJudge(ctx context.Context, a *proofgame.Attempt) (string, error) {
	if g.noKernel || g.from != chess.InitialPosition() || g.start != g.from {
		return "", nil
	}
	games := proofgame.Options{Long: true, Seed: g.seed, Rules: g.law, Plies: proofgame.AskedPlies}
	if g.short {
		games.Short = shortNodes
	}
	e, err := legality.New(legality.Options{Effort: verdict.Game, Games: games})
	if err != nil {
		return "", err
	}
	v := e.Judge(ctx, g.setup)
	switch v.Outcome {
	case verdict.Illegal:
		g.app.CountNotes(lines.OtherNote(&v)...)
		return "illegal: " + lines.ReasonText(v.Reasons), ctx.Err()
	case verdict.Legal:
		start := chess.InitialPosition()
		moves, err := start.ParseSANs(strings.Fields(v.Certificate.String()))
		if err != nil {
			return "", err
		}
		a.Moves, a.Proof = moves, verdict.ProofGame(v.Certificate.String())
		return g.built(ctx, a)
	}
	return "", errors.Join(e.Err(), ctx.Err())
}

// gaveUp says what to try where no game was found and none is excluded.
func (g *proofGame) gaveUp() {
	g.app.Status = cli.StatusUndecided
	try := fmt.Sprintf("--seed %d", g.seed+1)
	if g.search {
		try = "without -w, -d and --na, or with a larger -m"
	} else if g.start == chess.InitialPosition() && len(g.moves) == 0 {
		try = fmt.Sprintf("chesscensus judge --effort exhaustive '%v', which makes passes with more and more time, or --seed %d", &g.setup, g.seed+1)
	}
	fmt.Fprintln(g.app.Err, "chesscensus: no game was found, which proves nothing; to try next:", try)
}

// built returns the last line for a game that was constructed. For people it is made shorter first.
func (g *proofGame) built(ctx context.Context, a *proofgame.Attempt) (string, error) {
	if g.short || !g.pgn && !g.style.ForPeople(g.app) {
		return g.game(string(a.Proof), a.Moves)
	}
	moves, err := proofgame.Shorter(ctx, replay.Game{Start: g.start, Moves: a.Moves, Goal: g.goal}, len(g.moves), proofgame.PeopleNodes, g.law)
	if err != nil {
		return "", err
	}
	if len(moves) < len(a.Moves) {
		fmt.Fprintf(g.app.Err, "chesscensus: a game of %s%s, replayed by two other programs\n", cli.Plies(len(moves)), cli.FormerLength(len(a.Moves), len(moves)))
	}
	return g.game(string(g.start.AppendSANs(nil, moves, chess.CompactSAN)), moves)
}

// refute returns the last line if it is known that there is no game.
func (g *proofGame) refute(ctx context.Context) string {
	invalid := g.goal == chess.Position{}
	if g.noKernel && !invalid {
		return ""
	}
	initial := g.start == chess.InitialPosition()
	if initial || invalid {
		e, err := legality.New(legality.Options{Effort: verdict.Kernel})
		if err != nil {
			return ""
		}
		v := e.Judge(ctx, g.setup)
		if v.Outcome == verdict.Illegal {
			if g.verbose {
				fmt.Fprintln(g.out, strings.TrimPrefix(string(cli.AppendComment(nil, lines.Explain(&v, &g.setup))), "\n"))
			}
			g.app.CountNotes(lines.OtherNote(&v)...)
			return "illegal: " + lines.ReasonText(v.Reasons)
		}
	}
	if g.from == chess.InitialPosition() {
		return ""
	}
	if r := (&search.Searcher{Options: search.Options{Nodes: proofgame.KernelNodes}}).First(ctx, g.from.Setup(), g.setup); r.Status == search.NoKernel || r.Status == search.NoExtended {
		return noneExists + ": no proof kernel leads from the start to it"
	}
	if why := proofgame.Unreachable(&g.from, &g.goal); why != "" {
		return noneExists + ": " + why
	}
	return ""
}

// findBySearch searches as texelutil proofgame does.
func (g *proofGame) findBySearch(ctx context.Context) (string, error) {
	opt := astar.Options{Dynamic: g.dynamic, NonAdmissible: g.nonAdmissible, Nodes: g.nodes, Seed: g.seed, Opening: g.moves}
	opt.A, opt.B = g.a, g.b
	if opt.First = g.first; opt.A != opt.B && !g.dynamic && g.nodes == 0 {
		opt.Improve = improve
	}
	goal := g.goal
	if !g.noKernel {
		chain := g.lastMoves.Forced(ctx, g.setup, verdict.Budget{})
		var err error
		if goal, opt.Last, err = astar.LastMoves(&chain, g.start, g.moves, g.goal); err != nil {
			return "", err
		}
	}
	if g.verbose {
		opt.Raised = func(p astar.Progress) {
			fmt.Fprintf(g.out, "min cost: %d queue: %d nodes: %d\n", p.Least, p.Queue, p.Expanded)
		}
		opt.Closer = func(l astar.Line) {
			fmt.Fprintf(g.out, "bound: %d -w %s queue: %d nodes: %d\n%s\n", l.Bound, g.weights, l.Queue, l.Expanded, g.start.AppendSANs(nil, l.Moves, chess.CompactSAN))
		}
		opt.Improved = func(l astar.Line) {
			fmt.Fprintf(g.out, "%d -w %s queue: %d nodes: %d\n%s\n", len(l.Moves), g.weights, l.Queue, l.Expanded, g.start.AppendSANs(nil, l.Moves, chess.CompactSAN))
		}
	}
	var s astar.Search
	r, err := s.Find(ctx, g.start, goal, opt)
	if err != nil {
		return "", err
	}
	switch r.Outcome {
	case astar.NoSolution:
		return noneExists, nil
	case astar.GaveUp:
		fmt.Fprintf(g.out, "closest line, bound %d: %s\n", r.Bound, g.start.AppendSANs(nil, r.Closest, chess.CompactSAN))
		fmt.Fprintf(g.out, "spent: %d expansions, %s\n", r.Expanded, r.Stop)
		return noSolution, nil
	}
	if opt.Improve > 0 && r.Outcome == astar.Found && !g.first {
		if err := g.shorten(ctx, &r); err != nil {
			return "", err
		}
	}
	v := replay.Verifier{Rules: g.law}
	proof, err := v.Prove(&replay.Game{Start: g.start, Moves: r.Moves, Goal: g.goal})
	if err != nil {
		return "", err
	}
	if g.verbose {
		fmt.Fprintf(g.out, "%d plies, %s, %d expansions\n", len(r.Moves), r.Outcome, r.Expanded)
		if r.Outcome == astar.Found {
			fmt.Fprintf(g.out, "no game has fewer than %d plies", r.Least)
			if !g.first {
				fmt.Fprintf(g.out, "; the search for shorter ones ended: %s", r.Stop)
			}
			fmt.Fprintln(g.out)
		}
	}
	return g.game(string(proof), r.Moves)
}

// shorten replaces parts of a game that a search has found, after the opening, by shorter
// ones.
func (g *proofGame) shorten(ctx context.Context, r *astar.Result) error {
	p, n := g.start, 0
	for p != g.from { // the opening, which may have lost repetitions
		p, n = p.Play(r.Moves[n]), n+1
	}
	var s astar.Shortener
	shorter, err := s.Shorten(ctx, p, r.Moves[n:], astar.ShortenOptions{Nodes: shortNodes, Seed: g.seed})
	if err != nil {
		return err
	}
	if len(shorter) < len(r.Moves)-n {
		r.Moves = append(r.Moves[:n:n], shorter...)
		if g.verbose {
			fmt.Fprintf(g.out, "%d plies after parts were replaced by shorter ones\n%s\n", len(r.Moves), g.start.AppendSANs(nil, r.Moves, chess.CompactSAN))
		}
		if len(r.Moves) <= r.Least {
			r.Outcome = astar.Shortest
		}
	}
	return nil
}

// game returns the last line for a game, or all lines of one with numbers; it is empty if the game is written as PGN.
func (g *proofGame) game(proof string, moves []chess.Move) (string, error) {
	g.found = moves
	if !g.pgn && g.style.ForPeople(g.app) {
		return strings.TrimSuffix(cli.Wrap(g.start.Numbered(moves, 1)), "\n"), nil
	}
	if !g.pgn {
		return proof, nil
	}
	game := chess.Game{Start: g.start, Moves: moves, Tags: []chess.Tag{
		{Name: "Event", Value: "Proof game"},
		{Name: "White", Value: "chesscensus"},
		{Name: "Black", Value: "chesscensus"},
		{Name: "Annotator", Value: "chesscensus " + cli.Version()},
		{Name: "Goal", Value: g.setup.String()},
	}}
	return "", chess.WritePGN(g.out, &game)
}
