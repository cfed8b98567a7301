package embedded

import (
	"bytes"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestStart: a server that keeps its files is ready at once, and listens to nobody.
func TestStart(t *testing.T) {
	s, err := Start(Options(t.TempDir(), 1<<20), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Stop()
	if s.URL() != "" || !s.JetStreamEnabled() {
		t.Errorf("it listens at %v, keeps files %v", s.URL(), s.JetStreamEnabled())
	}
}

// TestStartWithoutAFolder: where there is a file instead of a folder the error names it.
func TestStartWithoutAFolder(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := Start(Options(file, 1<<20), slog.New(slog.DiscardHandler))
	if err == nil {
		s.Stop()
		t.Fatal("no error")
	}
	if !strings.Contains(err.Error(), file) {
		t.Errorf("%v does not name %s", err, file)
	}
}

// TestServe: an engine that has an address is found there until it is stopped; one without a port in it is not started.
func TestServe(t *testing.T) {
	if e, err := Serve(t.TempDir(), "nowhere", nil); err == nil {
		e.Stop()
		t.Error("an engine at nowhere")
	}
	e, err := Serve(t.TempDir(), "127.0.0.1:0", slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	host, found := strings.CutPrefix(e.URL(), "nats://127.0.0.1:")
	if !found || host == "0" {
		t.Errorf("it is at %q", e.URL())
	}
	conn, err := net.Dial("tcp", "127.0.0.1:"+host)
	if err != nil {
		t.Fatal(err)
	}
	conn.Close()
	e.Stop()
	if conn, err := net.Dial("tcp", "127.0.0.1:"+host); err == nil {
		conn.Close()
		t.Error("it is there after it was stopped")
	}
}

// TestListen: addresses, and what is none.
func TestListen(t *testing.T) {
	for address, want := range map[string]string{"": "", ":4222": "4222", "127.0.0.1:4222": "127.0.0.1 4222", "127.0.0.1:0": "127.0.0.1 -1",
		"nowhere": "want an address", ":65536": "want a port", ":x": "want a port", "[::1": "want an address"} {
		o := Options(t.TempDir(), 1)
		err := Listen(o, address)
		got := ""
		switch {
		case err != nil:
			got = err.Error()
		case !o.DontListen:
			got = strings.TrimSpace(fmt.Sprint(o.Host, " ", o.Port))
		}
		if !strings.HasPrefix(got, want) || got == "" != (want == "") {
			t.Errorf("%q: %s, want %s", address, got, want)
		}
	}
}

// TestServerLog: warnings and errors are passed on as such, all else as details.
func TestServerLog(t *testing.T) {
	var text bytes.Buffer
	log := serverLog{slog.New(slog.NewTextHandler(&text, &slog.HandlerOptions{Level: slog.LevelDebug}))}
	log.Noticef("a%d", 1)
	log.Warnf("b%d", 2)
	log.Errorf("c%d", 3)
	log.Fatalf("d%d", 4)
	log.Debugf("e%d", 5)
	log.Tracef("f%d", 6)
	for _, want := range []string{"DEBUG msg=a1", "WARN msg=b2", "ERROR msg=c3", "ERROR msg=d4", "DEBUG msg=e5", "DEBUG msg=f6"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %q in\n%s", want, &text)
		}
	}
}
