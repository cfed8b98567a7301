package games

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"chesscensus/chess"
	"chesscensus/chess/notation"
	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/cmd/chesscensus/internal/dialogue"
)

// boardOptions holds the flags of the command board.
type boardOptions struct {
	notation    notation.Notation
	letters     string
	plain, show bool
	adapt       bool // answer in the notation of the last move: -n is not given
}

// boardCommand returns the command board.
func boardCommand(a *cli.App) *cobra.Command {
	var o boardOptions
	c := &cobra.Command{
		Use:   "board [FEN | CONFIGURATION]",
		Short: "Talk to a virtual chessboard",
		Long: `Board keeps a chessboard and takes moves in any notation: descriptive (P-K4, N-KB3, BxP,
B/QB4xP/KB7, 0-0), algebraic (e4, Nf3, Bxf7+, Ng1-f3), with figurines (♘f3, ♗×f7) or by
coordinates (g1f3). A line may hold several moves with their numbers, as printed. A move
that is not specific enough is answered with the moves it may mean; the next line may give
the number of one of them, a square or man that tells them apart, or the whole move.

It answers in the notation of the last move, unless -n asks for one.

It starts from the initial board, a FEN record, the first field of one, or a configuration:
  WH:♔g1,♖e1,♙f2/g2/h2(5); BL:♔g8,♙f7/g7/h7(4).
Diagrams have no castling rights, and White has the move unless a check or the word BLACK
after the diagram says otherwise.

` + dialogue.Help() + `
At a terminal the board is shown after every move, with line editing and a history. If
standard input is no terminal, or with --plain, there are no prompts and no escapes: every
move is answered by one line, errors go to standard error with the number of the line, the
dialogue goes on, and the exit status is 1 in the end if a line failed. A move that was not
specific enough counts as failed unless the next line settles it. --plain also draws the
board in ASCII, as a teletype did: a minus sign before Black's men.`,
		Example: `  chesscensus board
  printf '%s\n' P-K4 P-K4 Q-R5 N-B3 N-KB3 BOARD POSSIBLE | chesscensus board --plain
  echo '1. P-K4 P-K4 2. B-B4 N-QB3 3. Q-R5 N-B3 4. QxBP mate' | chesscensus board -n figurine
  chesscensus board '4k3/P7/8/8/8/8/8/4K3 w - - 0 1'`,
		Args: cobra.MaximumNArgs(6),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.adapt = !cmd.Flags().Changed("notation")
			return board(cmd.Context(), a, &o, args)
		},
	}
	names := make([]string, 0, 6)
	for _, n := range notation.Notations() {
		names = append(names, n.String())
	}
	o.notation = notation.Descriptive
	cli.WordFlag(c, &o.notation, "notation", "n", "in which moves are written, instead of the one in which they are said: "+strings.Join(names, ", "), names, notation.ParseNotation)
	c.Flags().StringVar(&o.letters, "letters", "", "language in whose letters algebraic moves and PGN files name men, such as de (Sf3)")
	c.Flags().BoolVar(&o.plain, "plain", false, "ASCII boards, no prompts, no escapes")
	c.Flags().BoolVar(&o.show, "show", false, "show the board after every move also without a terminal")
	return c
}

// board holds a dialogue on standard input and output, at a terminal with line editing. It returns [cli.ErrBadInput] if a line failed.
func board(ctx context.Context, a *cli.App, o *boardOptions, args []string) error {
	letters, err := chess.LettersOf(o.letters)
	if err != nil {
		return cli.Usagef("--letters: %v", err)
	}
	d := dialogue.New(dialogue.Options{Notation: o.notation, Letters: letters, Adapt: o.adapt, Plain: o.plain, Show: o.show,
		Report: func(line int, err error) {
			fmt.Fprintln(a.Err, &cli.SyntaxError{File: "standard input", Line: line, Msg: err.Error()})
		}})
	if args = cli.FENArgs(args); len(args) > 0 {
		if err := d.SetUp(strings.Join(args, " ")); err != nil {
			return err
		}
	}
	if file, ok := a.In.(*os.File); !o.plain && ok && term.IsTerminal(int(file.Fd())) && cli.Terminal(a.Out) {
		return talkAtTerminal(ctx, d, file, a.Out)
	}
	in, err := a.OpenInput("-")
	if err != nil {
		return err
	}
	if err := d.Run(ctx, in, a.Out); err != nil {
		return err
	}
	if d.Failed() {
		return cli.ErrBadInput
	}
	return nil
}

// talkAtTerminal holds the dialogue with line editing and a history, and restores the mode of the terminal at the end.
func talkAtTerminal(ctx context.Context, d *dialogue.Dialogue, file *os.File, out io.Writer) error {
	fd := int(file.Fd())
	old, err := term.MakeRaw(fd)
	if err != nil {
		return fmt.Errorf("terminal: %w", err)
	}
	defer func() { _ = term.Restore(fd, old) }()
	t := term.NewTerminal(struct {
		io.Reader
		io.Writer
	}{file, out}, "")
	if width, height, err := term.GetSize(fd); err == nil && width > 0 {
		_ = t.SetSize(width, height)
	}
	t.AutoCompleteCallback = dialogue.Complete
	d.Live, d.Show, d.Color = true, true, os.Getenv("NO_COLOR") == ""
	return d.Talk(ctx, func(prompt string) (string, error) {
		t.SetPrompt(prompt)
		line, err := t.ReadLine()
		if errors.Is(err, term.ErrPasteIndicator) {
			err = nil
		}
		return line, err
	}, t)
}
