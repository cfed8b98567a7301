package endings

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"strings"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/internal/cputime"
	"chesscensus/legality"
	"chesscensus/legality/endgame/proof"
)

// proveAll proves the theorem for each material.
func (e *endgameRun) proveAll(ctx context.Context, args []string) error {
	list, err := e.theorems(args)
	if err != nil {
		return err
	}
	for i, t := range list {
		if i > 0 {
			fmt.Fprintln(e.app.Out)
		}
		if err := e.proveOne(ctx, t); err != nil {
			return err
		}
	}
	return nil
}

// theorems returns the theorems for the arguments, and creates the folder for certificates.
func (e *endgameRun) theorems(args []string) (list []*proof.Theorem, err error) {
	if len(args) == 0 {
		return nil, cli.Usagef("--prove: want materials, of %s", strings.Join(proof.Materials(), ", "))
	}
	for _, name := range args {
		t, err := proof.NewTheorem(name)
		if err != nil {
			return nil, cli.Usage(err)
		}
		if e.certificate != "" && proof.ByExhaustion(t) {
			return nil, cli.Usagef("--certificate: %v is proven by trying all positions, not by SAT, so there is no refutation to write", t.Material)
		}
		list = append(list, t)
	}
	if e.certificate != "" {
		err = os.MkdirAll(e.certificate, 0o777)
	}
	return list, err
}

// proveOne proves a theorem and prints each step as it is completed.
func (e *endgameRun) proveOne(ctx context.Context, t *proof.Theorem) error {
	start := cputime.Used()
	out := bufio.NewWriter(e.app.Out)
	fmt.Fprint(out, proof.Statement(t))
	if err := out.Flush(); err != nil {
		return err
	}
	o := proof.Options{Memory: e.memory << 20, Seed: e.seed, LastMoves: legality.LastMoves(), Certificates: e.certificate}
	o.Step = func(s *proof.Step) {
		fmt.Fprintf(out, "\n%s\n%s\n", s.Name, strings.Join(s.Found, "\n"))
		_ = out.Flush() // the last Flush returns the error
	}
	r, err := proof.Prove(ctx, t, o)
	if err != nil {
		return err
	}
	if !r.Holds() {
		return fmt.Errorf("%v is not proven: %s", t.Material, strings.Join(r.Wrong(), "; "))
	}
	means := ""
	if proof.ByExhaustion(t) {
		means = " by trying all positions and by games to PFix, not by SAT"
	}
	fmt.Fprintf(out, "\nproven%s\n", means)
	if e.cost {
		fmt.Fprintf(e.app.Err, "%v: %.1f s of processor time\n", t.Material, (cputime.Used() - start).Seconds())
	}
	return out.Flush()
}
