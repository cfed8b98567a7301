package relay

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/go-zeromq/zmq4"

	"chesscensus/internal/testing/testkit"
	"chesscensus/jupyter/internal/cells"
	"chesscensus/jupyter/internal/cells/lookup"
)

// A bench is a relay between a client of the test and a stand-in for GoNB. Sockets, channels and key are the client's.
type bench struct {
	t                     *testing.T
	shell, iopub          zmq4.Socket
	publications, replies <-chan *message
	key                   string
	gonb                  *standIn
	outer                 *Connection // where the client connects
}

// A standIn answers as GoNB would, and counts cells. Words in the text of a cell, such as "panic", decide what it prints and how it ends; see
// execute.
type standIn struct {
	sockets
	count int
	seen  chan string   // texts of the cells that it got
	hold  chan struct{} // closed when cells with the word "hold" are to end
	built string        // Options.Built, a file that is written when a cell is compiled
}

// serve answers requests until the socket is closed.
func (g *standIn) serve() {
	for {
		raw, err := g.shell.Recv()
		if err != nil {
			return
		}
		m, err := parse(raw.Frames, g.key)
		if err != nil {
			continue
		}
		g.publish(m, "status", map[string]any{"execution_state": "busy"})
		switch m.header.Type {
		case "kernel_info_request":
			g.send(g.shell, m.answer("kernel_info_reply", true, map[string]any{"status": "ok"}))
		case "execute_request":
			g.execute(m)
			if strings.Contains(m.content()["code"].(string), "mute") { // its publications have no end
				continue
			}
		case "comm_msg":
			g.publish(m, "comm_seen", nil)
		}
		g.publish(m, "status", map[string]any{"execution_state": "idle"})
	}
}

// publish publishes a message as an effect of the request m.
func (g *standIn) publish(m *message, msgType string, content map[string]any) {
	g.send(g.iopub, m.answer(msgType, false, content))
}

// execute publishes the output of a cell and sends the reply. The words in the cell decide what it prints and how it ends.
func (g *standIn) execute(m *message) {
	code := m.content()["code"].(string)
	g.seen <- code
	g.count++
	g.publish(m, "execute_input", map[string]any{"code": code, "execution_count": g.count})
	reply := map[string]any{"status": "ok", "execution_count": g.count}
	fail := func(value string, trace ...string) {
		g.publish(m, "error", map[string]any{"ename": "ERROR", "evalue": value, "traceback": trace})
		reply["status"], reply["evalue"], reply["traceback"] = "error", value, trace
	}
	line := 1 // of the user's statement, the last line that is a call
	for i, text := range strings.Split(code, "\n") {
		if strings.HasSuffix(text, ")") {
			line = i + 1
		}
	}
	switch {
	case strings.Contains(code, "undefined"):
		fail("# gonb_01234567\n./main.go:9:2: undefined: x", "\x1b[31m# gonb_01234567\x1b[0m",
			fmt.Sprintf("Cell[%d]: Line %d\n\tcontext\n\x1b[31mundefined: x\x1b[0m", g.count, line), "\x1b[31mexit status 1\x1b[0m")
	case strings.Contains(code, "panic"):
		place := fmt.Sprintf(" \x1b[7m[[ Cell [%d] Line %d ]]\x1b[0m /tmp/a b/gonb_01234567/main.go:14 +0x1d", g.count, line)
		g.publish(m, "stream", map[string]any{"name": "stderr", "text": "before\npanic: boom\n\ngoroutine 1 [running]:\n"})
		g.publish(m, "stream", map[string]any{"name": "stderr", "text": "main.add(0x1)\n\t" + place + "\nmain.main()\n\t" + place + "\nexit status 2\n"})
		fail("exit status 2", "exit status 2")
	case strings.Contains(code, "fails"):
		g.publish(m, "stream", map[string]any{"name": "stderr", "text": "error: no such file\n"})
		g.publish(m, "stream", map[string]any{"name": "stderr", "text": "exit status 1\n"})
		fail("exit status 1", "exit status 1")
	case strings.Contains(code, "flood"):
		for range 3 {
			g.publish(m, "stream", map[string]any{"name": "stdout", "text": strings.Repeat("a line\n", 15_000)})
		}
	case strings.Contains(code, "slowly"):
		time.Sleep(compileDelay + compileDelay/2)
		os.WriteFile(g.built, nil, 0o600)
		time.Sleep(compileDelay)
		if strings.Contains(code, "speaks") {
			g.publish(m, "stream", map[string]any{"name": "stdout", "text": "here\n"})
		}
	case strings.Contains(code, "interrupt"):
		fail("signal: interrupt", "signal: interrupt")
	case strings.Contains(code, "hold"):
		go func() {
			<-g.hold
			g.send(g.shell, m.answer("execute_reply", true, reply))
		}()
		return
	}
	g.send(g.shell, m.answer("execute_reply", true, reply))
}

// patience is how long a test waits for an answer: so long that only a missing one takes it.
const patience = 5 * time.Minute

