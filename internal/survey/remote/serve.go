package remote

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"strconv"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
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
	o := options(dir, maxPayload)
	o.DontListen = address == ""
	if address != "" {
		host, port, err := net.SplitHostPort(address)
		if err != nil {
			return nil, fmt.Errorf("want an address such as :4222 or 127.0.0.1:4222: %w", err)
		}
		n, err := strconv.ParseUint(port, 10, 16)
		if err != nil {
			return nil, fmt.Errorf("want a port from 0 to 65535 in %q", address)
		}
		if o.Host, o.Port = host, int(n); n == 0 {
			o.Port = server.RANDOM_PORT
		}
	}
	return serve(o, log)
}

// maxPayload is what a message to our own engine may have; a shard with its lists has 0.3 MB.
const maxPayload = 8 << 20

// options are those of an engine that keeps its files in a folder and takes messages of at most so many bytes.
func options(dir string, payload int32) *server.Options {
	return &server.Options{ServerName: "chesscensus", DontListen: true, JetStream: true, StoreDir: dir, SyncAlways: true,
		NoSigs: true, NoLog: true, MaxPayload: payload, JetStreamMaxMemory: 64 << 20, JetStreamMaxStore: 1 << 50}
}

// serve starts a server and waits until it is ready.
func serve(o *server.Options, log *slog.Logger) (*Engine, error) {
	if log == nil {
		log = slog.Default()
	}
	s, err := server.NewServer(o)
	if err != nil {
		return nil, fmt.Errorf("starting the engine: %w", err)
	}
	s.SetLoggerV2(serverLog{log}, false, false, false)
	s.Start()
	if !s.ReadyForConnections(2 * time.Minute) {
		s.Shutdown()
		return nil, errors.New("the engine is not ready after two minutes")
	}
	if !s.JetStreamEnabled() {
		s.Shutdown()
		return nil, fmt.Errorf("the engine cannot keep its files in %s", o.StoreDir)
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

// A serverLog passes on what the server has to say: warnings and errors, the rest as details.
type serverLog struct{ log *slog.Logger }

func (l serverLog) Noticef(format string, v ...any) { l.log.Debug(fmt.Sprintf(format, v...)) }
func (l serverLog) Warnf(format string, v ...any)   { l.log.Warn(fmt.Sprintf(format, v...)) }
func (l serverLog) Fatalf(format string, v ...any)  { l.log.Error(fmt.Sprintf(format, v...)) }
func (l serverLog) Errorf(format string, v ...any)  { l.log.Error(fmt.Sprintf(format, v...)) }
func (l serverLog) Debugf(format string, v ...any)  { l.log.Debug(fmt.Sprintf(format, v...)) }
func (l serverLog) Tracef(format string, v ...any)  { l.log.Debug(fmt.Sprintf(format, v...)) }
