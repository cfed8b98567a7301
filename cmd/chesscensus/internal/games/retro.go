package games

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"chesscensus/chess"
	"chesscensus/chess/notation/forms"
	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/internal/digits"
	"chesscensus/legality"
	"chesscensus/legality/lastmoves"
	"chesscensus/legality/proofgame"
	"chesscensus/legality/verdict"
)

// A retroRun is one run of the command retro.
type retroRun struct {
	effort         verdict.Effort
	plies, tree    int
	verbose, cases bool
	json           bool
	games          gamesFlags
	mu             sync.Mutex // guards the writes of forecastTree
}

// retroCommand returns the command retro.
func retroCommand(a *cli.App) *cobra.Command {
	r := retroRun{effort: verdict.Game}
	c := &cobra.Command{
		Use:   "retro [FEN...]",
		Short: "Answer questions about the past: last moves, forced ones, who is to move, castling, en passant",
		Long: `Retro judges what may have stood before a position. For each FEN record it prints whether the
position is legal, every last move that is not refuted, with the position before it and the length of a
game to that, and the last moves that are forced, up to --plies of them. With -v it prints the last
moves that are refuted, too, each with the reason.

--tree N prints the last N single moves as a tree: under each last move those that may have come before
it. A last move before which nothing is possible is left out there, so the tree can say more.

Of a diagram alone, and with --cases of every record, it prints a table: for either side to move,
every set of castling rights, and every en passant square, whether the diagram is legal so. From that
follow the answers: who can be to move, who may still castle, whether a pawn may be taken en passant.

--games lists the shortest games that lead to a position, all of them: one line each after one that
says how many there are, and "C+" if there is just one. That none is missing, and none shorter, is
part of the answer. Of a diagram alone, games to it with any rights count. --in N counts the games of
N plies instead. How long it takes at most is said before; -m is a limit of positions.

"legal" is proven by a game that two other programs have replayed, "illegal" by a theorem; what is
neither is unknown. --json prints a record for each position.`,
		Example: `  chesscensus retro '8/8/8/8/1k6/P7/1K6/8 b - -'
  chesscensus retro 'r3k2r/8/8/8/8/8/8/R3K2R'
  chesscensus retro --games 'r1bqkb1r/pppp1ppp/5n2/4p3/4P3/5n2/PPPP1PPP/RNBQKB1R'`,
		RunE: func(cmd *cobra.Command, args []string) error {
			countsGames := r.games.allShortest || cmd.Flags().Changed("in")
			if err := r.games.check(cmd, countsGames); err != nil {
				return err
			}
			if countsGames {
				return r.games.run(cmd.Context(), a, args, cmd.Flags().Changed("in"), r.json)
			}
			return a.Filter(cmd.Context(), cli.FENArgs(args), func(dst []byte, line string) ([]byte, error) {
				e, err := legality.New(legality.Options{Effort: r.effort, Games: proofgame.Options{Plies: proofgame.AskedPlies}})
				if err != nil {
					return dst, cli.Usage(err)
				}
				return r.line(cmd.Context(), a, e, dst, line)
			})
		},
	}
	f := c.Flags()
	cli.EffortFlag(c, &r.effort)
	effort := c.Flag("effort")
	effort.Usage = strings.Replace(effort.Usage, "judge", "judge the position and those before it", 1)
	f.IntVar(&r.plies, "plies", 4, "forced last moves, at most so many")
	f.IntVar(&r.tree, "tree", 0, "the last moves as a tree of so many single moves")
	cli.SetRange(c, "plies", 0, maxForced)
	cli.SetRange(c, "tree", 0, 8)
	f.BoolVarP(&r.verbose, "verbose", "v", false, "print the last moves that are refuted, too")
	f.BoolVar(&r.cases, "cases", false, "judge the diagram for either side, all rights and en passant squares")
	r.games.register(c)
	cli.JSONFlag(c, &r.json)
	for _, games := range []string{"games", "in"} {
		cli.MarkExclusive(c, games, "effort", "plies", "tree", "cases", "verbose")
	}
	return c
}

const (
	maxForced        = 100  // greatest value of --plies
	maxTreePositions = 5000 // most positions judged for a tree
)

// A retroMove is the JSON form of a last move with what is known of the position before it.
type retroMove struct {
	Move     string `json:"move"` // such as Ra1xa8, takes a knight
	From     string `json:"from"`
	To       string `json:"to"`
	Captured string `json:"captured,omitempty"`
	// Open says that it is not known what a forced move captured. The position before it is then one of several possible ones.
	Open bool `json:"capture_open,omitempty"`
	retroVerdict
	Earlier []retroMove `json:"earlier,omitempty"` // the moves before this one in a tree
}

