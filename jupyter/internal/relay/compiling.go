package relay

import (
	"os"
	"strings"
	"time"
)

// compileDelay is how long the program of a cell is awaited in silence, compilePoll how often is looked whether it is there.
const (
	compileDelay = time.Second
	compilePoll  = 100 * time.Millisecond
)

// compiling is the note under a cell whose program is being made. It goes away once the program is there, or the cell shows something.
type compiling struct {
	run   *running
	timer <-chan time.Time
	shown bool // and not told to go away
	going bool // with the next output
}

// stopping is a cell that was told to stop before its program was there. GoNB would make the program, and run it to its end.
type stopping struct {
	run   *running
	timer <-chan time.Time
}

// stop is told that the user wants the running cell to stop.
func stop(r *relay) {
	if r.busy == nil || r.Built == "" {
		return
	}
	run := r.running[r.busy.header.ID]
	if _, err := os.Stat(r.Built); err != nil && run != nil && !run.idle {
		r.stopping = stopping{run, time.After(compilePoll)}
	}
}

// look passes the stop on once the program is there, again and again until the cell has ended: GoNB takes it when it has started the program.
func (s *stopping) look(r *relay) {
	s.timer = nil
	if s.run.idle || r.busy == nil || r.busy.header.ID != s.run.request.header.ID {
		return
	}
	if _, err := os.Stat(r.Built); err == nil {
		r.in.send(r.in.control, r.request("interrupt_request", map[string]any{}))
	}
	s.timer = time.After(compilePoll)
}

// await begins to wait for the program of a cell, which the file Built tells of.
func await(r *relay, run *running) {
	r.compiling = compiling{}
	if r.Built == "" || run.silent || strings.TrimSpace(run.cell.Code) == "" || run.cell.Answer != "" || run.cell.Refused != "" {
		return
	}
	os.Remove(r.Built)
	r.compiling = compiling{run: run, timer: time.After(compileDelay)}
}

// look shows the note, or tells it to go if the program is there.
func (c *compiling) look(r *relay) {
	_, err := os.Stat(r.Built)
	switch {
	case err == nil:
		c.end(r, true)
	case !c.shown:
		c.shown = true
		r.out.send(r.out.iopub, c.run.request.answer("stream", false, map[string]any{"name": "stdout", "text": "compiling ..."}))
		fallthrough
	default:
		c.timer = time.After(compilePoll)
	}
}

// end tells the note to go with the next output, or at once.
func (c *compiling) end(r *relay, wait bool) {
	c.timer = nil
	if c.shown || c.going && !wait {
		r.out.send(r.out.iopub, c.run.request.answer("clear_output", false, map[string]any{"wait": wait}))
		c.shown, c.going = false, wait
	}
}

// output is told before a cell shows something, and before it is idle.
func (c *compiling) output(r *relay, run *running, idle bool) {
	if c.run == run {
		c.end(r, !idle)
		c.run = nil
	}
}
