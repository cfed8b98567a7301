package positions

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/spf13/cobra"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/legality"
	"chesscensus/legality/certificate"
	"chesscensus/legality/lines"
	"chesscensus/legality/verdict"
)

// An entry is a position of a corpus: a certificate, with its outcome and cost.
type entry struct {
	Outcome     string `json:"outcome"` // legal or illegal
	Description string `json:"words"`   // the theorem, or the length of the game
	// Nodes is the number of search steps of the engine. It is 0 for positions that rules refute, and for
	// certificates from the input, which come first in the corpus.
	Nodes         int64  `json:"nodes,omitempty"`
	IsCertificate bool   `json:"given,omitempty"`
	Source        string `json:"source"`
	certificate.Record
}

// corpusCommand returns the command corpus.
func corpusCommand(a *cli.App) *cobra.Command {
	effort, file := verdict.Game, ""
	c := &cobra.Command{
		Use:   "corpus FILE...",
		Short: "Make a corpus for testers of legality programs, hard positions first",
		Long: `Corpus reads lists of positions and writes those that are decided, a line of JSON each, the hard
ones first: "outcome" (legal or illegal), "words" (the theorem, or how long the game is), "nodes" (steps of
search that the engine took), "source", and the certificate: "fen", "stage", "reasons", and "proof",
the game in SAN. docs/CERTIFICATES.md describes it; "chesscensus check" confirms every line by a program of its own.

A line of a list begins with a FEN record; behind a tab may stand "legal" or "illegal", which the
verdict must agree with. Or it is a certificate: it is checked and taken as it is, and comes first, as
what had to be kept was hard to find. A position that comes twice is taken once. Files may be compressed (.gz).
What the effort leaves undecided is left out, and counted on standard error.`,
		Example: `  chesscensus corpus -o corpus.jsonl records/first/settled.jsonl docs/data/settled.tsv
  chesscensus check --table corpus.jsonl`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			engines, err := cli.Engines(legality.Options{Effort: effort})
			if err != nil {
				return err
			}
			k := &corpus{app: a, engines: engines, checkers: sync.Pool{New: func() any { return new(certificate.Checker) }}}
			return k.run(cmd.Context(), args, file)
		},
	}
	cli.EffortFlag(c, &effort)
	c.Flags().StringVarP(&file, "output", "o", "", "write to this file, which is there when it is complete; if a line of a list cannot be read, none is written")
	return c
}

// A corpus is one run of the command corpus.
type corpus struct {
	app       *cli.App
	engines   *sync.Pool // of *legality.Engine
	checkers  sync.Pool  // of *certificate.Checker
	undecided atomic.Int64
}

