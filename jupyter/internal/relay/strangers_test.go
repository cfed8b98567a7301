package relay

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"os"
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

// TestHugeFrames checks that a frame that announces more than maxFrame bytes ends the connection of its peer, that one of maxFrame bytes
// that never come does no harm, and that the socket answers others. With the TCP of package zmq4 the first such frame ends the process.
func TestHugeFrames(t *testing.T) {
	address := startEcho(t)
	for _, size := range []uint64{1 << 40, 1 << 62, 1<<64 - 1, maxFrame + 1, maxFrame} {
		huge := binary.BigEndian.AppendUint64([]byte{2}, size)
		peer := connectAndSend(t, address, zmqGreeting, ready, huge, []byte("a hundred bytes at most"))
		if size > maxFrame {
			_ = peer.SetReadDeadline(time.Now().Add(30 * time.Second))
			if _, err := io.Copy(io.Discard, peer); errors.Is(err, os.ErrDeadlineExceeded) {
				t.Errorf("a frame of %d bytes: the connection is not ended", size)
			}
		}
	}
	client := zmq4.NewReq(t.Context())
	defer client.Close()
	testkit.OK(t, client.Dial(address))
	long := bytes.Repeat([]byte("x"), 3<<20)
	for _, data := range [][]byte{[]byte("ping"), long, {}} {
		testkit.OK(t, client.Send(zmq4.NewMsg(data)))
		if m, err := client.Recv(); err != nil || !bytes.Equal(m.Bytes(), data) {
			t.Errorf("%d bytes come back as %d, or as others, error %v", len(data), len(m.Bytes()), err)
		}
	}
}

// TestGuardPassesBytes checks that the bytes of a stream stay the same, whatever the pieces in which they come.
func TestGuardPassesBytes(t *testing.T) {
	stream := bytes.Repeat([]byte{7}, greetingSize)
	for _, n := range []int{0, 1, 255, 300, 70_000} {
		if n < 256 {
			stream = append(stream, 1, byte(n))
		} else {
			stream = binary.BigEndian.AppendUint64(append(stream, 3), uint64(n))
		}
		stream = append(stream, bytes.Repeat([]byte{byte(n)}, n)...)
	}
	for _, piece := range []int{1, 7, 64, 1 << 20} {
		here, there := net.Pipe()
		go func() {
			defer there.Close()
			for rest := stream; len(rest) > 0; {
				n := min(piece, len(rest))
				if _, err := there.Write(rest[:n]); err != nil {
					return
				}
				rest = rest[n:]
			}
		}()
		got, err := io.ReadAll(&guardedConn{Conn: here, next: greetingSize})
		if err != nil || !bytes.Equal(got, stream) {
			t.Errorf("in pieces of %d: %d of %d bytes, or others, error %v", piece, len(got), len(stream), err)
		}
	}
}

// TestMessagesOfManyParts checks that a message of too many parts is an error: package zmq4 would keep its parts in memory until the last
// has come. Many messages of one part are no error.
func TestMessagesOfManyParts(t *testing.T) {
	const size, frames = 1 << 20, maxMessage>>20 + 1
	for _, more := range []byte{0, 1} {
		frame := append(binary.BigEndian.AppendUint64([]byte{2 | more}, size), make([]byte, size)...)
		here, there := net.Pipe()
		go func() {
			defer there.Close()
			_, err := there.Write(make([]byte, greetingSize))
			for i := 0; i < frames && err == nil; i++ {
				_, err = there.Write(frame)
			}
		}()
		n, err := io.Copy(io.Discard, &guardedConn{Conn: here, next: greetingSize})
		if (err != nil) != (more != 0) || more == 0 && n != greetingSize+frames*int64(len(frame)) {
			t.Errorf("%d frames of a megabyte with flag %d: %d bytes, error %v, want an error with flag 1 alone", frames, more, n, err)
		}
	}
}
