package relay

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"net"

	"github.com/go-zeromq/zmq4"
	"github.com/go-zeromq/zmq4/transport"
)

// maxFrame is the size of the largest part of a message that Jupyter may send, in bytes, and maxMessage that of all its parts, of which each counts partCost more.
const (
	maxFrame   = 64 << 20
	maxMessage = 4 * maxFrame
	partCost   = 64
)

// guardedScheme is the name of TCP with [guarded] connections in addresses of ZeroMQ.
const guardedScheme = "guarded"

func init() {
	if err := zmq4.RegisterTransport(guardedScheme, guard{transport.New("tcp")}); err != nil {
		panic(err) // the name is taken: a fault of this program
	}
}

// A guard is TCP whose listeners read frames of ZeroMQ whole before they pass them on. Package zmq4 allocates what the head of a frame says before it reads
// it: a hundred bytes from anybody who can reach the port were enough to end the kernel.
type guard struct{ transport.Transport }

// Listen implements [transport.Transport].
func (g guard) Listen(ctx context.Context, address string) (net.Listener, error) {
	l, err := g.Transport.Listen(ctx, address)
	if err != nil {
		return nil, err
	}
	return guardedListener{l}, nil
}

type guardedListener struct{ net.Listener }

// Accept implements [net.Listener].
func (l guardedListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &guarded{Conn: c, next: greeting}, nil
}

// greeting is the number of bytes with which a connection begins (ZMTP 3.0, rfc.zeromq.org/spec/23); frames follow: flags, of which 2 says that the size has
// eight bytes and not one, the size, and so many bytes.
const greeting = 64

// A guarded connection holds a frame back until all of it has come, in a buffer that grows with what comes. A frame of more than maxFrame bytes, or a message
// of more than maxMessage, is an error, which ends the connection.
type guarded struct {
	net.Conn
	whole bytes.Buffer // what may be read
	next  int64        // bytes that must come before anything may be read, 0 for a frame
	parts int64        // bytes of the frames of a message that has not ended
}

// Read implements [io.Reader].
func (g *guarded) Read(p []byte) (int, error) {
	if g.whole.Len() == 0 {
		if err := g.fill(); err != nil {
			g.Conn.Close() // nothing can come of it, and package zmq4 leaves some open
			return 0, err
		}
	}
	return g.whole.Read(p)
}

// fill reads the greeting or a frame.
func (g *guarded) fill() error {
	g.whole.Reset()
	if g.whole.Cap() > 1<<20 {
		g.whole = bytes.Buffer{} // a large message came once
	}
	size := g.next
	if g.next = 0; size == 0 {
		var head [9]byte
		n := 2
		if _, err := io.ReadFull(g.Conn, head[:n]); err != nil {
			return err
		}
		size = int64(head[1])
		if head[0]&2 != 0 {
			n = len(head)
			if _, err := io.ReadFull(g.Conn, head[2:n]); err != nil {
				return err
			}
			long := binary.BigEndian.Uint64(head[1:])
			if long > maxFrame {
				return fmt.Errorf("relay: a frame of %d bytes, want at most %d", long, maxFrame)
			}
			size = int64(long)
		}
		if g.parts += size + partCost; g.parts > maxMessage {
			return fmt.Errorf("relay: a message of more than %d bytes", maxMessage)
		}
		if head[0]&1 == 0 { // the last part
			g.parts = 0
		}
		g.whole.Write(head[:n])
	}
	_, err := io.CopyN(&g.whole, g.Conn, size)
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return err
}
