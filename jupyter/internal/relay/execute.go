package relay

import (
	"strings"
	"time"

	"chesscensus/jupyter/internal/cells"
)

// An execution is a request to execute a cell, with the state of its run.
type execution struct {
	request     *message
	cell        *cells.Cell     // as the notebook rewrote it
	code        string          // as the user wrote it
	stopOnError bool            // an error aborts the cells that wait
	silent      bool            // Jupyter wants no output and does not count the cell
	panicText   strings.Builder // the end of standard error, from "panic: " on
	heldError   string          // the end of standard error, from "error: " on; held back
	failure     *failure
	idle        bool     // GoNB has published everything about the cell
	heldReply   *message // GoNB's reply to the request, held back until idle
	flood       flood
}

// execute registers the execution of a request, starts its note of compiling, and returns the request with the rewritten cell.
// GoNB gets an empty cell if the cell is a command of this kernel, or refused; GoNB counts the cell all the same.
func (r *relay) execute(m *message) *message {
	content := m.content()
	code, _ := content["code"].(string)
	run := &execution{request: m, code: code, stopOnError: content["stop_on_error"] != false, silent: content["silent"] == true}
	run.cell = r.rewrite(code, content["allow_stdin"] == true)
	r.executions[m.header.ID] = run
	startCompileNote(r, run)
	content["code"] = run.cell.Code
	return m.withContent(content)
}

// replyReceived handles a reply of GoNB. The reply to a cell is held back until the cell has published
// everything, as publications come by another socket, and the text of an error is among them.
func (r *relay) replyReceived(m *message) {
	if run := r.executions[m.parentID()]; run != nil && m.header.Type == "execute_reply" && !run.idle {
		run.heldReply = m
		r.grace = time.After(idleGrace)
		return
	}
	r.passReply(m)
}

// passHeldReply passes on the reply that was held back, if there is one, and sends the next request.
func (r *relay) passHeldReply(run *execution) {
	if m := run.heldReply; m != nil {
		run.heldReply, r.grace = nil, nil
		r.passReply(m)
		r.next()
	}
}

// endGrace passes on the reply of a cell whose publications have not ended in time.
func (r *relay) endGrace() {
	r.grace = nil
	if r.busy != nil {
		if run := r.executions[r.busy.header.ID]; run != nil {
			r.passHeldReply(run)
		}
	}
}

// passReply passes a reply of GoNB on to Jupyter. If GoNB was busy with that request, it is free for the next one. If the request was a cell
// that failed and its stopOnError is set, the cells that wait are aborted.
func (r *relay) passReply(m *message) {
	run := r.executions[m.parentID()]
	if r.busy != nil && m.parentID() == r.busy.header.ID {
		r.busy = nil
	}
	if run == nil {
		r.out.send(r.out.shell, m)
		return
	}
	content := m.content()
	if m.header.Type == "execute_reply" {
		content = r.finishCell(run, content)
	}
	r.out.send(r.out.shell, m.withContent(content))
	if run.failure != nil && run.stopOnError {
		r.abort()
	}
}

// finishCell records in the notebook how a cell ended, and returns the content of its reply.
func (r *relay) finishCell(run *execution, content map[string]any) map[string]any {
	if n, ok := content["execution_count"].(float64); ok {
		r.count = int(n)
	}
	if run.cell.Refused != "" {
		run.failure = refusal(run.cell.Refused)
	} else if content["status"] == "error" && run.failure == nil {
		run.failure = r.tidy(run, content)
	}
	succeeded := run.failure == nil
	compiled := succeeded || run.failure.compiled
	r.Notebook.Done(run.cell, compiled, succeeded)
	if !succeeded {
		for key, value := range run.failure.content() {
			content[key] = value
		}
		content["status"] = "error"
	}
	return content
}

// publish passes on a publication of GoNB, with the user's text of the cell, shortened output and readable errors.
func (r *relay) publish(m *message) {
	run := r.executions[m.parentID()]
	if run == nil {
		r.out.send(r.out.iopub, m)
		return
	}
	content := m.content()
	switch m.header.Type {
	case "execute_input":
		content["code"] = run.code
		if n, ok := content["execution_count"].(float64); ok {
			r.cells[int(n)] = run
		}
		r.out.send(r.out.iopub, m.withContent(content))
		r.publishOwn(run)
	case "stream":
		if !r.stream(run, content) || !run.flood.limit(content) { // both change the text in content
			return
		}
		r.note.endFor(r, run, true)
		r.out.send(r.out.iopub, m.withContent(content))
	case "error":
		if run.failure == nil {
			run.failure = r.tidy(run, content)
		}
		r.note.endFor(r, run, true)
		r.release(run)
		r.out.send(r.out.iopub, m.withContent(run.failure.content()))
	case "status":
		isIdle := content["execution_state"] == "idle"
		if isIdle { // held text goes before the idle state, and the reply after it
			r.release(run)
			r.note.endFor(r, run, false)
		}
		r.out.send(r.out.iopub, m)
		if isIdle {
			run.idle = true
			run.flood.end()
			r.passHeldReply(run)
		}
	default:
		if m.header.Type == "display_data" || m.header.Type == "execute_result" {
			r.note.endFor(r, run, true)
		}
		r.out.send(r.out.iopub, m.withJSON())
	}
}

// publishOwn publishes the relay's own answer to a cell, or the reason why it is refused.
func (r *relay) publishOwn(run *execution) {
	if run.cell.Answer != "" {
		r.out.send(r.out.iopub, run.request.answer("stream", false, map[string]any{"name": "stdout", "text": run.cell.Answer}))
	}
	if run.cell.Refused != "" {
		r.out.send(r.out.iopub, run.request.answer("error", false, refusal(run.cell.Refused).content()))
	}
}

// abort answers the cells that wait as aborted, as Jupyter's kernels do when one fails.
func (r *relay) abort() {
	rest := r.queue[:0]
	for _, m := range r.queue {
		if m.header.Type != "execute_request" {
			rest = append(rest, m)
			continue
		}
		r.out.publishState(m, "busy")
		r.out.publishState(m, "idle")
		r.out.send(r.out.shell, m.answer("execute_reply", true, map[string]any{"status": "aborted"}))
	}
	r.queue = rest
}
