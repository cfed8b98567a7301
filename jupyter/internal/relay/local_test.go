package relay

import (
	"strings"
	"testing"
	"time"

	"chesscensus/internal/testing/testkit"
)

// states returns the states that are published about a request, or about none if id is "", until the kernel is idle.
func (b *bench) states(id string) (list []any) {
	b.t.Helper()
	for {
		select {
		case m := <-b.publications:
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

// TestJupyterLearnsThatTheKernelIsReady checks that after a kernel_info_request the state is also published about no request: JupyterLab
// ignores states about a kernel_info_request.
func TestJupyterLearnsThatTheKernelIsReady(t *testing.T) {
	testkit.Medium(t)
	b := newBench(t, Options{})
	b.reply(b.send("kernel_info_request", nil))
	if got := b.states(""); len(got) != 1 {
		t.Errorf("states %v, want idle alone", got)
	}
	// While a cell runs the state is busy.
	end := b.holdCell()
	history := b.send("history_request", nil)
	if got := b.reply(history); got["status"] != "ok" || got["history"] == nil {
		t.Errorf("history: %v, want a list", got)
	}
	for m := range b.publications {
		if m.parentID() == history && m.header.Type == "status" {
			if state := m.content()["execution_state"]; state != "busy" {
				t.Errorf("with a cell running the state is %v, want busy", state)
			}
			break
		}
	}
	end()
	if got := b.states(b.send("history_request", nil)); len(got) != 2 || got[0] != "busy" {
		t.Errorf("states %v, want busy, idle", got)
	}
}

// TestIgnoredRequestsAreAnswered checks that requests that GoNB ignores get an answer and do not reach GoNB.
func TestIgnoredRequestsAreAnswered(t *testing.T) {
	testkit.Medium(t)
	b := newBench(t, Options{})
	for msgType, a := range unanswered {
		b.ask(msgType, map[string]any{"code": "x"}, "status", a.content["status"])
	}
	select {
	case code := <-b.gonb.seen:
		t.Errorf("GoNB got %q, want nothing", code)
	default:
	}
	b.check("1", "ok")
}

// TestCompletionWhileACellRuns checks that completion is answered also while a cell runs. Offsets are counted as
// Jupyter does, in UTF-16 units.
func TestCompletionWhileACellRuns(t *testing.T) {
	testkit.Medium(t)
	b := newBench(t, Options{})
	defer b.holdCell()()
	code := "s := \"𝄞\"; answer := 42\nansw + 1"
	end := float64(units("s := \"𝄞\"; answer := 42\nansw"))
	got := b.reply(b.send("complete_request", map[string]any{"code": code, "cursor_pos": end}))
	if names, _ := got["matches"].([]any); len(names) != 1 || names[0] != "answer" || got["cursor_start"] != end-4 || got["cursor_end"] != end {
		t.Errorf("reply %v, want answer from %v to %v", got, end-4, end)
	}
	got = b.reply(b.send("complete_request", map[string]any{"code": "nosuch.x", "cursor_pos": 8}))
	if names, ok := got["matches"].([]any); !ok || len(names) > 0 || got["cursor_start"] != 8.0 || got["cursor_end"] != 8.0 {
		t.Errorf("an unknown name: %v, want no match at 8", got)
	}
}

// TestOffset checks byte offsets of UTF-16 units, also before and behind the text.
func TestOffset(t *testing.T) {
	for _, test := range []struct {
		text    string
		n, want int
	}{{"abc", 0, 0}, {"abc", 2, 2}, {"äb", 1, 2}, {"𝄞b", 2, 4}, {"𝄞b", 3, 5}, {"a", 9, 1}, {"", 0, 0}, {"a", -1, 0}} {
		testkit.Equal(t, offset(test.text, test.n), test.want, test.text, test.n)
	}
}

// TestEmptyRequests checks that requests with missing or impossible fields are answered, and that cells run after them.
func TestEmptyRequests(t *testing.T) {
	testkit.Medium(t)
	b := newBench(t, Options{})
	b.ask("complete_request", map[string]any{"code": "", "cursor_pos": 1}, "status", "ok")
	b.ask("complete_request", map[string]any{"code": "le", "cursor_pos": -5}, "status", "ok")
	b.ask("history_request", nil, "status", "ok")
	b.check("1", "ok")
}

// TestPicturesAsk checks that a picture's question goes to Options.Ask while a cell runs, and the answer to the sender, also if a later one
// is answered before.
func TestPicturesAsk(t *testing.T) {
	testkit.Medium(t)
	questions := make(chan string, 1)
	var later func(any)
	b := newBench(t, Options{Ask: func(question []byte, reply func(any)) {
		if strings.Contains(string(question), "later") {
			later = reply
		} else {
			reply(map[string]any{"value": 42})
		}
		questions <- string(question)
	}})
	defer b.holdCell()()
	slow := b.send(pictureRequest, map[string]any{"picture": "p", "value": "later"})
	testkit.Equal(t, <-questions, `{"picture":"p","value":"later"}`)
	b.ask(pictureRequest, map[string]any{"picture": "p"}, "value", 42.0)
	<-questions
	b.ask("kernel_info_request", nil, "status", "ok")
	go later(map[string]any{"value": "late"})
	if got := b.reply(slow); got["value"] != "late" {
		t.Errorf("answer %v, want the value late", got)
	}
}

// TestPicturesOfAKernelThatAnswersNone checks the answer to a picture without Options.Ask.
func TestPicturesOfAKernelThatAnswersNone(t *testing.T) {
	testkit.Medium(t)
	b := newBench(t, Options{})
	b.ask(pictureRequest, map[string]any{"picture": "p"}, "gone", true)
	b.check("1", "ok")
}

// TestInspection checks that help is answered while a cell runs, as text and as HTML, and that an unknown name is reported as not found.
func TestInspection(t *testing.T) {
	testkit.Medium(t)
	b := newBench(t, Options{})
	defer b.holdCell()()
	got := b.reply(b.send("inspect_request", map[string]any{"code": "ä := 3\nä + 1", "cursor_pos": 8}))
	data, _ := got["data"].(map[string]any)
	if got["found"] != true || data["text/plain"] != "var ä int" || data["text/html"] != "<pre>var ä int</pre>\n" {
		t.Errorf("reply %v, want var ä int as text and as HTML", got)
	}
	b.ask("inspect_request", map[string]any{"code": "nosuch", "cursor_pos": 3}, "found", false)
}

// TestReadsInput checks the first line that reads standard input.
func TestReadsInput(t *testing.T) {
	for code, want := range map[string]int{
		"var s string\nfmt.Scan(&s)":               2,
		"n, err := fmt.Scanln(&s)":                 1,
		"a := 1\n\nr := bufio.NewReader(os.Stdin)": 3,
		"fmt . Scanf(\"%d\", &n)":                  1,
		"fmt.Sscan(text, &n)":                      0,
		"fmt.Fscan(r, &n)":                         0,
		"x.fmt.Scanner":                            0,
		"// fmt.Scan(&s)\n\"os.Stdin\"":            0,
		"os.Stdout.WriteString(fmt.Sprint(1))":     0,
		"fmt.Println(1)\nos.Getpid()\nfmt.Scan()":  3,
		"": 0,
	} {
		testkit.Equal(t, readsInput(code), want, code)
	}
}

// TestInput checks that a cell that reads input requests an input box, or is an error at once if the front end has none.
func TestInput(t *testing.T) {
	testkit.Medium(t)
	b := newBench(t, Options{})
	const code = "var s string\nfmt.Scan(&s)\nfmt.Scan(&s)"
	b.check(code, "error", `error: line 2 reads standard input, and this front end takes none: give the value in the cell: `+
		`["line 2 reads standard input, and this front end takes none: give the value in the cell"]`)
	testkit.Equal(t, <-b.gonb.seen, "")
	b.published(b.send("execute_request", map[string]any{"code": code, "allow_stdin": true}))
	if got := <-b.gonb.seen; strings.Count(got, "\ngonbui.RequestInput(\" \", false); fmt.Scan(&s)\n") != 1 || strings.Count(got, "RequestInput") != 2 {
		t.Errorf("GoNB was to run %q, want two requests for input, one on its own line", got)
	}
}
