// Package batch checks many certificates by package recheck, on many workers, and counts the answers by theorem.
package batch

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"sync"
	"time"

	"chesscensus/recheck"
)

// An Answer is the result of the check of one line.
type Answer struct {
	// Line is its number, from 1.
	Line int
	// Certificate is nil if the line cannot be read.
	Certificate *recheck.Certificate
	// Err is nil if the claim is confirmed; see package recheck.
	Err error
	// States and Time are the cost of the check.
	States int64
	Time   time.Duration
}

// Run checks every line of in that is not empty, on a number of workers, and calls answer for each in order. No line stops it: one
// that is too long is skipped with an answer that says so, and a panic becomes an answer. The error is that of reading, or of the
// context.
func Run(ctx context.Context, c recheck.Checker, in io.Reader, workers int, answer func(Answer)) error {
	type job struct {
		line []byte
		n    int
		err  error
		out  chan Answer
	}
	// The reader sends each job to the workers, and its channel for the answer to order, so that answers come in the order of the lines.
	jobs, order := make(chan job), make(chan chan Answer, 4*max(workers, 1))
	var wait sync.WaitGroup
	for range max(workers, 1) {
		wait.Go(func() {
			for j := range jobs {
				j.out <- check(ctx, c, j.line, j.n, j.err)
			}
		})
	}
	var readErr error
	go func() {
		defer close(order)
		defer close(jobs)
		r := bufio.NewReaderSize(in, 64<<10)
		for n := 1; ctx.Err() == nil; n++ {
			line, long, err := readLine(ctx, r)
			if len(line) > 0 || long {
				j := job{line: line, n: n, out: make(chan Answer, 1)}
				if long {
					j.err = fmt.Errorf("%w: longer than %d bytes", recheck.ErrForm, recheck.MaxBytes)
				}
				order <- j.out
				jobs <- j
			}
			if err != nil {
				if !errors.Is(err, io.EOF) {
					readErr = err
				}
				return
			}
		}
		readErr = ctx.Err()
	}()
	for out := range order {
		answer(<-out)
	}
	wait.Wait()
	return readErr
}

// readLine reads a line and returns it without its end. Of a line longer than [recheck.MaxBytes] it returns no bytes, and long. A few bytes of
// gzip can be a line without end, so it heeds the context.
func readLine(ctx context.Context, r *bufio.Reader) (line []byte, long bool, err error) {
	for {
		part, err := r.ReadSlice('\n')
		if !long {
			line = append(line, part...)
		}
		if long = long || len(line) > recheck.MaxBytes+1; long {
			line = nil
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			if err := ctx.Err(); err != nil {
				return nil, false, err
			}
			continue
		}
		for len(line) > 0 && (line[len(line)-1] == '\n' || line[len(line)-1] == '\r') {
			line = line[:len(line)-1]
		}
		return line, long, err
	}
}

// check returns the answer for line n. Err is an error of reading the line.
func check(ctx context.Context, c recheck.Checker, line []byte, n int, err error) (a Answer) {
	begin := time.Now()
	defer func() {
		if r := recover(); r != nil {
			a.Err = fmt.Errorf("%w: panic: %v\n%s", recheck.ErrUnable, r, debug.Stack())
		}
		a.Line, a.Time = n, time.Since(begin)
	}()
	if err != nil {
		return Answer{Err: err}
	}
	a.Certificate, a.States, a.Err = c.Check(ctx, line)
	return a
}
