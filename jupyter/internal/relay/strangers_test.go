package relay

import (
	"context"
	"encoding/binary"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/go-zeromq/zmq4"
)

// ready is the first frame of a REQ socket.
var ready = framed(4, "\x05READY\x0bSocket-Type\x00\x00\x00\x03REQ")

// framed is a short one with flags.
func framed(flags byte, body string) []byte { return append([]byte{flags, byte(len(body))}, body...) }

// echoing starts a socket that answers as the heartbeat of a kernel does, and returns its address.
func echoing(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := l.Addr().(*net.TCPAddr).Port
	l.Close()
	c := Connection{Transport: "tcp", IP: "127.0.0.1"}
	echo := zmq4.NewRep(t.Context())
	if err := echo.Listen(c.guarded(port)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { echo.Close() })
	go beat(t.Context(), echo)
	return c.address(port)
}

// tell connects to an address and writes, in pieces as peers write.
func tell(t *testing.T, address string, pieces ...[]byte) net.Conn {
	t.Helper()
	peer, err := net.Dial("tcp", strings.TrimPrefix(address, "tcp://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { peer.Close() })
	for _, data := range pieces {
		if _, err := peer.Write(data); err != nil {
			break // it has been ended
		}
	}
	return peer
}

// answers fails unless a socket answers somebody who comes anew.
func answers(t *testing.T, address, after string) {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), 5*time.Second)
	defer stop()
	ask := zmq4.NewReq(ctx)
	defer ask.Close()
	got := make(chan error, 1)
	go func() {
		err := ask.Dial(address)
		if err == nil {
			err = ask.Send(zmq4.NewMsgString("ping"))
		}
		if err == nil {
			_, err = ask.Recv()
		}
		got <- err
	}()
	select {
	case err := <-got:
		if err != nil {
			t.Errorf("after %s: %v", after, err)
		}
	case <-ctx.Done():
		t.Fatalf("after %s nobody is answered", after)
	}
}

// TestMalformedReady: a peer whose READY has properties that end before they say ends its own connection. Package zmq4 reads beyond their end, and the process
// ends.
func TestMalformedReady(t *testing.T) {
	address := echoing(t)
	for _, body := range []string{
		"", "\x05", "\xffREADY", "\x05READY\x05abcde", "\x05READY\x05abcd", "\x05READY\x05abcde\x00\x00", "\x05READY\x01a\x00\x00\x00\x05b", "\x05READY\x01a\xff\xff\xff\xff", "\x05READY\x00",
		"\x05READY\x03abc\x00\x00\x00\x01x\x7f", "\x05HELLO\x01a\x00\x00\x00\x00",
	} {
		peer := tell(t, address, hello, framed(4, body))
		_ = peer.SetReadDeadline(time.Now().Add(20 * time.Second))
		if _, err := io.Copy(io.Discard, peer); err != nil && strings.Contains(err.Error(), "timeout") {
			t.Errorf("READY %q: the connection is not ended", body)
		}
	}
	for _, first := range [][]byte{framed(0, "\x05READY"), framed(5, "\x05READY"), append([]byte("\x05READY"), make([]byte, 76)...), binary.BigEndian.AppendUint64([]byte{6}, 1<<20)} {
		tell(t, address, hello, first)
	}
	answers(t, address, "malformed properties")
	long := "\x05READY\x0bSocket-Type\x00\x00\x00\x03REQ\x08Identity\x00\x00\x00\xff" + strings.Repeat("i", 255) // the longest name of a peer
	peer := tell(t, address, hello, append(binary.BigEndian.AppendUint64([]byte{6}, uint64(len(long))), long...), framed(1, ""), framed(0, "ping"))
	_ = peer.SetReadDeadline(time.Now().Add(20 * time.Second))
	for answer := ""; !strings.HasSuffix(answer, "ping"); {
		b := make([]byte, 200)
		n, err := peer.Read(b)
		if err != nil {
			t.Fatalf("a peer with a long name: %v, %q", err, answer)
		}
		answer += string(b[:n])
	}
}

// TestSilentStrangers: peers that say nothing, or half of what they should, keep nobody else waiting. Package zmq4 takes one peer after the other.
func TestSilentStrangers(t *testing.T) {
	address := echoing(t)
	for _, pieces := range [][][]byte{{}, {hello[:10]}, {hello}, {hello, ready[:20]}} {
		tell(t, address, pieces...)
	}
	answers(t, address, "silent peers")
}

// TestHeartGoesOn: messages that no REQ socket sends, and peers that go before they are answered, do not end the heartbeat.
func TestHeartGoesOn(t *testing.T) {
	address := echoing(t)
	for range 3 {
		tell(t, address, hello, ready, framed(0, "no delimiter"))
		tell(t, address, hello, ready, framed(1, "x"), framed(0, "y"))
		tell(t, address, hello, ready, framed(1, ""), framed(0, "gone")).Close()
		tell(t, address, hello, ready, framed(0, ""))
		time.Sleep(50 * time.Millisecond)
	}
	answers(t, address, "messages of no REQ socket")
}
