package relay

import (
	"os"
	"strings"
	"time"
)

// compileDelay is how long a build may take before the note appears, compilePoll the interval at which the file Built is looked for.
const (
	compileDelay = time.Second
	compilePoll  = 100 * time.Millisecond
)

// A compileNote is the note under a cell whose program is being built. It is cleared once the program exists or the cell shows something.
type compileNote struct {
	run          *execution
	timer        <-chan time.Time
	shown        bool // the note is shown, and no message to clear it was sent
	clearPending bool // a message was sent that clears the note at the next output
}

// A pendingInterrupt is an interrupt of a cell whose program does not exist yet. GoNB itself would ignore it, build the program and run it
// to its end.
type pendingInterrupt struct {
	run   *execution
	timer <-chan time.Time
}

// interruptWhenBuilt handles the user's interrupt: if the program of the running cell is still being built, it begins to wait for the
// program.
func interruptWhenBuilt(r *relay) {
	if r.busy == nil || r.Built == "" {
		return
	}
	run := r.executions[r.busy.header.ID]
	if _, err := os.Stat(r.Built); err != nil && run != nil && !run.idle {
		r.interrupt = pendingInterrupt{run, time.After(compilePoll)}
	}
}

// poll sends the interrupt once the program exists, and again at every poll until the cell has ended: GoNB obeys it only after it has
// started the program.
func (p *pendingInterrupt) poll(r *relay) {
	p.timer = nil
	if p.run.idle || r.busy == nil || r.busy.header.ID != p.run.request.header.ID {
		return
	}
	if _, err := os.Stat(r.Built); err == nil {
		r.in.send(r.in.control, r.newRequest("interrupt_request", map[string]any{}))
	}
	p.timer = time.After(compilePoll)
}

// startCompileNote removes the file Built and begins to wait for the program of a cell, unless GoNB has nothing to build for it.
func startCompileNote(r *relay, run *execution) {
	r.note = compileNote{}
	isBuilt := strings.TrimSpace(run.cell.Code) != "" && run.cell.Answer == "" && run.cell.Refused == ""
	if r.Built == "" || run.silent || !isBuilt {
		return
	}
	os.Remove(r.Built)
	r.note = compileNote{run: run, timer: time.After(compileDelay)}
}

// poll shows the note, or clears it if the program exists.
func (c *compileNote) poll(r *relay) {
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

// end sends a message that clears the note: with the next output if wait is true, else at once.
func (c *compileNote) end(r *relay, wait bool) {
	c.timer = nil
	if c.shown || c.clearPending && !wait {
		r.out.send(r.out.iopub, c.run.request.answer("clear_output", false, map[string]any{"wait": wait}))
		c.shown, c.clearPending = false, wait
	}
}

// endFor clears the note if it is that of the given cell. It is called before the cell shows something, with wait, and before it becomes
// idle, without: see end.
func (c *compileNote) endFor(r *relay, run *execution, wait bool) {
	if c.run == run {
		c.end(r, wait)
		c.run = nil
	}
}
