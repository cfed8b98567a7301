package relay

import (
	"encoding/json"
	"unicode/utf16"
)

// unanswered maps the types of requests of JupyterLab that GoNB v0.11.5 ignores to the type and content of an answer without information.
var unanswered = map[string]struct {
	replyType string
	content   map[string]any
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
	case "kernel_info_request":
		// Jupyter's server sends it for every new connection, such as that of a picture's page, and waits for the answer. GoNB would answer
		// only after the running cell. r.info is GoNB's first answer.
		if r.info == nil {
			return false
		}
		var content map[string]any
		json.Unmarshal(r.info, &content)
		r.replyNow(m, "kernel_info_reply", content)
		// JupyterLab shows the state "Unknown" until it gets one that is no answer to a kernel_info_request.
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
	r.replyNow(m, a.replyType, a.content)
	return true
}

// complete answers a request for completion at once, also while a cell runs. GoNB would use gopls, which takes twelve seconds to start.
func complete(r *relay, m *message) {
	content := m.content()
	code, _ := content["code"].(string)
	cursor, _ := content["cursor_pos"].(float64)
	cursorOffset := offset(code, int(cursor))
	from, names := r.Notebook.Complete(code, cursorOffset)
	if len(names) == 0 {
		from, names = cursorOffset, []string{}
	}
	r.replyNow(m, "complete_reply", map[string]any{
		"status": "ok", "matches": names, "cursor_start": int(cursor) - units(code[from:cursorOffset]), "cursor_end": int(cursor), "metadata": map[string]any{},
	})
}

// inspect answers a request for help at once, also while a cell runs.
func inspect(r *relay, m *message) {
	content := m.content()
	code, _ := content["code"].(string)
	cursor, _ := content["cursor_pos"].(float64)
	text, ok := r.Notebook.Inspect(code, offset(code, int(cursor)))
	data := map[string]any{}
	if ok {
		data = map[string]any{"text/plain": text.Plain(), "text/html": text.HTML()}
	}
	r.replyNow(m, "inspect_reply", map[string]any{"status": "ok", "found": ok, "metadata": map[string]any{}, "data": data})
}

// offset returns the byte offset in a text of its n-th UTF-16 unit, counted from 0 as Jupyter does; the length of the text if it is shorter.
func offset(text string, n int) int {
	for i, c := range text {
		if n <= 0 {
			return i
		}
		n -= utf16.RuneLen(c)
	}
	return len(text)
}

// units returns the length of a text in UTF-16 units.
func units(text string) int { return len(utf16.Encode([]rune(text))) }

// The messages of pictures are no part of Jupyter's protocol. They do not make the kernel busy: cells can run meanwhile.
const pictureRequest, pictureReply = "picture_request", "picture_reply"

// ask passes a question of a picture to Options.Ask, and sends the answer to the page that asked: null if it cannot be encoded as JSON.
// Without Options.Ask the page (census/asking.js) is told that the picture is gone.
func ask(r *relay, m *message) {
	sendAnswer := func(answer any) {
		reply := m.answer(pictureReply, true, nil)
		if data, err := json.Marshal(answer); err == nil {
			reply.inner = data
		}
		r.out.send(r.out.shell, reply)
	}
	if r.Ask == nil {
		sendAnswer(map[string]any{"gone": true})
		return
	}
	r.Ask(m.inner, sendAnswer)
}

// noRequest is the parent of messages that answer no request: published states, and requests of the relay itself.
var noRequest = &message{rawHeader: []byte("{}"), header: header{Session: "relay"}}

// currentState returns the kernel's state.
func (r *relay) currentState() string {
	if r.busy != nil || len(r.queue) > 0 {
		return "busy"
	}
	return "idle"
}

// replyNow answers a request without GoNB, with the states before and after.
func (r *relay) replyNow(m *message, replyType string, content map[string]any) {
	r.out.publishState(m, "busy")
	r.out.send(r.out.shell, m.answer(replyType, true, content))
	r.out.publishState(m, r.currentState())
}

// publishState publishes a state of the kernel as an effect of the request m.
func (s *sockets) publishState(m *message, state string) {
	s.send(s.iopub, m.answer("status", false, map[string]any{"execution_state": state}))
}
