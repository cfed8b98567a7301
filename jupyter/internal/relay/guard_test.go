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

// TestHugeFrames: a peer that announces a frame of 2^40 bytes, 2^63, or 64 MB that never come, ends its own connection or waits; the socket answers others. With
// TCP as package zmq4 has it the first such frame ends the process.
func TestHugeFrames(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	l := testkit.Must(net.Listen("tcp", "127.0.0.1:0"))(t)
	port := l.Addr().(*net.TCPAddr).Port
	l.Close()
	c := Connection{Transport: "tcp", IP: "127.0.0.1"}
	echo := zmq4.NewRep(ctx)
	testkit.OK(t, echo.Listen(c.guarded(port)))
	defer echo.Close()
	go beat(ctx, echo)
	for _, size := range []uint64{1 << 40, 1 << 62, 1<<64 - 1, maxFrame + 1, maxFrame} {
		peer := testkit.Must(net.Dial("tcp", strings.TrimPrefix(c.address(port), "tcp://")))(t)
		defer peer.Close()
		hello := make([]byte, greeting) // ZMTP 3.0, no security, no server
		hello[0], hello[9], hello[10] = 0xff, 0x7f, 3
		copy(hello[12:], "NULL")
		ready := append([]byte{4, 25}, "\x05READY\x0bSocket-Type\x00\x00\x00\x03REQ"...)
		huge := binary.BigEndian.AppendUint64([]byte{2}, size)
		for _, data := range [][]byte{hello, ready, huge, []byte("a hundred bytes at most")} {
			if _, err := peer.Write(data); err != nil {
				break // it has been ended
			}
		}
		if size > maxFrame {
			_ = peer.SetReadDeadline(time.Now().Add(30 * time.Second))
			if _, err := io.Copy(io.Discard, peer); errors.Is(err, os.ErrDeadlineExceeded) {
				t.Errorf("a frame of %d bytes: the connection is not ended", size)
			}
		}
	}
	ask := zmq4.NewReq(ctx)
	defer ask.Close()
	testkit.OK(t, ask.Dial(c.address(port)))
	long := bytes.Repeat([]byte("x"), 3<<20)
	for _, data := range [][]byte{[]byte("ping"), long, {}} {
		testkit.OK(t, ask.Send(zmq4.NewMsg(data)))
		if m, err := ask.Recv(); err != nil || !bytes.Equal(m.Bytes(), data) {
			t.Errorf("%d bytes come back as %d, %v", len(data), len(m.Bytes()), err)
		}
	}
}

// TestGuardPassesBytes: whatever the pieces in which frames come and are read, the bytes are the same.
func TestGuardPassesBytes(t *testing.T) {
	stream := bytes.Repeat([]byte{7}, greeting)
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
		got, err := io.ReadAll(&guarded{Conn: here, next: greeting})
		if err != nil || !bytes.Equal(got, stream) {
			t.Errorf("in pieces of %d: %d of %d bytes, %v", piece, len(got), len(stream), err)
		}
	}
}

// TestMessagesOfManyParts: package zmq4 keeps the parts of a message until the last has come, however many. A message that does not end is an error; many
// messages of one part are none.
func TestMessagesOfManyParts(t *testing.T) {
	const size, frames = 1 << 20, maxMessage>>20 + 1
	for _, more := range []byte{0, 1} {
		frame := append(binary.BigEndian.AppendUint64([]byte{2 | more}, size), make([]byte, size)...)
		here, there := net.Pipe()
		go func() {
			defer there.Close()
			_, err := there.Write(make([]byte, greeting))
			for i := 0; i < frames && err == nil; i++ {
				_, err = there.Write(frame)
			}
		}()
		n, err := io.Copy(io.Discard, &guarded{Conn: here, next: greeting})
		if (err != nil) != (more != 0) || more == 0 && n != greeting+frames*int64(len(frame)) {
			t.Errorf("%d frames of a megabyte with flag %d: %d bytes, %v", frames, more, n, err)
		}
	}
}
