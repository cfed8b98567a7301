package relay

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"time"

	"github.com/go-zeromq/zmq4"
	"github.com/go-zeromq/zmq4/transport"
)

// maxFrame is the size of the largest part of a message that Jupyter may send, in bytes, and maxMessage that of all its parts, of which each counts partCost
// more; maxReady is that of a peer's first frame.
const (
	maxFrame   = 64 << 20
	maxMessage = 4 * maxFrame
	partCost   = 64
	maxReady   = 64 << 10
)

// guardedScheme is the name of TCP with [guarded] connections in addresses of ZeroMQ.
const guardedScheme = "guarded"

func init() {
	if err := zmq4.RegisterTransport(guardedScheme, guard{transport.New("tcp")}); err != nil {
		panic(err) // the name is taken: a fault of this program
	}
}

// A guard is TCP whose listeners read frames of ZeroMQ whole before they pass them on, and greet every peer apart. Package zmq4 allocates what the head of a
// frame says before it reads it, and reads beyond the end of properties: a hundred bytes from anybody who can reach the port were enough to end the kernel.
// It also greets one peer after the other: one that was silent kept all others waiting.
type guard struct{ transport.Transport }

// Listen implements [transport.Transport].
func (g guard) Listen(ctx context.Context, address string) (net.Listener, error) {
	l, err := g.Transport.Listen(ctx, address)
	if err != nil {
		return nil, err
	}
	guarded := &guardedListener{l, make(chan *guarded), make(chan struct{})}
	go guarded.greet()
	return guarded, nil
}

// A guardedListener accepts peers that have greeted.
type guardedListener struct {
	net.Listener
	greeted chan *guarded
	closed  chan struct{}
}

// Accept implements [net.Listener].
func (l *guardedListener) Accept() (net.Conn, error) {
	select {
	case c := <-l.greeted:
		return c, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

// greet greets all peers, each apart, until the listener is closed.
func (l *guardedListener) greet() {
	defer close(l.closed)
	for {
		c, err := l.Listener.Accept()
		switch {
		case errors.Is(err, net.ErrClosed):
			return
		case err != nil:
			time.Sleep(10 * time.Millisecond) // no file for one more, say
			continue
		}
		go func() {
			g := &guarded{Conn: c, next: greeting}
			if g.greet() != nil {
				c.Close()
				return
			}
			select {
			case l.greeted <- g:
			case <-l.closed:
				c.Close()
			}
		}()
	}
}

// greeting is the number of bytes with which a connection begins (ZMTP 3.0, rfc.zeromq.org/spec/23); frames follow: flags, of which 1 says that the message
// goes on, 2 that the size has eight bytes and not one, and 4 that it is a command, the size, and so many bytes.
const greeting = 64

// peerGrace is how long a peer may take to greet, and to read what is sent to it.
const peerGrace = 20 * time.Second

// hello is the greeting of package zmq4: version 3.0, no security.
var hello = append(append([]byte{0xff, 0, 0, 0, 0, 0, 0, 0, 0, 0x7f, 3, 0}, "NULL"...), make([]byte, greeting-16)...)

// A guarded connection holds a frame back until all of it has come, in a buffer that grows with what comes. A frame of more than maxFrame bytes, or a message
// of more than maxMessage, is an error, which ends the connection.
type guarded struct {
	net.Conn
	whole   bytes.Buffer // what may be read
	next    int64        // bytes that must come before anything may be read, 0 for a frame
	parts   int64        // bytes of the frames of a message that has not ended
	greeted bool         // the greeting that package zmq4 writes first was sent already, by greet
}

// greet sends our greeting and reads that of the peer and its first frame, which has to be a READY.
func (g *guarded) greet() error {
	if err := g.SetDeadline(time.Now().Add(peerGrace)); err != nil {
		return err
	}
	if _, err := g.Conn.Write(hello); err != nil {
		return err
	}
	g.greeted = true
	if err := g.fill(); err != nil {
		return err
	}
	first := bytes.Clone(g.whole.Bytes())
	g.parts = maxMessage - maxReady
	if err := g.fill(); err != nil {
		return err
	}
	if !isReady(g.whole.Bytes()) {
		return errors.New("relay: the peer does not begin with READY and its properties")
	}
	g.parts, first = 0, append(first, g.whole.Bytes()...)
	g.whole.Reset()
	g.whole.Write(first)
	return g.SetDeadline(time.Time{})
}

// isReady reports whether a frame is the command READY with whole properties: the length of a name, in a byte, the name, that of a value, in four, the value.
func isReady(frame []byte) bool {
	head, ok := map[byte]int{4: 2, 6: 9}[frame[0]]
	if !ok {
		return false
	}
	rest, ok := bytes.CutPrefix(frame[head:], []byte("\x05READY"))
	for ok && len(rest) > 0 {
		name := 1 + int(rest[0])
		if ok = len(rest) >= name+4; ok {
			rest = rest[name:]
			value := uint64(binary.BigEndian.Uint32(rest))
			if ok = uint64(len(rest)) >= 4+value; ok {
				rest = rest[4+value:]
			}
		}
	}
	return ok
}

// Write implements [io.Writer]. A peer that reads nothing keeps the others of a socket waiting; it is let go.
func (g *guarded) Write(p []byte) (int, error) {
	if g.greeted {
		if g.greeted = false; !bytes.Equal(p, hello) {
			return 0, errors.New("relay: package zmq4 greets in another way")
		}
		return len(p), nil
	}
	if err := g.SetWriteDeadline(time.Now().Add(peerGrace)); err != nil {
		return 0, err
	}
	n, err := g.Conn.Write(p)
	if err != nil {
		g.Conn.Close()
	}
	return n, err
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
