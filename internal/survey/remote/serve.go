package remote

import (
	"log/slog"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"chesscensus/internal/survey/remote/internal/embedded"
)

// An Engine is a NATS server with JetStream inside this process.
type Engine struct {
	server *server.Server
	log    *slog.Logger
}

// Serve starts an engine that keeps its files in a folder. With an address, such as 127.0.0.1:4222 or :4222, workers elsewhere can
// join; without, only this process can. Port 0 takes a free one. It listens without credentials and in clear text: for a network that one
// trusts. It starts in some milliseconds and writes every message to the disk before it acknowledges it.
func Serve(dir, address string, log *slog.Logger) (*Engine, error) {
	o := embedded.Options(dir, maxPayload)
	if err := embedded.Listen(o, address); err != nil {
		return nil, err
	}
	return serve(o, log)
}

// maxPayload is what a message to our own engine may have; a shard with its lists has 0.3 MB.
const maxPayload = 8 << 20

// serve starts a server and waits until it is ready.
func serve(o *server.Options, log *slog.Logger) (*Engine, error) {
	if log == nil {
		log = slog.Default()
	}
	s, err := embedded.Start(o, log)
	if err != nil {
		return nil, err
	}
	return &Engine{s, log}, nil
}

// URL is where others reach the engine, "" if they cannot.
func (e *Engine) URL() string {
	if addr := e.server.Addr(); addr != nil {
		return "nats://" + addr.String()
	}
	return ""
}

// Dial connects to the engine without a network.
func (e *Engine) Dial(name string) (*Conn, error) {
	return dial("", name, e.log, nats.InProcessServer(e.server))
}

// Stop ends the engine, and waits for it.
func (e *Engine) Stop() {
	e.server.Shutdown()
	e.server.WaitForShutdown()
}
