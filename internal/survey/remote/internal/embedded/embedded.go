// Package embedded starts a NATS server with JetStream inside this process.
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
func Start(o *server.Options, log *slog.Logger) (*server.Server, error) {
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
	return s, nil
}

// A serverLog passes on what the server has to say: warnings and errors, the rest as details.
type serverLog struct{ log *slog.Logger }

func (l serverLog) Noticef(format string, v ...any) { l.log.Debug(fmt.Sprintf(format, v...)) }
func (l serverLog) Warnf(format string, v ...any)   { l.log.Warn(fmt.Sprintf(format, v...)) }
func (l serverLog) Fatalf(format string, v ...any)  { l.log.Error(fmt.Sprintf(format, v...)) }
func (l serverLog) Errorf(format string, v ...any)  { l.log.Error(fmt.Sprintf(format, v...)) }
func (l serverLog) Debugf(format string, v ...any)  { l.log.Debug(fmt.Sprintf(format, v...)) }
func (l serverLog) Tracef(format string, v ...any)  { l.log.Debug(fmt.Sprintf(format, v...)) }