// newBench starts a stand-in for GoNB, a relay with options o and a client, and waits until the client gets publications. The test's cleanup
// ends them, and fails the test if the relay ends with an error.
func newBench(t *testing.T, o Options) *bench {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	dir := t.TempDir()
	ports := &Connection{Key: "secret", Transport: "tcp", IP: "127.0.0.1"}
	_, outer, err := ports.OnPorts(dir, "outer.json")
	testkit.OK(t, err)
	path, inner, err := outer.Inner(dir, "kernel-1.json")
	testkit.OK(t, err)
	if reread, err := ReadConnection(path); err != nil || *reread != *inner {
		t.Fatalf("the connection file reads %+v, error %v, want %+v", reread, err, *inner)
	}
	g := &standIn{seen: make(chan string, 100), hold: make(chan struct{}), built: o.Built}
	g.key = inner.Key
	g.shell, g.control, g.stdin, g.iopub = zmq4.NewRouter(ctx), zmq4.NewRouter(ctx), zmq4.NewRouter(ctx), zmq4.NewPub(ctx)
	for socket, port := range map[zmq4.Socket]int{g.shell: inner.ShellPort, g.control: inner.ControlPort, g.stdin: inner.StdinPort, g.iopub: inner.IOPubPort} {
		testkit.OK(t, socket.Listen(inner.address(port)))
	}
	go g.serve()
	o.Outer, o.Inner = outer, inner
	o.Notebook = cells.New(filepath.Join(dir), &lookup.Packages{Go: "/nowhere/go"})
	ended := make(chan error, 1)
	go func() { ended <- Run(ctx, o) }()
	b := &bench{t: t, gonb: g, outer: outer, key: outer.Key, shell: zmq4.NewDealer(ctx, zmq4.WithID(zmq4.SocketIdentity("me"))), iopub: zmq4.NewSub(ctx)}
	b.iopub.SetOption(zmq4.OptionSubscribe, "")
	for socket, port := range map[zmq4.Socket]int{b.shell: outer.ShellPort, b.iopub: outer.IOPubPort} {
		testkit.OK(t, socket.Dial(outer.address(port)))
	}
	b.replies, b.publications = receive(ctx, b.shell, b.key), receive(ctx, b.iopub, b.key)
	t.Cleanup(func() {
		cancel()
		g.close()
		if err := <-ended; err != nil {
			t.Errorf("Run: %v", err)
		}
	})
	for { // a subscription takes a while until publications arrive
		b.reply(b.send("kernel_info_request", nil))
		select {
		case <-b.publications:
			return b
		case <-time.After(70 * time.Millisecond):
		}
	}
}

// send sends a request and returns its id.
func (b *bench) send(msgType string, content map[string]any) string {
	m := (&message{rawHeader: []byte("{}"), header: header{Session: "s"}}).answer(msgType, false, content)
	m.ids = nil
	testkit.OK(b.t, b.shell.SendMulti(zmq4.NewMsgFrom(m.frames(b.key)...)))
	return m.header.ID
}

// ask sends a request, and checks one field of the answer.
func (b *bench) ask(msgType string, content map[string]any, field string, want any) {
	b.t.Helper()
	if got := b.reply(b.send(msgType, content)); got[field] != want {
		b.t.Errorf("%s %v: %s is %v, want %v", msgType, content, field, got[field], want)
	}
}

// holdCell begins a cell, which ends when the returned function is called.
func (b *bench) holdCell() (end func()) {
	b.t.Helper()
	id := b.execute("hold()")
	<-b.gonb.seen
	return func() {
		close(b.gonb.hold)
		b.reply(id)
	}
}

// execute sends a request to execute a cell and returns its id.
func (b *bench) execute(code string) string {
	return b.send("execute_request", map[string]any{"code": code, "silent": false, "store_history": true, "stop_on_error": true})
}

// reply returns the content of the answer to a request.
func (b *bench) reply(id string) map[string]any {
	b.t.Helper()
	for {
		select {
		case m := <-b.replies:
			if m.parentID() == id {
				return m.content()
			}
		case <-time.After(patience):
			b.t.Fatal("no reply")
		}
	}
}

// published returns the publications about a request until it is idle, except for status, each as "kind: text".
func (b *bench) published(id string) (list []string) {
	b.t.Helper()
	for {
		select {
		case m := <-b.publications:
			if m.parentID() != id {
				continue
			}
			c := m.content()
			switch m.header.Type {
			case "status":
				if c["execution_state"] == "idle" {
					return list
				}
			case "execute_input":
				list = append(list, "input: "+c["code"].(string))
			case "stream":
				list = append(list, c["name"].(string)+": "+c["text"].(string))
			case "error":
				lines, _ := json.Marshal(c["traceback"])
				list = append(list, fmt.Sprintf("%s: %s: %s", c["ename"], c["evalue"], lines))
			default:
				list = append(list, m.header.Type)
			}
		case <-time.After(patience):
			b.t.Fatalf("not idle; published %q", list)
		}
	}
}