// A retroVerdict is a position with its verdict.
type retroVerdict struct {
	FEN     string   `json:"fen"`
	Outcome string   `json:"outcome"`
	Reason  string   `json:"reason,omitempty"`
	Game    []string `json:"game,omitempty"`
}

// A retroRecord is the JSON form of all answers about one position or diagram.
type retroRecord struct {
	cli.Program
	retroVerdict
	LastMoves []retroMove    `json:"last_moves,omitempty"`
	Forced    []retroMove    `json:"forced,omitempty"`
	Tree      []retroMove    `json:"tree,omitempty"`
	Cases     []retroVerdict `json:"cases,omitempty"`
	Notes     []string       `json:"notes,omitempty"`
}

// line appends the answers about the position or diagram of one line.
func (r *retroRun) line(ctx context.Context, a *cli.App, e *legality.Engine, dst []byte, line string) ([]byte, error) {
	in, err := forms.Read(cli.FENField(line))
	if err != nil {
		return dst, err
	}
	in.DropIdleEP()
	out := retroRecord{Program: cli.ThisProgram(), Notes: in.Notes}
	if in.NoTurn || r.cases {
		cases, err := lastmoves.Cases(ctx, e, in.Setup.Board)
		if err != nil {
			return dst, err
		}
		for _, c := range cases {
			out.Cases = append(out.Cases, newRetroVerdict(&c.Setup, &c.Verdict))
		}
	}
	if in.NoTurn {
		out.FEN, out.Notes = strings.Fields(in.Setup.String())[0], nil
	} else {
		v := e.Judge(ctx, in.Setup)
		out.retroVerdict = newRetroVerdict(&in.Setup, &v)
		begin := time.Now()
		list, err := lastmoves.List(ctx, e, in.Setup)
		if err != nil {
			return dst, err
		}
		forced, err := lastmoves.Forced(ctx, e, in.Setup, r.plies)
		if err != nil {
			return dst, err
		}
		if r.tree > 1 && len(list) > 0 {
			r.forecastTree(a.Err, lastmoves.Size(in.Setup, r.tree), time.Since(begin)/time.Duration(len(list)))
		}
		out.LastMoves, out.Forced = newRetroMoves(list), newRetroMoves(forced)
		tree, err := lastmoves.Tree(ctx, e, in.Setup, r.tree, maxTreePositions)
		if errors.Is(err, lastmoves.ErrTree) {
			out.Notes = append(out.Notes, err.Error())
		} else if err != nil {
			return dst, err
		}
		out.Tree = newRetroTree(tree)
	}
	if r.json {
		return cli.AppendJSON(dst, out)
	}
	a.CountNotes(out.Notes...)
	var text strings.Builder
	r.print(&text, &out, in.NoTurn)
	return append(dst, strings.TrimSuffix(text.String(), "\n")...), nil
}

// forecastTree prints how long a tree of size positions takes at most, if that is more than two seconds. each is the time per
// position that the verdicts on the last moves took.
func (r *retroRun) forecastTree(w io.Writer, size int, each time.Duration) {
	if longest := each * time.Duration(min(size, maxTreePositions)); longest > 2*time.Second {
		r.mu.Lock() // several workers answer lines
		defer r.mu.Unlock()
		fmt.Fprintf(w, "chesscensus: the last %d single moves: at most %s positions, of which %d are judged at most, in %s or so\n",
			r.tree, cli.Number(uint64(size)), min(size, maxTreePositions), digits.Duration(longest.Seconds()))
	}
}

// newRetroVerdict returns the JSON form of a verdict.
func newRetroVerdict(s *chess.Setup, v *verdict.Verdict) retroVerdict {
	out := retroVerdict{FEN: s.String(), Outcome: v.Outcome.String()}
	switch v.Outcome {
	case verdict.Legal:
		out.Game = strings.Fields(v.Certificate.String())
	case verdict.Illegal:
		out.Reason = v.Reasons.First().Text()
	}
	return out
}

// newRetroMoves returns the JSON form of last moves.
func newRetroMoves(list []lastmoves.Move) (out []retroMove) {
	for _, m := range list {
		r := retroMove{Move: m.String(), From: m.From().String(), To: m.To().String(), retroVerdict: newRetroVerdict(&m.Before, &m.Verdict)}
		if r.Open = m.Open; m.Captured() != chess.NoRole && !m.Open {
			r.Captured = m.Captured().String()
		}
		out = append(out, r)
	}
	return out
}

// newRetroTree returns the JSON form of a tree.
func newRetroTree(list []lastmoves.Branch) (out []retroMove) {
	for _, b := range list {
		m := newRetroMoves([]lastmoves.Move{b.Move})[0]
		m.Earlier = newRetroTree(b.Earlier)
		out = append(out, m)
	}
	return out
}

