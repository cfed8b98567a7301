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

	"chesscensus/internal/testing/testkit"
)

// ready is the first frame of a REQ socket.
var ready = shortFrame(4, "\x05READY\x0bSocket-Type\x00\x00\x00\x03REQ")

// shortFrame returns a frame of less than 256 bytes.
func shortFrame(flags byte, body string) []byte {
	return append([]byte{flags, byte(len(body))}, body...)
}

// startEcho starts a guarded socket that answers as the heartbeat of a kernel does, and returns its address.
func startEcho(t *testing.T) string {
	t.Helper()
	l := testkit.Must(net.Listen("tcp", "127.0.0.1:0"))(t)
	port := l.Addr().(*net.TCPAddr).Port
	l.Close()
	c := Connection{Transport: "tcp", IP: "127.0.0.1"}
	echo := zmq4.NewRep(t.Context())
	testkit.OK(t, echo.Listen(c.guardedAddress(port)))
	t.Cleanup(func() { echo.Close() })
	go answerHeartbeats(t.Context(), echo)
	return c.address(port)
}

// connectAndSend connects to an address and writes the pieces one by one.
func connectAndSend(t *testing.T, address string, pieces ...[]byte) net.Conn {
	t.Helper()
	peer := testkit.Must(net.Dial("tcp", strings.TrimPrefix(address, "tcp://")))(t)
	t.Cleanup(func() { peer.Close() })
	for _, data := range pieces {
		if _, err := peer.Write(data); err != nil {
			break // the connection has been closed
		}
	}
	return peer
}

// checkAnswered fails the test unless the socket answers a new client.
func checkAnswered(t *testing.T, address, after string) {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), 5*time.Second)
	defer stop()
	client := zmq4.NewReq(ctx)
	defer client.Close()
	got := make(chan error, 1)
	go func() {
		err := client.Dial(address)
		if err == nil {
			err = client.Send(zmq4.NewMsgString("ping"))
		}
		if err == nil {
			_, err = client.Recv()
		}
		got <- err
	}()
	select {
	case err := <-got:
		if err != nil {
			t.Errorf("after %s: %v", after, err)
		}
	case <-ctx.Done():
		t.Fatalf("after %s a new client is not answered", after)
	}
}

// TestMalformedReady checks that a READY whose properties are cut off ends the connection of its peer only. Package zmq4 reads beyond the
// end of the properties, which ends the process.
func TestMalformedReady(t *testing.T) {
	address := startEcho(t)
	for _, body := range []string{
		"", "\x05", "\xffREADY", "\x05READY\x05abcde", "\x05READY\x05abcd", "\x05READY\x05abcde\x00\x00", "\x05READY\x01a\x00\x00\x00\x05b", "\x05READY\x01a\xff\xff\xff\xff", "\x05READY\x00",
		"\x05READY\x03abc\x00\x00\x00\x01x\x7f", "\x05HELLO\x01a\x00\x00\x00\x00",
	} {
		peer := connectAndSend(t, address, zmqGreeting, shortFrame(4, body))
		_ = peer.SetReadDeadline(time.Now().Add(20 * time.Second))
		if _, err := io.Copy(io.Discard, peer); err != nil && strings.Contains(err.Error(), "timeout") {
			t.Errorf("READY %q: the connection is not ended", body)
		}
	}
	for _, first := range [][]byte{shortFrame(0, "\x05READY"), shortFrame(5, "\x05READY"), append([]byte("\x05READY"), make([]byte, 76)...), binary.BigEndian.AppendUint64([]byte{6}, 1<<20)} {
		connectAndSend(t, address, zmqGreeting, first)
	}
	checkAnswered(t, address, "malformed properties")
	long := "\x05READY\x0bSocket-Type\x00\x00\x00\x03REQ\x08Identity\x00\x00\x00\xff" + strings.Repeat("i", 255) // the longest name of a peer
	peer := connectAndSend(t, address, zmqGreeting, append(binary.BigEndian.AppendUint64([]byte{6}, uint64(len(long))), long...), shortFrame(1, ""), shortFrame(0, "ping"))
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

// TestSilentStrangers checks that peers that send nothing, or half a greeting, keep no other peer waiting. Package zmq4 greets one peer
// after the other.
func TestSilentStrangers(t *testing.T) {
	address := startEcho(t)
	for _, pieces := range [][][]byte{{}, {zmqGreeting[:10]}, {zmqGreeting}, {zmqGreeting, ready[:20]}} {
		connectAndSend(t, address, pieces...)
	}
	checkAnswered(t, address, "silent peers")
}

// TestHeartGoesOn checks that messages that no REQ socket sends, and peers that close before the answer, do not end the heartbeat.
func TestHeartGoesOn(t *testing.T) {
	address := startEcho(t)
	for range 3 {
		connectAndSend(t, address, zmqGreeting, ready, shortFrame(0, "no delimiter"))
		connectAndSend(t, address, zmqGreeting, ready, shortFrame(1, "x"), shortFrame(0, "y"))
		connectAndSend(t, address, zmqGreeting, ready, shortFrame(1, ""), shortFrame(0, "gone")).Close()
		connectAndSend(t, address, zmqGreeting, ready, shortFrame(0, ""))
		time.Sleep(50 * time.Millisecond)
	}
	checkAnswered(t, address, "messages of no REQ socket")
}
