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

// Options are the parameters of a relay.
type Options struct {
	// Outer is Jupyter's connection, Inner that of GoNB.
	Outer, Inner *Connection
	// Notebook rewrites cells.
	Notebook *cells.Notebook
	// Ask, if not nil, answers a question of a picture, see package widgets. It calls reply once, in any goroutine, with an answer
	// that can be encoded as JSON. Ask itself returns at once.
	Ask func(question []byte, reply func(answer any))
	// Banner, if not empty, is the text that a console shows first.
	Banner string
	// Built, if not empty, is a file that exists once GoNB has built the program of a cell, or has failed to. Until then a note under the
	// cell says that it is compiled.
	Built string
}

// startGrace is how long GoNB may take to answer for the first time.
const startGrace = 3 * time.Minute

// idleGrace is how long the reply of a cell is held back at most, waiting for the end of the cell's publications.
const idleGrace = 2 * time.Second

// queuedTypes holds the types of requests that are sent to GoNB one at a time.
var queuedTypes = map[string]bool{"execute_request": true, "kernel_info_request": true}

// A relay is the state of one connection. All of it but the sockets belongs to the goroutine of loop.
type relay struct {
	Options
	out, in    sockets
	queue      []*message
	grace      <-chan time.Time      // ends the wait for the publications of a cell that has replied
	busy       *message              // the request that GoNB is answering
	executions map[string]*execution // by id of the request
	cells      map[int]*execution    // by execution count, for errors
	count      int
	internal   map[string]bool // ids of the relay's own requests
	info       []byte          // content of GoNB's kernel_info_reply, with Banner

	note      compileNote
	interrupt pendingInterrupt
	stops     chan struct{} // receives when the user interrupts the running cell
}

// sockets holds the sockets of one side, Jupyter's or GoNB's.
type sockets struct {
	shell, control, stdin, iopub, hb zmq4.Socket
	mu                               sync.Mutex
	key                              string
}

// send sends a message by one of the sockets.
func (s *sockets) send(socket zmq4.Socket, m *message) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return socket.SendMulti(zmq4.NewMsgFrom(m.frames(s.key)...))
}

// close closes the sockets that were opened.
func (s *sockets) close() {
	for _, socket := range []zmq4.Socket{s.shell, s.control, s.stdin, s.iopub, s.hb} {
		if socket != nil {
			socket.Close()
		}
	}
}

// Run relays messages until ctx is done, and then returns nil. It returns an error if a port cannot be opened, or GoNB does not answer.
func Run(ctx context.Context, o Options) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	r := &relay{Options: o, executions: make(map[string]*execution), cells: make(map[int]*execution),
		internal: make(map[string]bool), stops: make(chan struct{}, 1)}
	r.out.key, r.in.key = o.Outer.Key, o.Inner.Key
	defer r.out.close()
	defer r.in.close()
	defer func() {
		for _, run := range r.executions {
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
	replies, publications := receive(ctx, r.in.shell, r.in.key), receive(ctx, r.in.iopub, r.in.key)
	if err := r.greet(ctx, replies, publications); err != nil {
		return err
	}
	go answerHeartbeats(ctx, r.out.hb)
	r.forward(ctx, r.out.control, &r.in, r.in.control, r.out.key)
	r.forward(ctx, r.in.control, &r.out, r.out.control, r.in.key)
	r.forward(ctx, r.out.stdin, &r.in, r.in.stdin, r.out.key)
	r.forward(ctx, r.in.stdin, &r.out, r.out.stdin, r.in.key)
	r.loop(ctx, receive(ctx, r.out.shell, r.out.key), replies, publications)
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
		if err := s.socket.Listen(r.Outer.guardedAddress(s.port)); err != nil {
			return fmt.Errorf("relay: port %d that Jupyter chose cannot be opened (is it taken?): %w", s.port, err)
		}
	}
	return nil
}

