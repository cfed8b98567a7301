// Package embedded starts a NATS server with JetStream inside this process. Only who starts one links the server, which is as large as all the rest
// of the program.
package embedded

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"strconv"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// MaxPayload is what a message to our own engine may have, in bytes; a shard with its lists has 0.3 MB.
const MaxPayload = 8 << 20

// An Engine is a NATS server with JetStream inside this process.
type Engine struct{ *server.Server }

// Serve starts an engine that keeps its files in a folder. With an address, such as 127.0.0.1:4222 or :4222, workers elsewhere can
// join; without, only this process can. Port 0 takes a free one. It listens without credentials and in clear text: for a network that one
// trusts. It starts in some milliseconds and writes every message to the disk before it acknowledges it. A nil log is [slog.Default].
func Serve(dir, address string, log *slog.Logger) (*Engine, error) {
	o := Options(dir, MaxPayload)
	if err := Listen(o, address); err != nil {
		return nil, err
	}
	return Start(o, log)
}

// URL is where others reach the engine, "" if they cannot.
func (e *Engine) URL() string {
	if addr := e.Addr(); addr != nil {
		return "nats://" + addr.String()
	}
	return ""
}

// Stop ends the engine, and waits for it.
func (e *Engine) Stop() {
	e.Shutdown()
	e.WaitForShutdown()
}

// Options are those of an engine that keeps its files in a folder and takes messages of at most so many bytes.
func Options(dir string, payload int32) *server.Options {
	return &server.Options{ServerName: "chesscensus", DontListen: true, JetStream: true, StoreDir: dir, SyncAlways: true,
		NoSigs: true, NoLog: true, MaxPayload: payload, JetStreamMaxMemory: 64 << 20, JetStreamMaxStore: 1 << 50}
}

// Listen has a server listen at an address such as 127.0.0.1:4222 or :4222, at a free port if that is 0; or to nobody if it is empty.
func Listen(o *server.Options, address string) error {
	if o.DontListen = address == ""; o.DontListen {
		return nil
	}
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return fmt.Errorf("want an address such as :4222 or 127.0.0.1:4222: %w", err)
	}
	n, err := strconv.ParseUint(port, 10, 16)
	if err != nil {
		return fmt.Errorf("want a port from 0 to 65535 in %q", address)
	}
	if o.Host, o.Port = host, int(n); n == 0 {
		o.Port = server.RANDOM_PORT
	}
	return nil
}

// Start starts a server and waits until it is ready, two minutes at most. What the server has to say goes to the log.
func Start(o *server.Options, log *slog.Logger) (*Engine, error) {
	if log == nil {
		log = slog.Default()
	}
	if err := os.MkdirAll(o.StoreDir, 0o700); err != nil { // the server would not end, and never be ready
		return nil, fmt.Errorf("starting the engine: %w", err)
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
	return &Engine{s}, nil
}

// A serverLog passes on what the server has to say: warnings and errors, the rest as details.
type serverLog struct{ log *slog.Logger }

func (l serverLog) Noticef(format string, v ...any) { l.log.Debug(fmt.Sprintf(format, v...)) }
func (l serverLog) Warnf(format string, v ...any)   { l.log.Warn(fmt.Sprintf(format, v...)) }
func (l serverLog) Fatalf(format string, v ...any)  { l.log.Error(fmt.Sprintf(format, v...)) }
func (l serverLog) Errorf(format string, v ...any)  { l.log.Error(fmt.Sprintf(format, v...)) }
func (l serverLog) Debugf(format string, v ...any)  { l.log.Debug(fmt.Sprintf(format, v...)) }
func (l serverLog) Tracef(format string, v ...any)  { l.log.Debug(fmt.Sprintf(format, v...)) }
