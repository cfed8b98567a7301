package relay

import "encoding/json"

// GoNB v0.11.5 leaves some requests without an answer. JupyterLab sends them all the same, and until it hears
// of a kernel's state in answer to something else than kernel_info_request it calls the kernel "Unknown".

// unanswered are the requests that GoNB ignores, each with the answer of a kernel that has nothing to say.
var unanswered = map[string]struct {
	reply   string
	content map[string]any
}{
	// No history is kept beyond the notebook.
	"history_request": {"history_reply", map[string]any{"status": "ok", "history": []any{}}},
	// Whether a cell is complete only the compiler knows: a console then asks its user.
	"is_complete_request": {"is_complete_reply", map[string]any{"status": "unknown"}},
}

// fill answers a request that GoNB would ignore, or could not answer in time, and reports whether it was one.
func fill(r *relay, m *message) bool {
	switch m.header.Type {
	case "complete_request":
		complete(r, m)
		return true
	case "inspect_request":
		inspect(r, m)
		return true
	case "kernel_info_request": // Jupyter's server asks whoever connects, and waits: also a picture's page, while a cell runs
		if r.info == nil {
			return false
		}
		var content map[string]any
		json.Unmarshal(r.info, &content)
		r.atOnce(m, "kernel_info_reply", content)
		r.out.state(nobody, r.now())
		return true
	case pictureRequest:
		ask(r, m)
		return true
	}
	a, ok := unanswered[m.header.Type]
	if !ok {
		return false
	}
	r.atOnce(m, a.reply, a.content)
	return true
}

// What a picture asks and gets is no part of Jupyter's protocol. The kernel is not called busy meanwhile: cells can run.
const pictureRequest, pictureReply = "picture_request", "picture_reply"

// ask passes a question of a picture on, and its answer to the page that has asked.
func ask(r *relay, m *message) {
	reply := func(answer any) {
		a := m.answer(pictureReply, true, nil)
		if data, err := json.Marshal(answer); err == nil {
			a.inner = data
		}
		r.out.send(r.out.shell, a)
	}
	if r.Ask == nil {
		reply(map[string]any{"gone": true})
		return
	}
	r.Ask(m.inner, reply)
}

// nobody is whom a state is told that answers no request.
var nobody = &message{rawHeader: []byte("{}"), header: header{Session: "relay"}}

// now is the kernel's state.
func (r *relay) now() string {
	if r.busy != nil || len(r.queue) > 0 {
		return "busy"
	}
	return "idle"
}

// atOnce answers a request without GoNB.
func (r *relay) atOnce(m *message, reply string, content map[string]any) {
	r.out.state(m, "busy")
	r.out.send(r.out.shell, m.answer(reply, true, content))
	r.out.state(m, r.now())
}

// state publishes a state of the kernel about a request.
func (s *sockets) state(m *message, state string) {
	s.send(s.iopub, m.answer("status", false, map[string]any{"execution_state": state}))
}
