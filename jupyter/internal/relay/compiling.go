package relay

import (
	"os"
	"strings"
	"time"
)

// compilePatience is how long the program of a cell is awaited in silence, compilePoll how often is looked whether it is there.
const (
	compilePatience = time.Second
	compilePoll     = 100 * time.Millisecond
)

// compiling is the note under a cell whose program is being made. It goes away once the program is there, or the cell shows something.
type compiling struct {
	run   *running
	timer <-chan time.Time
	shown bool // and not told to go away
	going bool // with the next output
}

// await begins to wait for the program of a cell, which the file Built tells of.
func await(r *relay, run *running) {
	r.compiling = compiling{}
	if r.Built == "" || run.silent || strings.TrimSpace(run.cell.Code) == "" || run.cell.Said != "" || run.cell.Refused != "" {
		return
	}
	os.Remove(r.Built)
	r.compiling = compiling{run: run, timer: time.After(compilePatience)}
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
