package relay

import (
	"strings"
	"testing"
	"time"

	"chesscensus/internal/testing/testkit"
)

// states are the states that are published about a request, or about none if id is "", until the kernel is idle.
func (b *bench) states(id string) (list []any) {
	b.t.Helper()
	for {
		select {
		case m := <-b.news:
			if m.parentID() != id || m.header.Type != "status" {
				continue
			}
			state := m.content()["execution_state"]
			if list = append(list, state); state == "idle" {
				return list
			}
		case <-time.After(patience):
			b.t.Fatalf("not idle; states %v", list)
		}
	}
}

// JupyterLab believes no state that is told in answer to kernel_info_request, so it must be told in another way.
func TestJupyterLearnsThatTheKernelIsReady(t *testing.T) {
	testkit.Medium(t)
	b := newBench(t, Options{})
	b.reply(b.ask("kernel_info_request", nil))
	if got := b.states(""); len(got) != 1 {
		t.Errorf("states %v, want idle alone", got)
	}
	// While a cell runs the kernel is not called idle.
	id := b.execute("hold()")
	<-b.gonb.seen
	history := b.ask("history_request", nil)
	if got := b.reply(history); got["status"] != "ok" || got["history"] == nil {
		t.Errorf("history: %v", got)
	}
	for m := range b.news {
		if m.parentID() == history && m.header.Type == "status" {
			if state := m.content()["execution_state"]; state != "busy" {
				t.Errorf("with a cell running the state is %v", state)
			}
			break
		}
	}
	close(b.gonb.hold)
	b.reply(id)
	if got := b.states(b.ask("history_request", nil)); len(got) != 2 || got[0] != "busy" {
		t.Errorf("states %v, want busy, idle", got)
	}
}

// What GoNB ignores gets an answer, and nothing of it reaches GoNB.
func TestIgnoredRequestsAreAnswered(t *testing.T) {
	testkit.Medium(t)
	b := newBench(t, Options{})
	for msgType, a := range unanswered {
		got := b.reply(b.ask(msgType, map[string]any{"code": "x"}))
		if got["status"] != a.content["status"] {
			t.Errorf("%s: %v", msgType, got)
		}
	}
	select {
	case code := <-b.gonb.seen:
		t.Errorf("GoNB saw %q", code)
	default:
	}
	b.check("1", "ok")
}

// Completion is answered here, also while a cell runs; the places are counted as
// Jupyter does, in UTF-16 units.
func TestCompletionWhileACellRuns(t *testing.T) {
	testkit.Medium(t)
	b := newBench(t, Options{})
	id := b.execute("hold()")
	<-b.gonb.seen
	code := "s := \"𝄞\"; answer := 42\nansw + 1"
	end := float64(units("s := \"𝄞\"; answer := 42\nansw"))
	got := b.reply(b.ask("complete_request", map[string]any{"code": code, "cursor_pos": end}))
	if names, _ := got["matches"].([]any); len(names) != 1 || names[0] != "answer" || got["cursor_start"] != end-4 || got["cursor_end"] != end {
		t.Errorf("reply %v, want answer from %v to %v", got, end-4, end)
	}
	got = b.reply(b.ask("complete_request", map[string]any{"code": "nosuch.x", "cursor_pos": 8}))
	if names, ok := got["matches"].([]any); !ok || len(names) > 0 || got["cursor_start"] != 8.0 || got["cursor_end"] != 8.0 {
		t.Errorf("of what nobody knows: %v", got)
	}
	close(b.gonb.hold)
	b.reply(id)
}

func TestOffset(t *testing.T) {
	for _, test := range []struct {
		text    string
		n, want int
	}{{"abc", 0, 0}, {"abc", 2, 2}, {"äb", 1, 2}, {"𝄞b", 2, 4}, {"𝄞b", 3, 5}, {"a", 9, 1}, {"", 0, 0}, {"a", -1, 0}} {
		if got := offset(test.text, test.n); got != test.want {
			t.Errorf("offset(%q, %d) = %d, want %d", test.text, test.n, got, test.want)
		}
	}
}

// A request without what it should have is answered, and the relay lives on.
func TestEmptyRequests(t *testing.T) {
	testkit.Medium(t)
	b := newBench(t, Options{})
	if got := b.reply(b.ask("complete_request", map[string]any{"code": "", "cursor_pos": 1})); got["status"] != "ok" {
		t.Errorf("completion of nothing: %v", got)
	}
	if got := b.reply(b.ask("complete_request", map[string]any{"code": "le", "cursor_pos": -5})); got["status"] != "ok" {
		t.Errorf("a cursor before the cell: %v", got)
	}
	if got := b.reply(b.ask("history_request", nil)); got["status"] != "ok" {
		t.Errorf("history: %v", got)
	}
	b.check("1", "ok")
}

// A picture's question goes to who answers pictures, at once and past the cells that wait, and its answer to who has asked.
func TestPicturesAsk(t *testing.T) {
	testkit.Medium(t)
	asked := make(chan string, 1)
	var later func(any)
	b := newBench(t, Options{Ask: func(question []byte, reply func(any)) {
		if strings.Contains(string(question), "later") {
			later = reply
		} else {
			reply(map[string]any{"value": 42})
		}
		asked <- string(question)
	}})
	id := b.execute("hold()")
	<-b.gonb.seen
	slow := b.ask(pictureRequest, map[string]any{"picture": "p", "value": "later"})
	if got := <-asked; got != `{"picture":"p","value":"later"}` {
		t.Errorf("asked %s", got)
	}
	if got := b.reply(b.ask(pictureRequest, map[string]any{"picture": "p"})); got["value"] != 42.0 {
		t.Errorf("answer %v", got)
	}
	<-asked
	if got := b.reply(b.ask("kernel_info_request", nil)); got["status"] != "ok" {
		t.Errorf("while a cell runs the kernel says of itself %v", got)
	}
	go later(map[string]any{"value": "late"})
	if got := b.reply(slow); got["value"] != "late" {
		t.Errorf("answer %v", got)
	}
	close(b.gonb.hold)
	b.reply(id)
}

func TestPicturesOfAKernelThatAnswersNone(t *testing.T) {
	testkit.Medium(t)
	b := newBench(t, Options{})
	if got := b.reply(b.ask(pictureRequest, map[string]any{"picture": "p"})); got["gone"] != true {
		t.Errorf("answer %v", got)
	}
	b.check("1", "ok")
}

// Help is answered while a cell runs, in text and as HTML; of what the notebook does not know it says so.
func TestInspection(t *testing.T) {
	testkit.Medium(t)
	b := newBench(t, Options{})
	id := b.execute("hold()")
	<-b.gonb.seen
	got := b.reply(b.ask("inspect_request", map[string]any{"code": "ä := 3\nä + 1", "cursor_pos": 8}))
	data, _ := got["data"].(map[string]any)
	if got["found"] != true || data["text/plain"] != "var ä int" || data["text/html"] != "<pre>var ä int</pre>\n" {
		t.Errorf("reply %v", got)
	}
	if got := b.reply(b.ask("inspect_request", map[string]any{"code": "nosuch", "cursor_pos": 3})); got["found"] != false {
		t.Errorf("of what nobody knows: %v", got)
	}
	close(b.gonb.hold)
	b.reply(id)
}
