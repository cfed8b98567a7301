package games

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"chesscensus/chess"
	"chesscensus/chess/mate"
	"chesscensus/chess/notation"
	"chesscensus/cmd/chesscensus/internal/cli"
)

// A mateRun is one run of the command mate. Its fields are named as the flags, but for "all", which is allAnswers.
type mateRun struct {
	moves, tries           int
	nodes                  int64
	tree, allAnswers, json bool
	board, either, mated   bool
	solvers                sync.Pool // of *mate.Solver
}

// mateCommand returns the command mate.
func mateCommand(a *cli.App) *cobra.Command {
	r := &mateRun{}
	c := &cobra.Command{
		Use:   "mate [FEN...]",
		Short: "Solve mate problems exactly",
		Long: fmt.Sprintf(`Mate says of each FEN record whether the side to move mates in at most -n moves,
whatever the defense. It prints the record, a tab, the answer, and for a mate a tab and a main
line (the longest defense), a tab and all first moves that mate as fast. Nothing is left
out of the search, and a table compares whole positions, so an answer is a proof. When
the budget runs out the answer is "undecided" and says how far it got. At most %d moves can be asked for.

Lines that start with "#   " follow the answer: with --board the position; with --tree the
solution in full, every defense with an answer (all answers with --all), replayed by the rules
of the game before it is printed; with --tries K the first moves that fail to at most K
defenses, and these.

With --either the other side is given the move as well, on a line of its own. With --mated
the question is whether the side to move is mated in -n moves of the other side; 0 means
that it is mated already. --json prints one record a line.`, mate.MaxMoves),
		Example: `  chesscensus mate -n 3 --tree '6rk/q3N1p1/4b1pp/2pn4/5N2/3B4/PPP5/K7 w - - 0 1'
  chesscensus draw -n 1000 | chesscensus judge --effort game | grep ' legal:' | cut -d' ' -f1-6 | chesscensus mate -n 2`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return r.run(cmd.Context(), a, cli.FENArgs(args))
		},
	}
	f := c.Flags()
	f.IntVarP(&r.moves, "moves", "n", 3, "moves of the side that mates, at most")
	f.Int64Var(&r.nodes, "nodes", mate.DefaultNodes, "budget of one question")
	f.BoolVar(&r.tree, "tree", false, "print the solution in full")
	f.BoolVar(&r.allAnswers, "all", false, "with --tree: all keys and all answers that mate as fast")
	f.IntVar(&r.tries, "tries", 0, "print first moves that fail to at most so many defenses")
	cli.SetMinimum(c, 0, "tries")
	cli.SetMinimum(c, 1, "nodes")
	f.BoolVar(&r.board, "board", false, "print the board")
	f.BoolVar(&r.either, "either", false, "give the other side the move as well")
	f.BoolVar(&r.mated, "mated", false, "ask whether the side to move is mated")
	f.BoolVar(&r.json, "json", false, "print one JSON record a line")
	cli.MarkExclusive(c, "mated", "tree", "tries")
	cli.MarkExclusive(c, "json", "board", "tries", "all")
	return c
}

// run checks the flags and solves every line.
func (r *mateRun) run(ctx context.Context, a *cli.App, args []string) error {
	minimum := 1
	if r.mated {
		minimum = 0
	}
	switch {
	case r.moves < minimum || r.moves > mate.MaxMoves:
		return cli.Usagef("-n: %v", &mate.DepthError{Moves: r.moves, Least: minimum})
	case r.allAnswers && !r.tree:
		return cli.Usagef("--all goes with --tree")
	}
	// The table has an entry for every 256 nodes, but at most 1<<20 entries (90 MB) and at least 1<<16.
	bits := 16
	for bits < 20 && int64(1)<<(bits+8) < r.nodes {
		bits++
	}
	r.solvers.New = func() any { return mate.New(mate.Options{Nodes: r.nodes, TableBits: bits}) }
	return a.FilterLines(ctx, args, cli.LineFilter{Batch: 1, Do: func(dst []byte, line string) ([]byte, error) {
		return r.line(ctx, a, dst, line)
	}})
}

// line appends the answer to one line, and with --either a second one with the other side to move.
func (r *mateRun) line(ctx context.Context, a *cli.App, dst []byte, line string) ([]byte, error) {
	f, err := a.ReadFEN(line)
	if err != nil {
		return dst, err
	}
	p, err := f.Setup.Canonical().Position()
	if err != nil {
		return dst, err
	}
	s := r.solvers.Get().(*mate.Solver)
	defer r.solvers.Put(s)
	if dst, err = r.appendAnswer(ctx, s, dst, f.String(), p); err != nil || !r.either {
		return dst, err
	}
	other, err := mate.Other(p)
	if err != nil {
		return dst, fmt.Errorf("--either: %w", err)
	}
	f.Setup = other.Setup()
	return r.appendAnswer(ctx, s, append(dst, '\n'), f.String(), other)
}

