package relay

import (
	"strings"
	"time"
	"unicode/utf16"

	"chesscensus/jupyter/internal/cells"
)

// running is a request that GoNB is answering, or a cell that has run.
type running struct {
	request *message
	cell    *cells.Cell // of a request to execute
	code    string      // as the user wrote it
	stops   bool        // an error stops the cells that wait
	silent  bool
	panics  strings.Builder // the end of standard error, from "panic: " on
	said    string          // the end of standard error, from "error: " on; held back
	failed  *failure
	idle    bool     // GoNB has published all it has to say
	replied *message // its reply, while publications are still to come
	flood   flood
}

// execute rewrites the cell of a request. GoNB gets nothing to run if the cell
// is one of our words, or refused; it counts the cell all the same.
func (r *relay) execute(m *message) *message {
	content := m.content()
	code, _ := content["code"].(string)
	run := &running{request: m, code: code, stops: content["stop_on_error"] != false, silent: content["silent"] == true}
	run.cell = r.rewrite(code, content["allow_stdin"] == true)
	r.running[m.header.ID] = run
	await(r, run)
	content["code"] = run.cell.Code
	return m.withContent(content)
}

// complete answers a request for completion, at once, also while a cell runs. GoNB could ask gopls, twelve seconds after its start.
func complete(r *relay, m *message) {
	content := m.content()
	code, _ := content["code"].(string)
	cursor, _ := content["cursor_pos"].(float64)
	at := offset(code, int(cursor))
	from, names := r.Notebook.Complete(code, at)
	if len(names) == 0 {
		from, names = at, []string{}
	}
	r.atOnce(m, "complete_reply", map[string]any{
		"status": "ok", "matches": names, "cursor_start": int(cursor) - units(code[from:at]), "cursor_end": int(cursor), "metadata": map[string]any{},
	})
}

// inspect answers a request for help in the same way.
func inspect(r *relay, m *message) {
	content := m.content()
	code, _ := content["code"].(string)
	cursor, _ := content["cursor_pos"].(float64)
	text, ok := r.Notebook.Inspect(code, offset(code, int(cursor)))
	data := map[string]any{}
	if ok {
		data = map[string]any{"text/plain": text.Plain(), "text/html": text.HTML()}
	}
	r.atOnce(m, "inspect_reply", map[string]any{"status": "ok", "found": ok, "metadata": map[string]any{}, "data": data})
}

// offset is the place in a text of what Jupyter counts as its n-th unit.
func offset(text string, n int) int {
	for at, c := range text {
		if n <= 0 {
			return at
		}
		n -= utf16.RuneLen(c)
	}
	return len(text)
}

// units is the length of a text as Jupyter counts it.
func units(text string) int { return len(utf16.Encode([]rune(text))) }

// reply takes an answer of GoNB. That of a cell waits until the cell has published
// everything, as publications come by another socket, and the text of an error is among them.
func (r *relay) reply(m *message) {
	if run := r.running[m.parentID()]; run != nil && m.header.Type == "execute_reply" && !run.idle {
		run.replied = m
		r.grace = time.After(idleGrace)
		return
	}
	r.answer(m)
}

// finish passes on the reply that waits, if there is one.
func (r *relay) finish(run *running) {
	if m := run.replied; m != nil {
		run.replied, r.grace = nil, nil
		r.answer(m)
		r.next()
	}
}

// overdue passes on the reply of a cell whose publications do not come to an end.
func (r *relay) overdue() {
	r.grace = nil
	if r.busy != nil {
		if run := r.running[r.busy.header.ID]; run != nil {
			r.finish(run)
		}
	}
}

// answer passes an answer of GoNB on.
func (r *relay) answer(m *message) {
	run := r.running[m.parentID()]
	if r.busy != nil && m.parentID() == r.busy.header.ID {
		r.busy = nil
	}
	if run == nil {
		r.out.send(r.out.shell, m)
		return
	}
	content := m.content()
	if m.header.Type == "execute_reply" {
		content = r.executed(run, content)
	}
	r.out.send(r.out.shell, m.withContent(content))
	if run.failed != nil && run.stops {
		r.abort()
	}
}

// executed takes the end of a cell over and returns the content of its reply.
func (r *relay) executed(run *running, content map[string]any) map[string]any {
	if n, ok := content["execution_count"].(float64); ok {
		r.count = int(n)
	}
	if run.cell.Refused != "" {
		run.failed = refusal(run.cell.Refused)
	} else if content["status"] == "error" && run.failed == nil {
		run.failed = r.tidy(run, content)
	}
	ok := run.failed == nil
	r.Notebook.Done(run.cell, ok || run.failed.compiled, ok)
	if !ok {
		for key, value := range run.failed.content() {
			content[key] = value
		}
		content["status"] = "error"
	}
	return content
}

// publish passes on what GoNB tells everybody.
func (r *relay) publish(m *message) {
	run := r.running[m.parentID()]
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
		r.speak(run)
	case "stream":
		if r.stream(run, content) && run.flood.take(content) {
			r.compiling.output(r, run, false)
			r.out.send(r.out.iopub, m.withContent(content))
		}
	case "error":
		if run.failed == nil {
			run.failed = r.tidy(run, content)
		}
		r.compiling.output(r, run, false)
		r.release(run)
		r.out.send(r.out.iopub, m.withContent(run.failed.content()))
	case "status":
		if content["execution_state"] == "idle" {
			r.release(run)
			r.compiling.output(r, run, true)
		}
		r.out.send(r.out.iopub, m)
		if content["execution_state"] == "idle" {
			run.idle = true
			run.flood.end()
			r.finish(run)
		}
	default:
		if m.header.Type == "display_data" || m.header.Type == "execute_result" {
			r.compiling.output(r, run, false)
		}
		r.out.send(r.out.iopub, m.withJSON())
	}
}

// speak publishes what the relay itself has to say about a cell.
func (r *relay) speak(run *running) {
	if run.cell.Answer != "" {
		r.out.send(r.out.iopub, run.request.answer("stream", false, map[string]any{"name": "stdout", "text": run.cell.Answer}))
	}
	if run.cell.Refused != "" {
		r.out.send(r.out.iopub, run.request.answer("error", false, refusal(run.cell.Refused).content()))
	}
}

// abort answers the cells that wait, as Jupyter's kernels do when one fails.
func (r *relay) abort() {
	rest := r.queue[:0]
	for _, m := range r.queue {
		if m.header.Type != "execute_request" {
			rest = append(rest, m)
			continue
		}
		r.out.state(m, "busy")
		r.out.state(m, "idle")
		r.out.send(r.out.shell, m.answer("execute_reply", true, map[string]any{"status": "aborted"}))
	}
	r.queue = rest
}
