package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"sync"

	"github.com/spf13/cobra"

	"chesscensus/chess"
	"chesscensus/legality/certificate"
	"chesscensus/legality/verdict"
)

func (a *app) checkCommand() *cobra.Command {
	var nodes int64
	c := &cobra.Command{
		Use:   "check [FILE]",
		Short: "Recheck verdicts that judge --certificate has written",
		Long: `Check reads certificates, a line of JSON each, and confirms each, where it can by other
means than those that found it: theorems on the diagram and on cages are evaluated again, but
not by other means; kernels are searched for explicitly, of a
last-move argument every move taken back is gone through, and proof games are replayed by
two programs that share nothing with the one that found them. It prints the position, a
tab, and "confirmed", or an error that names the line.

A refutation whose search would take more than --nodes is not confirmed, with a message
that says so; it is not thereby wrong.`,
		Example: `  chesscensus draw -n 10000 | chesscensus judge --certificate refuted.jsonl > judged.txt
  chesscensus check refuted.jsonl | cut -f2 | sort | uniq -c`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if nodes < 1 {
				return usagef("--nodes %d: want at least 1", nodes)
			}
			if len(args) == 1 {
				f, err := os.Open(args[0])
				if err != nil {
					return err
				}
				defer f.Close()
				a.in = f
			}
			checkers := sync.Pool{New: func() any { return &certificate.Checker{Nodes: nodes} }}
			return a.filter(cmd.Context(), nil, func(dst []byte, line string) ([]byte, error) {
				var r certificate.Record
				if err := json.Unmarshal([]byte(line), &r); err != nil {
					return dst, fmt.Errorf("not a certificate as judge --certificate writes them: %w", err)
				}
				checker := checkers.Get().(*certificate.Checker)
				defer checkers.Put(checker)
				if err := checker.Check(cmd.Context(), &r); err != nil {
					if errors.Is(err, certificate.ErrTooLarge) {
						err = fmt.Errorf("%w (--nodes allows more)", err)
					}
					return dst, err
				}
				return append(append(dst, r.FEN...), "\tconfirmed"...), nil
			})
		},
	}
	c.Flags().Int64Var(&nodes, "nodes", certificate.DefaultNodes, "limit of the explicit search for one position")
	return c
}

// appendCertificate appends the certificate of a verdict as a line of JSON.
func appendCertificate(dst []byte, s *chess.Setup, v *verdict.Verdict) ([]byte, error) {
	r, err := certificate.New(s, v)
	if err != nil {
		return dst, err
	}
	line, err := json.Marshal(r)
	if err != nil {
		return dst, err
	}
	return append(append(dst, line...), '\n'), nil
}
