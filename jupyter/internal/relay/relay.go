package relay

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/go-zeromq/zmq4"

	"chesscensus/jupyter/internal/cells"
)

// Options say how a relay works.
type Options struct {
	// Outer is Jupyter's connection, Inner that of GoNB.
	Outer, Inner *Connection
	// Notebook rewrites cells.
	Notebook *cells.Notebook
	// Ask, if not nil, answers what a picture asks, see package widgets: reply is called once, by any goroutine, with an answer
	// that JSON can write. It must not wait.
	Ask func(question []byte, reply func(answer any))
	// Banner, if not empty, is what a console says first.
	Banner string
	// Built, if not empty, is a file that is there once GoNB has made the program of a cell, or has failed to; a note under the cell says so until then.
	Built string
}

// startGrace is how long GoNB may take to answer for the first time.
const startGrace = 3 * time.Minute

// idleGrace is how long a reply waits for the end of its cell's publications.
const idleGrace = 2 * time.Second

// waiting are the requests that GoNB answers one after the other.
var waiting = map[string]bool{"execute_request": true, "kernel_info_request": true}

// A relay is the state of one connection. All of it but the sockets belongs to
// the goroutine of loop.
type relay struct {
	Options
	out, in  sockets
	queue    []*message
	grace    <-chan time.Time // for the publications of the cell that has replied
	busy     *message         // the request that GoNB is answering
	running  map[string]*running
	cells    map[int]*running // by execution count, for errors
	count    int
	internal map[string]bool // ids of our own requests
	info     []byte          // what GoNB says of itself, with our banner

	compiling compiling
	stopping  stopping
	stops     chan struct{} // the user wants the running cell to stop
}

// sockets are those of one side.
type sockets struct {
	shell, control, stdin, iopub, hb zmq4.Socket
	mu                               sync.Mutex
	key                              string
}

func (s *sockets) send(socket zmq4.Socket, m *message) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return socket.SendMulti(zmq4.NewMsgFrom(m.frames(s.key)...))
}

func (s *sockets) close() {
	for _, socket := range []zmq4.Socket{s.shell, s.control, s.stdin, s.iopub, s.hb} {
		if socket != nil {
			socket.Close()
		}
	}
}

// Run relays until ctx ends, which is the normal end. It returns an error if a
// port cannot be opened, or GoNB does not answer.
func Run(ctx context.Context, o Options) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	r := &relay{Options: o, running: make(map[string]*running), cells: make(map[int]*running), internal: make(map[string]bool), stops: make(chan struct{}, 1)}
	r.out.key, r.in.key = o.Outer.Key, o.Inner.Key
	defer r.out.close()
	defer r.in.close()
	defer func() {
		for _, run := range r.running {
			run.flood.remove()
		}
	}()
	if err := r.listen(ctx); err != nil {
		return err
	}
	if err := r.dial(ctx); ctx.Err() != nil {
		return nil
	} else if err != nil {
		return err
	}
	replies, news := receive(ctx, r.in.shell, r.in.key), receive(ctx, r.in.iopub, r.in.key)
	if err := r.greet(ctx, replies, news); err != nil {
		return err
	}
	go beat(ctx, r.out.hb)
	r.pass(ctx, r.out.control, &r.in, r.in.control, r.out.key)
	r.pass(ctx, r.in.control, &r.out, r.out.control, r.in.key)
	r.pass(ctx, r.out.stdin, &r.in, r.in.stdin, r.out.key)
	r.pass(ctx, r.in.stdin, &r.out, r.out.stdin, r.in.key)
	r.loop(ctx, receive(ctx, r.out.shell, r.out.key), replies, news)
	return nil
}

// listen opens Jupyter's ports.
func (r *relay) listen(ctx context.Context) error {
	r.out.shell, r.out.control, r.out.stdin = zmq4.NewRouter(ctx), zmq4.NewRouter(ctx), zmq4.NewRouter(ctx)
	r.out.iopub, r.out.hb = zmq4.NewPub(ctx), zmq4.NewRep(ctx)
	for _, s := range []struct {
		socket zmq4.Socket
		port   int
	}{
		{r.out.shell, r.Outer.ShellPort}, {r.out.control, r.Outer.ControlPort}, {r.out.stdin, r.Outer.StdinPort},
		{r.out.iopub, r.Outer.IOPubPort}, {r.out.hb, r.Outer.HBPort},
	} {
		if err := s.socket.Listen(r.Outer.guarded(s.port)); err != nil {
			return fmt.Errorf("relay: port %d that Jupyter chose cannot be opened (is it taken?): %w", s.port, err)
		}
	}
	return nil
}

