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

// improveFactor is the limit of expansions for shorter games, as a multiple of those up to the first game.
const improveFactor = 4

// shortNodes is the budget of --short in nodes, which takes up to a second.
const shortNodes = 50_000

// find looks for a game, prints the lines before the last one, and returns the answer.
func (g *proofGame) find(ctx context.Context) (answer, error) {
	if refuted := g.refute(ctx); refuted.outcome != undetermined {
		return refuted, nil
	}
	if g.onlySearch {
		return g.findBySearch(ctx)
	}
	b := proofgame.Builder{Options: proofgame.Options{Long: true, Seed: g.seed, Rules: g.gameRules, LastMoves: g.lastMoves,
		NoKernel: g.noKernel, Plies: proofgame.PliesPerExpansion * g.nodes}}
	if g.short {
		b.Short = shortNodes
	}
	a, err := b.Build(ctx, proofgame.Request{Start: g.start, Goal: g.goal, Path: g.opening})
	if err != nil {
		return answer{}, err
	}
	if g.verbose && a.HasKernel {
		fmt.Fprintf(g.out, "kernel: %s\nextKernel: %s\n", a.Kernel, a.Kernel.ExtendedString())
	}
	if a.Refuted {
		if g.start == chess.InitialPosition() {
			return answer{illegal, lines.ReasonText(verdict.NoExtendedKernel)}, nil
		}
		return answer{none, "no extended proof kernel leads from the start to it"}, nil
	}
	if a.Found {
		if g.verbose {
			fmt.Fprintf(g.out, "%d plies, %d of them up to the last capture, found by %s within %d planned plies\n",
				len(a.Moves), a.PathPlies, a.By, a.Plies)
		}
		return g.writeConstructed(ctx, &a)
	}
	if decided, err := g.findByEngine(ctx, &a); decided.outcome != undetermined || err != nil {
		return decided, err
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
	return answer{outcome: unknown}, nil
}

// findByEngine judges the goal as the command judge does, with stages that refute and that take moves back. It returns
// the answer if that decides the goal. It is only for games from the initial position without an opening.
func (g *proofGame) findByEngine(ctx context.Context, a *proofgame.Attempt) (answer, error) {
	if g.noKernel || g.searchStart != chess.InitialPosition() || g.start != g.searchStart {
		return answer{}, nil
	}
	games := proofgame.Options{Long: true, Seed: g.seed, Rules: g.gameRules, Plies: proofgame.AskedPlies}
	if g.short {
		games.Short = shortNodes
	}
	e, err := legality.New(legality.Options{Effort: verdict.Game, Games: games})
	if err != nil {
		return answer{}, err
	}
	v := e.Judge(ctx, g.goalSetup)
	switch v.Outcome {
	case verdict.Illegal:
		g.app.CountNotes(lines.OtherNote(&v)...)
		return answer{illegal, lines.ReasonText(v.Reasons)}, ctx.Err()
	case verdict.Legal:
		start := chess.InitialPosition()
		moves, err := start.ParseSANs(strings.Fields(v.Certificate.String()))
		if err != nil {
			return answer{}, err
		}
		a.Moves, a.Proof = moves, verdict.ProofGame(v.Certificate.String())
		return g.writeConstructed(ctx, a)
	}
	return answer{}, errors.Join(e.Err(), ctx.Err())
}

// reportNoSolution sets the exit status for a search without a result, and prints what to try next.
func (g *proofGame) reportNoSolution() {
	g.app.Status = cli.StatusUndecided
	try := fmt.Sprintf("--seed %d", g.seed+1)
	if g.onlySearch {
		try = "without -w, -d and --na, or with a larger -m"
	} else if g.start == chess.InitialPosition() && len(g.opening) == 0 {
		try = fmt.Sprintf("chesscensus judge --effort exhaustive '%v', which makes passes with more and more time, or --seed %d", &g.goalSetup, g.seed+1)
	}
	fmt.Fprintln(g.app.Err, "chesscensus: no game was found, which proves nothing; to try next:", try)
}

// writeConstructed returns the answer with a constructed game. A game for people is shortened first.
func (g *proofGame) writeConstructed(ctx context.Context, a *proofgame.Attempt) (answer, error) {
	if g.short || !g.pgn && !g.style.ForPeople(g.app) {
		return g.writeGame(string(a.Proof), a.Moves)
	}
	moves, err := proofgame.Shorter(ctx, replay.Game{Start: g.start, Moves: a.Moves, Goal: g.goal}, len(g.opening), proofgame.PeopleNodes, g.gameRules)
	if err != nil {
		return answer{}, err
	}
	if len(moves) < len(a.Moves) {
		fmt.Fprintf(g.app.Err, "chesscensus: a game of %s%s, replayed by two other programs\n", cli.Plies(len(moves)),
			cli.FormerLength(len(a.Moves), len(moves)))
	}
	return g.writeGame(string(g.start.AppendSANs(nil, moves, chess.CompactSAN)), moves)
}

// refute returns the answer if it is proven that no game exists.
func (g *proofGame) refute(ctx context.Context) answer {
	invalid := g.goal == chess.Position{}
	if g.noKernel && !invalid {
		return answer{}
	}
	initial := g.start == chess.InitialPosition()
	if initial || invalid {
		e, err := legality.New(legality.Options{Effort: verdict.Kernel})
		if err != nil {
			return answer{}
		}
		v := e.Judge(ctx, g.goalSetup)
		if v.Outcome == verdict.Illegal {
			if g.verbose {
				fmt.Fprintln(g.out, strings.TrimPrefix(string(cli.AppendComment(nil, lines.Explain(&v, &g.goalSetup))), "\n"))
			}
			g.app.CountNotes(lines.OtherNote(&v)...)
			return answer{illegal, lines.ReasonText(v.Reasons)}
		}
	}
	if g.searchStart == chess.InitialPosition() {
		return answer{}
	}
	s := search.Searcher{Options: search.Options{Nodes: proofgame.KernelNodes}}
	if r := s.First(ctx, g.searchStart.Setup(), g.goalSetup); r.Status.Refutes() {
		return answer{none, "no proof kernel leads from the start to it"}
	}
	if why := proofgame.Unreachable(&g.searchStart, &g.goal); why != "" {
		return answer{none, why}
	}
	return answer{}
}

// findBySearch searches over single moves by A*, as texelutil proofgame does.
func (g *proofGame) findBySearch(ctx context.Context) (answer, error) {
	opt := astar.Options{Dynamic: g.dynamic, NonAdmissible: g.nonAdmissible, Nodes: g.nodes, Seed: g.seed, Opening: g.opening}
	opt.A, opt.B = g.pliesWeight, g.boundWeight
	if opt.First = g.first; opt.A != opt.B && !g.dynamic && g.nodes == 0 {
		opt.Improve = improveFactor
	}
	goal := g.goal
	if !g.noKernel {
		chain := g.lastMoves.Forced(ctx, g.goalSetup, verdict.Budget{})
		var err error
		if goal, opt.Last, err = astar.LastMoves(&chain, g.start, g.opening, g.goal); err != nil {
			return answer{}, err
		}
	}
	if g.verbose {
		g.printProgress(&opt)
	}
	var s astar.Search
	r, err := s.Find(ctx, g.start, goal, opt)
	if err != nil {
		return answer{}, err
	}
	switch r.Outcome {
	case astar.NoSolution:
		return answer{outcome: none}, nil
	case astar.GaveUp:
		fmt.Fprintf(g.out, "closest line, bound %d: %s\n", r.Bound, g.start.AppendSANs(nil, r.Closest, chess.CompactSAN))
		fmt.Fprintf(g.out, "spent: %d expansions, %s\n", r.Expanded, r.Stop)
		return answer{outcome: unknown}, nil
	}
	if opt.Improve > 0 && r.Outcome == astar.Found && !g.first {
		if err := g.shorten(ctx, &r); err != nil {
			return answer{}, err
		}
	}
	v := replay.Verifier{Rules: g.gameRules}
	proof, err := v.Prove(&replay.Game{Start: g.start, Moves: r.Moves, Goal: g.goal})
	if err != nil {
		return answer{}, err
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
	return g.writeGame(string(proof), r.Moves)
}

// printProgress makes a search print its progress: rising bounds, closer lines, and shorter games.
func (g *proofGame) printProgress(opt *astar.Options) {
	opt.Raised = func(p astar.Progress) {
		fmt.Fprintf(g.out, "min cost: %d queue: %d nodes: %d\n", p.Least, p.Queue, p.Expanded)
	}
	opt.Closer = func(l astar.Line) {
		fmt.Fprintf(g.out, "bound: %d -w %s queue: %d nodes: %d\n%s\n", l.Bound, g.weights, l.Queue, l.Expanded,
			g.start.AppendSANs(nil, l.Moves, chess.CompactSAN))
	}
	opt.Improved = func(l astar.Line) {
		fmt.Fprintf(g.out, "%d -w %s queue: %d nodes: %d\n%s\n", len(l.Moves), g.weights, l.Queue, l.Expanded,
			g.start.AppendSANs(nil, l.Moves, chess.CompactSAN))
	}
}

// shorten replaces parts of a game that the search has found, after the opening, by shorter parts.
func (g *proofGame) shorten(ctx context.Context, r *astar.Result) error {
	p, n := g.start, 0
	for p != g.searchStart { // skip the opening; the search may have left out its repetitions
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
			fmt.Fprintf(g.out, "%d plies after parts were replaced by shorter ones\n%s\n", len(r.Moves),
				g.start.AppendSANs(nil, r.Moves, chess.CompactSAN))
		}
		if len(r.Moves) <= r.Least {
			r.Outcome = astar.Shortest
		}
	}
	return nil
}

// writeGame returns the answer with a game: its moves on one line, or with numbers. A game as PGN is written to the output.
func (g *proofGame) writeGame(proof string, moves []chess.Move) (answer, error) {
	g.game = moves
	if !g.pgn && g.style.ForPeople(g.app) {
		proof = strings.TrimSuffix(cli.Wrap(g.start.Numbered(moves, 1)), "\n")
	}
	if !g.pgn {
		return answer{found, proof}, nil
	}
	game := chess.Game{Start: g.start, Moves: moves, Tags: []chess.Tag{
		{Name: "Event", Value: "Proof game"},
		{Name: "White", Value: "chesscensus"},
		{Name: "Black", Value: "chesscensus"},
		{Name: "Annotator", Value: "chesscensus " + cli.Version()},
		{Name: "Goal", Value: g.goalSetup.String()},
	}}
	return answer{outcome: found}, chess.WritePGN(g.out, &game)
}