// printTree prints a tree. Earlier moves are indented further.
func printTree(w io.Writer, list []retroMove, indent string) {
	for _, m := range list {
		fmt.Fprintf(w, "%s%s   %s\n", indent, m.Move, m.describe())
		printTree(w, m.Earlier, indent+"    ")
	}
}

// print prints the answers for people. A diagram has no side to move, so only its cases are printed.
func (r *retroRun) print(w io.Writer, out *retroRecord, diagram bool) {
	fmt.Fprintln(w, out.FEN)
	if !diagram {
		fmt.Fprintf(w, "  %s\n", out.describe())
		r.printLastMoves(w, out)
	}
	switch {
	case len(out.Cases) > 0:
		printCases(w, out.Cases)
	case diagram:
		fmt.Fprintln(w, "  no side can be to move: the position is not valid")
	}
}

// printLastMoves prints the last moves, which of them are forced, and the tree. Refuted moves are left out without -v.
func (r *retroRun) printLastMoves(w io.Writer, out *retroRecord) {
	legal, refuted := 0, 0
	for _, m := range out.LastMoves {
		switch m.Outcome {
		case verdict.Legal.String():
			legal++
		case verdict.Illegal.String():
			refuted++
		}
	}
	fmt.Fprintf(w, "  last moves, with what each may have captured and the rights before it: %d, of which %d are refuted and %d have a game before them\n",
		len(out.LastMoves), refuted, legal)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, m := range out.LastMoves {
		if r.verbose || m.Outcome != verdict.Illegal.String() {
			fmt.Fprintf(t, "    %s\t%s\t%s\n", m.Move, m.FEN, m.describe())
		}
	}
	_ = t.Flush() // w is a strings.Builder
	if len(out.Forced) > 0 {
		fmt.Fprint(w, "  forced, the last one first:")
		for _, m := range out.Forced {
			fmt.Fprintf(w, " %s;", m.Move)
		}
		fmt.Fprintln(w)
	}
	if len(out.Tree) > 0 {
		fmt.Fprintf(w, "  the last %d single moves, earlier ones further to the right:\n", r.tree)
		printTree(w, out.Tree, "    ")
	}
}

// printCases prints a table of the cases of a diagram, and the answers that follow.
func printCases(w io.Writer, cases []retroVerdict) {
	fmt.Fprintln(w, "  the diagram, by side to move, castling rights, and en passant square:")
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, c := range cases {
		f := strings.Fields(c.FEN)
		fmt.Fprintf(t, "    %s\t%s\t%s\t%s\n", f[1], f[2], f[3], c.describe())
	}
	_ = t.Flush() // w is a strings.Builder
	for _, answer := range diagramAnswers(cases) {
		fmt.Fprintf(w, "  %s\n", answer)
	}
}

// describe returns the verdict in words.
func (v *retroVerdict) describe() string {
	switch {
	case v.Outcome == verdict.Legal.String():
		return "legal: a game of " + cli.Plies(len(v.Game))
	case v.Reason != "":
		return v.Outcome + ": " + v.Reason
	}
	return v.Outcome
}

// diagramAnswers returns the sentences that follow from the cases of a diagram. Each answer is "yes" if a game proves it, "no" if all
// cases for it are refuted, and otherwise "perhaps".
func diagramAnswers(cases []retroVerdict) (out []string) {
	answer := func(what string, holds func(turn, rights, ep string) bool) {
		best := "no"
		for _, c := range cases {
			f := strings.Fields(c.FEN)
			switch {
			case !holds(f[1], f[2], f[3]) || c.Outcome == verdict.Illegal.String():
			case c.Outcome == verdict.Legal.String():
				best = "yes"
			case best == "no":
				best = "perhaps, nothing is proven"
			}
		}
		out = append(out, what+": "+best)
	}
	answer("White can be to move", func(turn, _, _ string) bool { return turn == "w" })
	answer("Black can be to move", func(turn, _, _ string) bool { return turn == "b" })
	for i, side := range []string{"White can still have the right to castle kingside", "White, queenside", "Black, kingside", "Black, queenside"} {
		letter := "KQkq"[i : i+1]
		for _, c := range cases {
			if strings.Contains(strings.Fields(c.FEN)[2], letter) { // without such a case king or rook is not at home
				answer(side, func(_, rights, _ string) bool { return strings.Contains(rights, letter) })
				break
			}
		}
	}
	for _, c := range cases {
		if strings.Fields(c.FEN)[3] != "-" {
			answer("a pawn can be taken en passant", func(_, _, ep string) bool { return ep != "-" })
			break
		}
	}
	return out
}
