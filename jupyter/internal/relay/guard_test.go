package relay

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"os"
	"testing"
	"time"

	"github.com/go-zeromq/zmq4"

	"chesscensus/internal/testing/testkit"
)

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
