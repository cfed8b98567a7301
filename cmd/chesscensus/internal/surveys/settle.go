package surveys

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/legality/certificate"
	"chesscensus/legality/lines"
	"chesscensus/legality/verdict"
	"chesscensus/survey/campaign"
)

// surveyOpenCommand returns the command survey open.
func surveyOpenCommand(a *cli.App) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "open DIR",
		Short: "List the draws that are neither proven legal nor refuted, for judge",
		Long: `Open prints the draws of the last phase that are still undecided, each setup once, as FEN
records: what judge, proofgame and people can work on. What they find is handed in by
"survey settle".`,
		Example: `  chesscensus survey open record > open.txt
  chesscensus judge --effort exhaustive open.txt > tries`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			s, err := openSurvey(args[0])
			if err != nil {
				return err
			}
			list, err := s.OpenDraws()
			if err != nil {
				return err
			}
			reportProblems(a, list.Problems)
			seen := map[string]bool{}
			for _, o := range list.Open {
				f := o.Draw.FEN()
				f.Halfmove, f.Fullmove = 0, 1
				text := f.String()
				if seen[text] {
					continue
				}
				seen[text] = true
				line := []byte(text)
				if asJSON {
					if line, err = cli.AppendJSON(nil, openRecord{cli.ThisProgram(), text}); err != nil {
						return err
					}
				}
				if _, err := fmt.Fprintf(a.Out, "%s\n", line); err != nil {
					return err
				}
			}
			if list.Unlisted > 0 {
				fmt.Fprintf(a.Err, "chesscensus: %d shards were made before there were lists of open draws, "+
					"what they left open is not here; survey run --lists does them again\n", list.Unlisted)
			}
			return nil
		},
	}
	cli.JSONFlag(c, &asJSON)
	return c
}

// An openRecord is the JSON form of an open draw.
type openRecord struct {
	cli.Program
	FEN string `json:"fen"`
}

// surveySettleCommand returns the command survey settle.
func surveySettleCommand(a *cli.App) *cobra.Command {
	return &cobra.Command{
		Use:   "settle DIR [FILE]",
		Short: "Hand in what was found out about open draws later",
		Long: `Settle reads certificates as judge --certificate writes them, or judged lines with proof
games as judge prints them, from FILE or standard input, checks each as the command check
does, and stores those of open draws in DIR/settled.jsonl. From then on status, report
and export count these draws as what they are. The shards stay as they were made.

It does not matter who found a game: another program, a longer search, or a person.
Lines about other positions and undecided lines are passed over and counted.`,
		Example: `  chesscensus survey open record | chesscensus judge --effort exhaustive > tries
  chesscensus survey settle record tries`,
		Args: cobra.RangeArgs(1, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := openSurvey(args[0])
			if err != nil {
				return err
			}
			in, err := a.OpenInput(append(args, "-")[1]) // without a file, standard input
			if err != nil {
				return err
			}
			defer in.Close()
			return surveySettle(cmd.Context(), a, s, in)
		},
	}
}

// maxSettleLine is the greatest length of a line in bytes; a certificate with a large tree of unmoves is long.
const maxSettleLine = 64 << 20

// surveySettle checks every line of the input, stores what it proves of open draws, and prints how many there were.
func surveySettle(ctx context.Context, a *cli.App, c *campaign.Campaign, in *cli.Input) (err error) {
	s, err := c.Settler()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	reportProblems(a, s.Problems)
	var legal, illegal, skipped, lines int
	scan := bufio.NewScanner(in)
	scan.Buffer(nil, maxSettleLine)
	for scan.Scan() {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		lines++
		r, err := parseSettleLine(scan.Text())
		n := 0
		if err == nil && r != nil {
			n, err = s.Add(ctx, r)
		}
		switch {
		case errors.Is(err, campaign.ErrNotOpen) || err == nil && r == nil:
			skipped++
		case err != nil:
			a.Status = cli.StatusError
			fmt.Fprintf(a.Err, "chesscensus: %v\n", &cli.SyntaxError{File: in.Name, Line: lines, Msg: err.Error()})
		case r.Proof != "":
			legal += n
		default:
			illegal += n
		}
	}
	if err := scan.Err(); err != nil {
		return fmt.Errorf("reading %s: %w", in.Name, err)
	}
	_, err = fmt.Fprintf(a.Out, "%d open draws settled: %d legal, %d illegal; %d lines passed over; %d of %d draws are still open\n",
		legal+illegal, legal, illegal, skipped, len(s.Open), s.Listed)
	return err
}

// parseSettleLine parses a certificate or a judged line. It returns nil for a line without anything to check.
func parseSettleLine(text string) (*certificate.Record, error) {
	text = strings.TrimSpace(text)
	if text == "" || text[0] == '#' {
		return nil, nil
	}
	if text[0] == '{' {
		r, err := certificate.Parse([]byte(text))
		if err != nil {
			return nil, fmt.Errorf("not a certificate as judge --certificate writes them: %w", err)
		}
		return r, nil
	}
	l, err := lines.Parse(lines.BeforeTab(text))
	if err != nil || !l.Has("proof") {
		return nil, err
	}
	game := verdict.ProofGame(strings.Join(l.Words("proof"), " "))
	return certificate.New(&l.Setup, &verdict.Verdict{Outcome: verdict.Legal, Certificate: game})
}