// check executes a cell and checks that its publications are its input and then those wanted, and the status of the reply.
func (b *bench) check(code string, status string, want ...string) {
	b.t.Helper()
	id := b.execute(code)
	if got := b.published(id); strings.Join(got, "\n") != strings.Join(append([]string{"input: " + code}, want...), "\n") {
		b.t.Errorf("%q: published %q, want the input and %q", code, got, want)
	}
	if got := b.reply(id); got["status"] != status {
		b.t.Errorf("%q: reply %v, want status %s", code, got, status)
	}
}

// TestCellsAreRewrittenAndShownAsWritten checks what GoNB gets of a cell, and that Jupyter is shown the user's text.
func TestCellsAreRewrittenAndShownAsWritten(t *testing.T) {
	testkit.Medium(t)
	b := newBench(t, Options{})
	b.check("1 + 1", "ok")
	testkit.Contains(t, <-b.gonb.seen, "cell.Show(1 + 1)")
	b.check("%%\nfmt.Println(1)", "ok")
	testkit.Equal(t, <-b.gonb.seen, "%%\nfmt.Println(1)")
	b.check("%variables", "ok", "stdout: no variables\n")
	testkit.Equal(t, <-b.gonb.seen, "")
	b.check("x := (", "error", `error: line 1: the bracket ( is not closed: ["line 1: the bracket ( is not closed","    x := ("]`)
}

// TestErrorsAreTidy checks the errors of a cell that does not compile, panics, returns an error, or is interrupted.
func TestErrorsAreTidy(t *testing.T) {
	testkit.Medium(t)
	b := newBench(t, Options{})
	b.check("undefined()", "error", `error: cell [1], line 1: undefined: x: ["cell [1], line 1: undefined: x\n    undefined()"]`)
	b.check("panic(1)", "error", "stderr: before\n",
		`panic: panic: boom: ["panic: boom","    add at cell [2], line 1","    cell [2], line 1"]`)
	b.check("fails()", "error", `error: no such file: ["no such file"]`)
	b.check("interrupt()", "error", `interrupted: the cell was stopped: ["the cell was stopped"]`)
}

// TestReplyWithoutIdle checks that a reply is held back until idleGrace has passed if the end of the cell's publications does not come.
func TestReplyWithoutIdle(t *testing.T) {
	testkit.Medium(t)
	b := newBench(t, Options{})
	start := time.Now()
	if got := b.reply(b.execute("mute()")); got["status"] != "ok" {
		t.Errorf("reply %v, want status ok", got)
	}
	if waited := time.Since(start); waited < idleGrace {
		t.Errorf("the reply came after %v, before the publications could have", waited)
	}
	b.check("1", "ok")
}

// TestQueue checks that the cell that waits when one fails is aborted, that a later one is executed, and that messages of widgets do not
// wait.
func TestQueue(t *testing.T) {
	testkit.Medium(t)
	b := newBench(t, Options{})
	first := b.execute("hold()")
	second, third := b.execute("undefined()"), b.execute("1")
	if got := b.published(b.send("comm_msg", nil)); strings.Join(got, " ") != "comm_seen" {
		t.Errorf("published about a widget's message: %q, want comm_seen", got)
	}
	close(b.gonb.hold)
	for i, want := range []string{"ok", "error", "aborted"} {
		if got := b.reply([]string{first, second, third}[i]); got["status"] != want {
			t.Errorf("cell %d: %v, want status %s", i+1, got, want)
		}
	}
	b.check("2", "ok")
}

// TestReadConnection checks the errors of bad connection files, and the address of a connection without TCP.
func TestReadConnection(t *testing.T) {
	for text, want := range map[string]string{
		"{":                            "is no connection file",
		"{}":                           "ports are missing",
		`{"signature_scheme": "none"}`: "want hmac-sha256",
	} {
		path := filepath.Join(t.TempDir(), "c.json")
		testkit.OK(t, os.WriteFile(path, []byte(text), 0o600))
		testkit.Fails(ReadConnection(path))(t, want, text)
	}
	testkit.Fails(ReadConnection("/nowhere"))(t, "", "missing file")
	c := Connection{Transport: "ipc", IP: "kernel-ipc"}
	testkit.Equal(t, c.address(3), "ipc://kernel-ipc-3")
}

// TestParseRefuses checks that parse reads the frames of a message, and that a wrong signature or too few frames are errors.
func TestParseRefuses(t *testing.T) {
	m := (&message{rawHeader: []byte("{}")}).answer("status", false, nil)
	frames := m.frames("key")
	if got, err := parse(frames, "key"); err != nil || got.header.Type != "status" || string(got.ids[0]) != "status" {
		t.Errorf("%+v, error %v, want a message of status", got, err)
	}
	if _, err := parse(frames, "other"); err != errSignature {
		t.Errorf("wrong key: error %v, want %v", err, errSignature)
	}
	for i := range frames {
		if _, err := parse(frames[:i], "key"); err != errMessage {
			t.Errorf("%d frames: %v", i, err)
		}
	}
}
