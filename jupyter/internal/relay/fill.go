package relay

import "encoding/json"

// GoNB v0.11.5 leaves some requests of JupyterLab without an answer. Until JupyterLab receives
// a kernel's state in answer to another request than kernel_info_request it shows the state as "Unknown".

// unanswered maps the types of requests that GoNB ignores to the type and content of an answer without information.
var unanswered = map[string]struct {
	reply   string
	content map[string]any
}{
	// No history is kept beyond the notebook.
	"history_request": {"history_reply", map[string]any{"status": "ok", "history": []any{}}},
	// Only the compiler knows whether a cell is complete. After "unknown" a console lets its user decide.
	"is_complete_request": {"is_complete_reply", map[string]any{"status": "unknown"}},
}

// answerLocally answers a request that GoNB would ignore or could not answer in time. It reports whether it has answered.
func answerLocally(r *relay, m *message) bool {
	switch m.header.Type {
	case "complete_request":
		complete(r, m)
		return true
	case "inspect_request":
		inspect(r, m)
		return true
	case "kernel_info_request": // Jupyter's server sends it for every new connection, also that of a picture's page while a cell runs, and waits
		if r.info == nil {
			return false
		}
		var content map[string]any
		json.Unmarshal(r.info, &content)
		r.replyNow(m, "kernel_info_reply", content)
		r.out.publishState(noRequest, r.currentState())
		return true
	case pictureRequest:
		ask(r, m)
		return true
	}
	a, ok := unanswered[m.header.Type]
	if !ok {
		return false
	}
	r.replyNow(m, a.reply, a.content)
	return true
}

// The messages of pictures are no part of Jupyter's protocol. They do not make the kernel busy: cells can run meanwhile.
const pictureRequest, pictureReply = "picture_request", "picture_reply"

// ask passes a question of a picture to Options.Ask, and the answer to the page that sent it.
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

// noRequest is the parent of a published state that answers no request.
var noRequest = &message{rawHeader: []byte("{}"), header: header{Session: "relay"}}

// currentState returns the kernel's state.
func (r *relay) currentState() string {
	if r.busy != nil || len(r.queue) > 0 {
		return "busy"
	}
	return "idle"
}

// replyNow answers a request without GoNB, with the states before and after.
func (r *relay) replyNow(m *message, reply string, content map[string]any) {
	r.out.publishState(m, "busy")
	r.out.send(r.out.shell, m.answer(reply, true, content))
	r.out.publishState(m, r.currentState())
}

// publishState publishes a state of the kernel as an effect of the request m.
func (s *sockets) publishState(m *message, state string) {
	s.send(s.iopub, m.answer("status", false, map[string]any{"execution_state": state}))
}
