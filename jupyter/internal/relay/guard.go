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

// Limits of what a peer may send, in bytes: maxFrame is the largest part of a message, maxMessage the sum of all its parts, each of which
// counts partCost more than its size, and maxReady the size of a peer's first frame.
const (
	maxFrame   = 64 << 20
	maxMessage = 4 * maxFrame
	partCost   = 64
	maxReady   = 64 << 10
)

// guardedScheme is the scheme of TCP with [guardedConn] connections in addresses of ZeroMQ.
const guardedScheme = "guarded"

// init makes the scheme known to package zmq4.
func init() {
	if err := zmq4.RegisterTransport(guardedScheme, guard{transport.New("tcp")}); err != nil {
		panic(err) // the scheme is registered already: a defect of this program
	}
}

// A guard is TCP whose listeners pass frames of ZeroMQ on only when they are complete, and greet every peer in a goroutine of its own.
// Package zmq4 allocates the size that the head of a frame announces before it reads the frame, and reads beyond the end of properties: a
// hundred bytes from any peer that can reach the port were enough to end the kernel. It also greets one peer after the other: a silent one
// kept all others waiting.
type guard struct{ transport.Transport }

// Listen implements [transport.Transport].
func (g guard) Listen(ctx context.Context, address string) (net.Listener, error) {
	l, err := g.Transport.Listen(ctx, address)
	if err != nil {
		return nil, err
	}
	guarded := &guardedListener{l, make(chan *guardedConn), make(chan struct{})}
	go guarded.greet()
	return guarded, nil
}

// A guardedListener accepts peers whose greeting is complete.
type guardedListener struct {
	net.Listener
	greeted chan *guardedConn
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

// greet greets all peers, each in a goroutine of its own, until the listener is closed.
func (l *guardedListener) greet() {
	defer close(l.closed)
	for {
		c, err := l.Listener.Accept()
		switch {
		case errors.Is(err, net.ErrClosed):
			return
		case err != nil:
			time.Sleep(10 * time.Millisecond) // for example too many open files
			continue
		}
		go func() {
			g := &guardedConn{Conn: c, next: greetingSize}
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

// greetingSize is the size in bytes of the greeting of a connection (ZMTP 3.0, rfc.zeromq.org/spec/23). Frames follow, each with a byte of
// flags, the size, and the body. Flag 1 says that the message has more frames, flag 2 that the size has eight bytes and not one, and flag 4
// that the frame is a command.
const greetingSize = 64

// peerGrace is how long a peer may take to greet, and to read what is sent to it.
const peerGrace = 20 * time.Second

// zmqGreeting is the greeting that package zmq4 sends: version 3.0, no security.
var zmqGreeting = append(append([]byte{0xff, 0, 0, 0, 0, 0, 0, 0, 0, 0x7f, 3, 0}, "NULL"...), make([]byte, greetingSize-16)...)

// A guardedConn holds a frame back until all of it has come, in a buffer that grows with what comes. A frame of more than maxFrame bytes,
// or a message of more than maxMessage, is an error, which ends the connection.
type guardedConn struct {
	net.Conn
	buf     bytes.Buffer // complete frames, for Read
	next    int64        // size of what comes next if it has no head, as the greeting; 0 for a frame
	parts   int64        // bytes so far of a message that has not ended
	greeted bool         // greet has sent the greeting, so Write drops the first one of package zmq4
}

// greet sends the greeting and reads that of the peer and its first frame, which must be a READY. Read then returns both.
func (g *guardedConn) greet() error {
	if err := g.SetDeadline(time.Now().Add(peerGrace)); err != nil {
		return err
	}
	if _, err := g.Conn.Write(zmqGreeting); err != nil {
		return err
	}
	g.greeted = true
	if err := g.readFrame(); err != nil {
		return err
	}
	first := bytes.Clone(g.buf.Bytes())
	g.parts = maxMessage - maxReady // so that readFrame refuses a first frame of more than maxReady bytes
	if err := g.readFrame(); err != nil {
		return err
	}
	if !isReady(g.buf.Bytes()) {
		return errors.New("relay: the peer does not begin with READY and its properties")
	}
	g.parts, first = 0, append(first, g.buf.Bytes()...)
	g.buf.Reset()
	g.buf.Write(first)
	return g.SetDeadline(time.Time{})
}

// isReady reports whether a frame is the command READY with complete properties. A property is the length of a name in one byte, the name,
// the length of a value in four bytes, and the value.
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

// Write implements [io.Writer]. A peer that reads nothing would keep the other peers of a socket waiting, so its connection is closed after
// peerGrace.
func (g *guardedConn) Write(p []byte) (int, error) {
	if g.greeted {
		if g.greeted = false; !bytes.Equal(p, zmqGreeting) {
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
func (g *guardedConn) Read(p []byte) (int, error) {
	if g.buf.Len() == 0 {
		if err := g.readFrame(); err != nil {
			g.Conn.Close() // it is of no further use, and package zmq4 does not always close it
			return 0, err
		}
	}
	return g.buf.Read(p)
}

// readFrame reads the greeting or a frame into buf.
func (g *guardedConn) readFrame() error {
	g.buf.Reset()
	if g.buf.Cap() > 1<<20 {
		g.buf = bytes.Buffer{} // release the memory of a large message
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
		g.buf.Write(head[:n])
	}
	_, err := io.CopyN(&g.buf, g.Conn, size)
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return err
}