// dial connects to GoNB, which may still be starting: it retries until startGrace has passed. The sockets for shell and
// stdin have one identity, since GoNB asks for input by the identity that requested the execution.
func (r *relay) dial(ctx context.Context) error {
	retry := []zmq4.Option{zmq4.WithID(zmq4.SocketIdentity("relay")), zmq4.WithDialerRetry(50 * time.Millisecond),
		zmq4.WithDialerMaxRetries(int(startGrace / (50 * time.Millisecond)))}
	r.in.shell, r.in.control, r.in.stdin = zmq4.NewDealer(ctx, retry...), zmq4.NewDealer(ctx, retry...), zmq4.NewDealer(ctx, retry...)
	r.in.iopub = zmq4.NewSub(ctx, retry...)
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

// receive reads messages from a socket until it is closed. It drops what is no message of Jupyter or
// has a wrong signature, as the protocol demands.
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

// forward passes messages from one socket to another unchanged, and signals a request to interrupt the cell to the loop.
func (r *relay) forward(ctx context.Context, from zmq4.Socket, side *sockets, to zmq4.Socket, key string) {
	c := receive(ctx, from, key)
	go func() {
		for m := range c {
			if m.header.Type == "interrupt_request" {
				select {
				case r.stops <- struct{}{}:
				default: // signalled already
				}
			}
			if side == &r.in || len(m.ids) > 0 { // without ids it answers a request of the relay itself
				side.send(to, m)
			}
		}
	}()
}

// answerHeartbeats answers heartbeats until the context is done.
func answerHeartbeats(ctx context.Context, socket zmq4.Socket) {
	for {
		m, err := socket.Recv()
		switch {
		case ctx.Err() != nil || errors.Is(err, context.Canceled):
			return
		case err != nil:
			time.Sleep(10 * time.Millisecond) // no heartbeat; others may come
			continue
		}
		_ = socket.Send(m) // fails if the peer has gone
	}
}

// newRequest returns a request of the relay itself, whose answers are not passed on.
func (r *relay) newRequest(msgType string, content map[string]any) *message {
	m := noRequest.answer(msgType, false, content)
	m.ids = nil
	r.internal[m.header.ID] = true
	return m
}

// greet requests GoNB's kernel info until a reply and a publication have come, so that nothing that GoNB publishes later is lost.
func (r *relay) greet(ctx context.Context, replies, publications <-chan *message) error {
	replied, published := false, false
	deadline := time.After(startGrace)
	retry := time.NewTicker(500 * time.Millisecond)
	defer retry.Stop()
	ask := func() { r.in.send(r.in.shell, r.newRequest("kernel_info_request", map[string]any{})) }
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
		case <-publications:
			published = true
		case <-retry.C:
			ask()
		case <-deadline:
			return errors.New("relay: GoNB does not answer")
		case <-ctx.Done():
			return nil
		}
	}
	return nil
}

// loop handles messages and timers one after the other until ctx is done.
func (r *relay) loop(ctx context.Context, requests, replies, publications <-chan *message) {
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
				r.replyReceived(m)
			} else if r.busy != nil && m.parentID() == r.busy.header.ID {
				r.busy = nil
			}
			r.next()
		case <-r.grace:
			r.endGrace()
		case <-r.note.timer:
			r.note.poll(r)
		case <-r.stops:
			interruptWhenBuilt(r)
		case <-r.interrupt.timer:
			r.interrupt.poll(r)
		case m, ok := <-publications:
			if !ok {
				return
			}
			if !r.internal[m.parentID()] {
				r.publish(m)
			}
		}
	}
}

// accept answers a request of Jupyter, passes it on, or queues it.
func (r *relay) accept(m *message) {
	switch {
	case answerLocally(r, m):
		return
	case !queuedTypes[m.header.Type]:
		r.in.send(r.in.shell, m)
		return
	}
	r.queue = append(r.queue, m)
	r.next()
}

// next sends the next request of the queue to GoNB, unless GoNB is answering one.
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