// run reads all files, and writes the decided positions.
func (k *corpus) run(ctx context.Context, files []string, to string) error {
	var file *cli.NewFile
	out := k.app.Out
	if to != "" && to != "-" {
		var err error
		if file, err = k.app.CreateFile(to); err != nil {
			return err
		}
		defer file.Drop()
		out = file
	}
	var list []entry
	hasBadLines := false
	for _, name := range files {
		part, err := k.readList(ctx, name)
		if err != nil && !errors.Is(err, cli.ErrBadInput) {
			return err
		}
		hasBadLines = hasBadLines || err != nil
		list = append(list, part...)
	}
	if hasBadLines {
		return cli.ErrBadInput
	}
	list = sortAndDedup(list)
	legal := 0
	for i := range list {
		line, err := json.Marshal(&list[i])
		if err != nil {
			return err
		}
		if _, err := out.Write(append(line, '\n')); err != nil {
			return err
		}
		if list[i].Outcome == verdict.Legal.String() {
			legal++
		}
	}
	if file != nil {
		if err := file.Commit(); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(k.app.Err, "chesscensus: %s positions, %s legal with games and %s illegal by theorems; %s left out as undecided\n",
		cli.Number(uint64(len(list))), cli.Number(uint64(legal)), cli.Number(uint64(len(list)-legal)), cli.Number(uint64(k.undecided.Load())))
	return err
}

// sortAndDedup sorts the entries, certificates first and then by decreasing nodes, and removes repeated positions.
func sortAndDedup(list []entry) []entry {
	slices.SortStableFunc(list, func(a, b entry) int {
		switch {
		case a.IsCertificate && !b.IsCertificate:
			return -1
		case b.IsCertificate && !a.IsCertificate:
			return 1
		}
		return cmp.Compare(b.Nodes, a.Nodes)
	})
	seen := map[string]bool{}
	return slices.DeleteFunc(list, func(e entry) bool {
		isRepeated := seen[e.FEN]
		seen[e.FEN] = true
		return isRepeated
	})
}

// readList returns the decided positions of a list. It reports bad lines on standard error.
func (k *corpus) readList(ctx context.Context, name string) (list []entry, err error) {
	f, err := k.app.OpenInput(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var out bytes.Buffer
	to := k.app.Outputs()
	to.Out, to.Side = &out, nil
	do := func(dst []byte, line string) ([]byte, error) { return k.appendEntry(ctx, dst, line, name) }
	err = cli.LineFilter{Name: name, Batch: 4, Do: do}.Run(ctx, k.app.Workers, f.Reader, to)
	for line := range bytes.Lines(out.Bytes()) {
		if line = bytes.TrimSpace(line); len(line) == 0 { // the line of an undecided position
			continue
		}
		var e entry
		if err := json.Unmarshal(line, &e); err != nil {
			return nil, err
		}
		list = append(list, e)
	}
	return list, err
}

// appendEntry appends the entry of a line, or nothing if the position is undecided.
func (k *corpus) appendEntry(ctx context.Context, dst []byte, line, name string) ([]byte, error) {
	var e entry
	var err error
	if strings.HasPrefix(strings.TrimSpace(line), "{") {
		e, err = k.checkCertificate(ctx, line)
	} else {
		e, err = k.judgePosition(ctx, line)
	}
	if err != nil || e.Outcome == "" {
		return dst, err
	}
	e.Source = name
	return cli.AppendJSON(dst, &e)
}

// checkCertificate checks a certificate and returns its entry.
func (k *corpus) checkCertificate(ctx context.Context, line string) (e entry, err error) {
	if err := json.Unmarshal([]byte(line), &e.Record); err != nil {
		return e, fmt.Errorf("no certificate: %w", err)
	}
	checker := k.checkers.Get().(*certificate.Checker)
	defer k.checkers.Put(checker)
	if err := checker.Check(ctx, &e.Record); err != nil {
		return e, err
	}
	e.IsCertificate = true
	e.describe()
	return e, nil
}

// judgePosition judges a position, and returns an error if the list claims another outcome.
func (k *corpus) judgePosition(ctx context.Context, line string) (e entry, err error) {
	text, claim, _ := strings.Cut(line, "\t")
	l, err := lines.Parse(text)
	if err != nil {
		return e, err
	}
	engine := k.engines.Get().(*legality.Engine)
	defer k.engines.Put(engine)
	v := engine.Judge(ctx, l.Setup)
	if err := cmp.Or(engine.Err(), ctx.Err()); err != nil {
		return e, err
	}
	if !v.Decided() {
		k.undecided.Add(1)
		return e, nil
	}
	for _, o := range []verdict.Outcome{verdict.Legal, verdict.Illegal} {
		if strings.HasPrefix(claim, o.String()) && v.Outcome != o {
			return e, fmt.Errorf("the list says %v, but the position is %v", o, v)
		}
	}
	r, err := certificate.New(&l.Setup, &v)
	if err != nil {
		return e, err
	}
	e.Record, e.Nodes = *r, v.Cost.Nodes
	e.describe()
	return e, nil
}

// describe sets outcome and description from the certificate.
func (e *entry) describe() {
	if e.Reasons == 0 {
		e.Outcome, e.Description = verdict.Legal.String(), "a game of "+cli.Plies(len(strings.Fields(e.Proof)))
		return
	}
	e.Outcome, e.Description = verdict.Illegal.String(), e.Reason().First().Text()
}
