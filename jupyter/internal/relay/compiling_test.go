package relay

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-zeromq/zmq4"

	"chesscensus/internal/testing/testkit"
)

// TestCompileNote checks that a cell whose build takes long has a note under it, which is cleared with the first output, or at the end of
// a cell that shows nothing.
func TestCompileNote(t *testing.T) {
	testkit.Medium(t)
	b := newBench(t, Options{Built: filepath.Join(t.TempDir(), "built"), Banner: "what cells are"})
	testkit.Equal(t, b.reply(b.send("kernel_info_request", nil))["banner"], "what cells are")
	for code, want := range map[string]string{
		"%%\nslowly(speaks)": "stdout: compiling ...|clear_output|stdout: here\n",
		"%%\nslowly()":       "stdout: compiling ...|clear_output|clear_output",
		"%%\nquick()":        "",
		"%words":             "stdout: ",
	} {
		got := strings.Join(b.published(b.execute(code))[1:], "|")
		if got != want && !(code == "%words" && strings.HasPrefix(got, want)) {
			t.Errorf("%q: %q, want %q", code, got, want)
		}
	}
}

// TestNoCompileNote checks that there is no note without the file Built.
func TestNoCompileNote(t *testing.T) {
	testkit.Medium(t)
	b := newBench(t, Options{})
	b.check("%%\nslowly(speaks)", "ok", "stdout: here\n")
}

// TestStopWhileCompiling checks that an interrupt during a build is sent to GoNB again once the program exists.
func TestStopWhileCompiling(t *testing.T) {
	testkit.Medium(t)
	built := filepath.Join(t.TempDir(), "built")
	b := newBench(t, Options{Built: built})
	control := zmq4.NewDealer(context.Background(), zmq4.WithID(zmq4.SocketIdentity("me")))
	defer control.Close()
	testkit.OK(t, control.Dial(b.outer.address(b.outer.ControlPort)))

	interrupts := make(chan bool, 1000) // for each interrupt that GoNB gets, whether the program exists
	go func() {
		for {
			raw, err := b.gonb.control.Recv()
			if err != nil {
				return
			}
			if m, err := parse(raw.Frames, b.gonb.key); err == nil && m.header.Type == "interrupt_request" {
				_, err := os.Stat(built)
				interrupts <- err == nil
			}
		}
	}()
	id := b.execute("%%\nslowly()")
	<-b.gonb.seen
	m := (&message{rawHeader: []byte("{}"), header: header{Session: "s"}}).answer("interrupt_request", false, map[string]any{})
	m.ids = nil
	testkit.OK(t, control.SendMulti(zmq4.NewMsgFrom(m.frames(b.key)...)))
	if built := <-interrupts; built {
		t.Skip("the machine is so busy that the program existed before the first interrupt")
	}
	if built := <-interrupts; !built {
		t.Error("interrupted again before the program existed")
	}
	b.published(id)
}
