// Recheck confirms certificates and sizes of sets without any code of the rest of the project. See packages recheck and
// recheck/sets, docs/CERTIFICATES.md and docs/SETS.md.
//
//	recheck [-states N] [-time 10s] [-jobs N] [FILE...]
//	recheck sets [-pawns N] [-jobs N]
//
// The first form checks certificates; what begins as a file of gzip is decompressed. It prints a line for every certificate: the position,
// or file and line of one that cannot be read, a tab, and "confirmed" or the reason why not. Then it prints a table by theorem on standard
// error. The status is 0 if all are confirmed and printed, else 1.
//
// The second form computes the size of every set and prints a line for each, with tabs between the fields: set, stratum or "all",
// size, and "equal" or the difference. Progress goes to standard error. The status is 1 if a size differs.
package main

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"strings"
	"syscall"

	"chesscensus/recheck"
	"chesscensus/recheck/batch"
)

func main() {
	signals := slices.DeleteFunc([]os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}, signal.Ignored) // nohup ignores some
	ctx, stop := signal.NotifyContext(context.Background(), signals...)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends a run that waits for its input
	os.Exit(run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// isSameFile reports whether an input and an output are the same file, under whatever names.
func isSameFile(in io.Reader, out io.Writer) bool {
	inFile, inIsFile := in.(*os.File)
	outFile, outIsFile := out.(*os.File)
	if !inIsFile || !outIsFile {
		return false
	}
	inInfo, err := inFile.Stat()
	if err != nil || !inInfo.Mode().IsRegular() {
		return false
	}
	outInfo, err := outFile.Stat()
	return err == nil && os.SameFile(inInfo, outInfo)
}

// An unpacker reads from in, and decompresses it if it begins as a file of gzip. It reads nothing before the first Read, as that can wait.
// Package cli of chesscensus has the same: this program imports nothing of the project but recheck, so that it can be read alone.
type unpacker struct {
	in, text io.Reader
	err      error // why nothing can be read
}

func (u *unpacker) Read(b []byte) (int, error) {
	if u.text == nil {
		r := bufio.NewReader(u.in)
		u.text = r
		switch head, err := r.Peek(2); {
		case string(head) == "\x1f\x8b":
			u.text, u.err = gzip.NewReader(r)
		case err == io.EOF:
			u.text = bytes.NewReader(head) // a terminal goes on behind the end that it has told
		default:
			u.err = err
		}
	}
	if u.err != nil {
		return 0, u.err
	}
	return u.text.Read(b)
}

// run runs the command and returns its status.
func run(ctx context.Context, args []string, in io.Reader, out, errs io.Writer) int {
	if len(args) > 0 && args[0] == "sets" {
		return runSets(ctx, args[1:], out, errs)
	}
	flags := flag.NewFlagSet("recheck", flag.ContinueOnError)
	flags.SetOutput(errs)
	var c recheck.Checker
	flags.Int64Var(&c.States, "states", recheck.LineStates, "limit of states for one certificate")
	flags.DurationVar(&c.Time, "time", 0, "limit of time for one certificate, 0 for none")
	jobs := flags.Int("jobs", runtime.NumCPU(), "certificates checked at a time")
	if flags.Parse(args) != nil {
		return 2
	}
	if c.States < 1 || c.Time < 0 || *jobs < 1 {
		fmt.Fprintln(errs, "recheck: -states and -jobs want at least 1, -time at least 0")
		return 2
	}
	status := 0
	var tally batch.Tally
	var writeErr error // the first error of out
	check := func(name string, in io.Reader) {
		if isSameFile(in, out) {
			fmt.Fprintf(errs, "recheck: %s is written as well as read: give the output another name\n", name)
			status = 1
			return
		}
		err := batch.Run(ctx, c, &unpacker{in: in}, *jobs, func(a batch.Answer) {
			tally.Add(a)
			subject := fmt.Sprintf("%s:%d", name, a.Line)
			if a.Certificate != nil {
				subject = a.Certificate.FEN
			}
			answer := "confirmed"
			if a.Err != nil {
				status, answer = 1, strings.ReplaceAll(a.Err.Error(), "\n", " ")
			}
			_, err := fmt.Fprintf(out, "%s\t%s\n", subject, answer)
			writeErr = cmp.Or(writeErr, err)
		})
		if err != nil {
			fmt.Fprintf(errs, "recheck: %s: %v\n", name, err)
			status = 1
		}
	}
	if flags.NArg() == 0 {
		check("standard input", in)
	}
	for _, name := range flags.Args() {
		f, err := os.Open(name)
		if err != nil {
			fmt.Fprintln(errs, "recheck:", err)
			status = 1
			continue
		}
		check(name, f)
		f.Close()
	}
	if err := cmp.Or(tally.Write(errs), writeErr); err != nil {
		fmt.Fprintln(errs, "recheck:", err)
		status = 1
	}
	return status
}