// dial connects to GoNB, which may still be starting. The sockets for shell and
// stdin have one name, since GoNB asks for input by the name of who asked it to run.
func (r *relay) dial(ctx context.Context) error {
	patient := []zmq4.Option{zmq4.WithID(zmq4.SocketIdentity("relay")), zmq4.WithDialerRetry(50 * time.Millisecond), zmq4.WithDialerMaxRetries(int(startGrace / (50 * time.Millisecond)))}
	r.in.shell, r.in.control, r.in.stdin = zmq4.NewDealer(ctx, patient...), zmq4.NewDealer(ctx, patient...), zmq4.NewDealer(ctx, patient...)
	r.in.iopub = zmq4.NewSub(ctx, patient...)
	if err := r.in.iopub.SetOption(zmq4.OptionSubscribe, ""); err != nil {
		return fmt.Errorf("relay: %w", err)
	}
	for _, s := range []struct {
		socket zmq4.Socket
		port   int
	}{
		{r.in.iopub, r.Inner.IOPubPort}, {r.in.shell, r.Inner.ShellPort}, {r.in.control, r.Inner.ControlPort}, {r.in.stdin, r.Inner.StdinPort},
	} {
		if err := s.socket.Dial(r.Inner.address(s.port)); err != nil {
			return fmt.Errorf("relay: GoNB does not answer: %w", err)
		}
	}
	return nil
}

// receive reads a socket until it is closed. What is no message of Jupyter, or
// wrongly signed, is dropped, as the protocol wants it.
func receive(ctx context.Context, socket zmq4.Socket, key string) <-chan *message {
	c := make(chan *message)
	go func() {
		defer close(c)
		for {
			raw, err := socket.Recv()
			if err != nil {
				if ctx.Err() != nil || errors.Is(err, context.Canceled) {
					return
				}
				time.Sleep(10 * time.Millisecond) // a peer has gone; others may come
				continue
			}
			m, err := parse(raw.Frames, key)
			if err != nil {
				continue
			}
			select {
			case c <- m:
			case <-ctx.Done():
				return
			}
		}
	}()
	return c
}

// pass passes messages from one socket to another as they are, and tells the loop of a request to stop.
func (r *relay) pass(ctx context.Context, from zmq4.Socket, side *sockets, to zmq4.Socket, key string) {
	c := receive(ctx, from, key)
	go func() {
		for m := range c {
			if m.header.Type == "interrupt_request" {
				select {
				case r.stops <- struct{}{}:
				default: // told already
				}
			}
			if side == &r.in || len(m.ids) > 0 { // else it answers a request of our own
				side.send(to, m)
			}
		}
	}()
}

// beat answers heartbeats until the context is done.
func beat(ctx context.Context, socket zmq4.Socket) {
	for {
		m, err := socket.Recv()
		switch {
		case ctx.Err() != nil || errors.Is(err, context.Canceled):
			return
		case err != nil:
			time.Sleep(10 * time.Millisecond) // no heartbeat; others may come
			continue
		}
		_ = socket.Send(m) // who asked may have gone
	}
}

// request is a request of our own.
func (r *relay) request(msgType string, content map[string]any) *message {
	from := &message{rawHeader: []byte("{}"), header: header{Session: "relay"}}
	m := from.answer(msgType, false, content)
	m.ids = nil
	r.internal[m.header.ID] = true
	return m
}

// greet asks GoNB who it is until an answer has come on both ways, so that
// nothing that GoNB publishes later is lost.
func (r *relay) greet(ctx context.Context, replies, news <-chan *message) error {
	replied, published := false, false
	deadline := time.After(startGrace)
	again := time.NewTicker(500 * time.Millisecond)
	defer again.Stop()
	ask := func() { r.in.send(r.in.shell, r.request("kernel_info_request", map[string]any{})) }
	for ask(); !replied || !published; {
		select {
		case m := <-replies:
			if m != nil && m.header.Type == "kernel_info_reply" {
				r.info = m.inner
				if r.Banner != "" {
					content := m.content()
					content["banner"] = r.Banner
					r.info = m.withContent(content).inner
				}
			}
			replied = true
		case <-news:
			published = true
		case <-again.C:
			ask()
		case <-deadline:
			return errors.New("relay: GoNB does not answer")
		case <-ctx.Done():
			return nil
		}
	}
	return nil
}

// loop is the life of the relay.
func (r *relay) loop(ctx context.Context, requests, replies, news <-chan *message) {
	for {
		select {
		case <-ctx.Done():
			return
		case m, ok := <-requests:
			if !ok {
				return
			}
			r.accept(m)
		case m, ok := <-replies:
			if !ok {
				return
			}
			if !r.internal[m.parentID()] {
				r.reply(m)
			} else if r.busy != nil && m.parentID() == r.busy.header.ID {
				r.busy = nil
			}
			r.next()
		case <-r.grace:
			r.overdue()
		case <-r.compiling.timer:
			r.compiling.look(r)
		case <-r.stops:
			stop(r)
		case <-r.stopping.timer:
			r.stopping.look(r)
		case m, ok := <-news:
			if !ok {
				return
			}
			if !r.internal[m.parentID()] {
				r.publish(m)
			}
		}
	}
}

// accept takes a request of Jupyter.
func (r *relay) accept(m *message) {
	switch {
	case fill(r, m):
		return
	case !waiting[m.header.Type]:
		r.in.send(r.in.shell, m)
		return
	}
	r.queue = append(r.queue, m)
	r.next()
}

// next sends the next request to GoNB, if it is free.
func (r *relay) next() {
	for r.busy == nil && len(r.queue) > 0 {
		m := r.queue[0]
		r.queue = r.queue[1:]
		r.busy = m
		if m.header.Type == "execute_request" {
			m = r.execute(m)
		}
		if err := r.in.send(r.in.shell, m); err != nil {
			r.busy = nil
		}
	}
}