// appendAnswer solves one position and appends the answer in the form that the flags select.
func (r *mateRun) appendAnswer(ctx context.Context, s *mate.Solver, dst []byte, fen string, p chess.Position) ([]byte, error) {
	solve := s.Solve
	if r.mated {
		solve = s.Mated
	}
	result, err := solve(ctx, p, r.moves)
	if err != nil {
		return dst, err
	}
	if ctx.Err() != nil {
		return dst, ctx.Err()
	}
	trees, err := r.trees(ctx, s, p, &result)
	if err != nil {
		return dst, err
	}
	if r.json {
		return r.appendRecord(dst, fen, p, &result, trees)
	}
	dst = fmt.Appendf(dst, "%s\t%s", fen, r.describe(p, &result))
	if len(result.Line) > 0 {
		dst = append(append(dst, '\t'), strings.Join(p.Numbered(result.Line, 1), " ")...)
	}
	if len(result.Keys) > 0 {
		word := "keys"
		if !result.AllKeys {
			word = "some keys"
		}
		dst = fmt.Appendf(dst, "\t%s: %s", word, strings.Join(sans(p, result.Keys), " "))
	}
	if r.board {
		dst = cli.AppendComment(dst, drawBoard(p))
	}
	for i := range trees {
		dst = cli.AppendComment(dst, trees[i].Text(p))
	}
	if r.tries > 0 {
		return r.appendTries(ctx, s, dst, p, &result)
	}
	return dst, nil
}

// describe returns the result in words, such as "mate in 3" or "undecided after 1000 nodes".
func (r *mateRun) describe(p chess.Position, result *mate.Result) string {
	word := "mate"
	if r.mated {
		word = "mated"
	}
	switch {
	case result.Outcome == mate.Mate && result.Moves == 0:
		return "mated already"
	case result.Outcome == mate.Mate:
		return fmt.Sprintf("%s in %d", word, result.Moves)
	case p.IsCheckmate():
		return "no mate: the side to move is mated"
	case p.IsStalemate():
		return "no mate: the side to move is stalemated"
	case result.Outcome == mate.NoMate:
		return fmt.Sprintf("not %s in %d", word, r.moves)
	case result.NoneWithin < 0:
		return fmt.Sprintf("undecided after %d nodes", result.Nodes)
	}
	return fmt.Sprintf("undecided: not %s in %d, then %d nodes were used up", word, result.NoneWithin, r.nodes)
}

// trees returns the full solutions that the flags ask for, each checked by replaying it.
func (r *mateRun) trees(ctx context.Context, s *mate.Solver, p chess.Position, result *mate.Result) (list []mate.Tree, err error) {
	if !r.tree || result.Outcome != mate.Mate {
		return nil, nil
	}
	for _, key := range result.Keys {
		t, err := s.Tree(ctx, p, key, result.Moves, r.allAnswers)
		if err == nil {
			err = t.Check(p)
		}
		if err != nil {
			return nil, fmt.Errorf("--tree: %w", err)
		}
		if list = append(list, t); !r.allAnswers {
			break
		}
	}
	return list, nil
}

// appendTries appends the first moves that fail to at most --tries defenses, with these defenses.
func (r *mateRun) appendTries(ctx context.Context, s *mate.Solver, dst []byte, p chess.Position, result *mate.Result) ([]byte, error) {
	n := r.moves
	if result.Outcome == mate.Mate {
		n = result.Moves
	}
	tries, err := s.Tries(ctx, p, n, r.tries)
	if err != nil && !errors.Is(err, mate.ErrBudget) {
		return dst, err
	}
	for _, t := range tries {
		if t.More || len(t.Refutations) == 0 {
			continue
		}
		q := p.Play(t.Move)
		dst = cli.AppendComment(dst, fmt.Sprintf("no mate in %d: %s fails to %s\n", n, p.SAN(t.Move), strings.Join(sans(q, t.Refutations), ", ")))
	}
	if err != nil {
		dst = cli.AppendComment(dst, "the budget ran out before all first moves were examined\n")
	}
	return dst, nil
}

// A mateRecord is the JSON form of an answer.
type mateRecord struct {
	cli.Program
	FEN        string             `json:"fen"`
	Outcome    string             `json:"outcome"`
	Moves      int                `json:"moves,omitempty"`
	NoneWithin int                `json:"none_within"`
	Keys       []string           `json:"keys,omitempty"`
	AllKeys    bool               `json:"all_keys"`
	Line       []string           `json:"line,omitempty"`
	Nodes      int64              `json:"nodes"`
	Trees      []*mate.TreeRecord `json:"trees,omitempty"`
}

// appendRecord appends the JSON form of an answer.
func (r *mateRun) appendRecord(dst []byte, fen string, p chess.Position, result *mate.Result, trees []mate.Tree) ([]byte, error) {
	m := mateRecord{Program: cli.ThisProgram(), FEN: fen, Outcome: result.Outcome.String(), Moves: result.Moves, NoneWithin: result.NoneWithin,
		Keys: sans(p, result.Keys), AllKeys: result.AllKeys, Line: p.SANs(result.Line), Nodes: result.Nodes}
	for i := range trees {
		m.Trees = append(m.Trees, trees[i].Record(p))
	}
	return cli.AppendJSON(dst, m)
}

// sans returns each of several alternative moves from p in algebraic notation.
func sans(p chess.Position, moves []chess.Move) (words []string) {
	for _, m := range moves {
		words = append(words, p.SAN(m))
	}
	return words
}

// drawBoard returns the board in letters, with the side to move.
func drawBoard(p chess.Position) string {
	b := p.Board()
	return strings.TrimSuffix(notation.Letters{Coordinates: true}.Draw(&b), "\n") + "   " + p.Turn().String() + " to move\n"
}
