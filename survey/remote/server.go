package remote

import (
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"chesscensus/survey/internal/record"
)

// Limits of a server that [Listen] starts, in bytes: of a message, which bounds a shard with its lists and candidates, and of all that it stores.
const (
	maxPayload = 8 << 20
	maxStore   = 8 << 30
)

// ownUser is the user of this process in its own server.
const ownUser = "client"

// A Server is a NATS server with JetStream inside this process, for one survey.
type Server struct {
	*server.Server
	password string       // of this process
	lock     *record.Lock // of the folder
}

// A Listener says where and how a server listens.
type Listener struct {
	// Address is host and port: without a host (":4222") that is this machine alone; port 0 takes a free one.
	Address string
	// Worker is the public key of workers.
	Worker string
	// Cert and Key are files for TLS. With a file CA, workers need certificates that are checked by those in it. All may be empty.
	Cert, Key, CA string
}

// NewKey makes a key for workers in a file that only its owner may read, unless the file exists.
// It returns the public key, and the seed if the key is new.
func NewKey(file string) (seed, public string, err error) {
	data, err := os.ReadFile(file)
	if errors.Is(err, os.ErrNotExist) {
		pair, _ := nkeys.CreateUser() // no errors: the random numbers of the system do not fail, and the pair has a seed
		data, _ = pair.Seed()
		seed, err = string(data), os.WriteFile(file, data, 0o600)
	}
	if err != nil {
		return "", "", err
	}
	if public, _, err = parseSeed(data); err != nil {
		err = fmt.Errorf("%s: want the seed of an NKey: %w", file, err)
	}
	return seed, public, err
}

// workerRights returns the rights of a worker, for all surveys of a server: to list them, take tasks, acknowledge them, and publish results.
func workerRights() *server.Permissions {
	return &server.Permissions{
		Publish: &server.SubjectPermission{Allow: []string{"chesscensus.*.result.*.*", "$JS.API.STREAM.LIST",
			"$JS.API.CONSUMER.INFO.*." + taskConsumer, "$JS.API.CONSUMER.MSG.NEXT.*." + taskConsumer, "$JS.ACK.*." + taskConsumer + ".>"}},
		Subscribe: &server.SubjectPermission{Allow: []string{WorkerInbox + ".>"}},
	}
}

// Listen starts a server that keeps its files in engine in the folder of a survey, and lets in only this process and holders of a key. It writes every
// message to the disk before it acknowledges it. Two servers would destroy each other's files, so the error wraps [record.ErrLocked] if another one
// has the folder.
func Listen(survey string, l Listener, log *slog.Logger) (*Server, error) {
	dir, password := filepath.Join(survey, "engine"), rand.Text()
	o := &server.Options{ServerName: "chesscensus", JetStream: true, StoreDir: dir, SyncAlways: true, NoSigs: true, NoLog: true,
		MaxPayload: maxPayload, JetStreamMaxMemory: 64 << 20, JetStreamMaxStore: maxStore, MaxControlLine: 4096,
		Users: []*server.User{{Username: ownUser, Password: password}}, Nkeys: []*server.NkeyUser{{Nkey: l.Worker, Permissions: workerRights()}}}
	if err := l.applyTo(o); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil { // else the server would neither end nor become ready
		return nil, err
	}
	lock, err := (&record.Folder{Dir: dir}).Lock()
	if err != nil {
		return nil, err
	}
	s, err := startServer(o, log)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("starting the server: %w", err), lock.Unlock())
	}
	return &Server{s, password, lock}, nil
}

// applyTo sets the options of address and TLS.
func (l *Listener) applyTo(o *server.Options) error {
	host, port, err := net.SplitHostPort(l.Address)
	if err != nil {
		return fmt.Errorf("want an address such as :4222 or 0.0.0.0:4222: %w", err)
	}
	n, err := strconv.ParseUint(port, 10, 16)
	if err != nil {
		return fmt.Errorf("want a port from 0 to 65535 in %q", l.Address)
	}
	if o.Host, o.Port = cmp.Or(host, "127.0.0.1"), int(n); n == 0 {
		o.Port = server.RANDOM_PORT
	}
	if l.Cert == "" && l.Key == "" && l.CA == "" {
		return nil
	}
	if l.Cert == "" || l.Key == "" {
		return errors.New("TLS wants both a file of the certificate and one of its key")
	}
	o.TLS, o.TLSVerify = true, l.CA != ""
	o.TLSConfig, err = server.GenTLSConfig(&server.TLSConfigOpts{CertFile: l.Cert, KeyFile: l.Key, CaFile: l.CA, Verify: l.CA != ""})
	return err
}

// startServer starts a server and waits until it is ready, two minutes at most. Messages of the server go to the log.
func startServer(o *server.Options, log *slog.Logger) (*server.Server, error) {
	s, err := server.NewServer(o)
	if err != nil {
		return nil, err
	}
	s.SetLoggerV2(serverLog{log}, false, false, false)
	s.Start()
	if !s.ReadyForConnections(2*time.Minute) || !s.JetStreamEnabled() {
		s.Shutdown()
		return nil, fmt.Errorf("it is not ready, or cannot keep its files in %s", o.StoreDir)
	}
	return s, nil
}

// Dial connects this process to its own server, without a network and with all rights.
func (s *Server) Dial(log *slog.Logger) (*Conn, error) {
	return dial("", log, nats.InProcessServer(s), nats.UserInfo(ownUser, s.password), nats.CustomInboxPrefix(ClientInbox))
}

// URL returns the address for workers: with the name of this machine if the server listens to all interfaces.
func (s *Server) URL() string {
	address := s.Addr().(*net.TCPAddr)
	host := address.IP.String()
	if name, err := os.Hostname(); err == nil && address.IP.IsUnspecified() {
		host = name
	}
	scheme, _, _ := strings.Cut(s.ClientURL(), ":")
	return scheme + "://" + net.JoinHostPort(host, strconv.Itoa(address.Port))
}

// Loopback reports whether the server listens to this machine alone.
func (s *Server) Loopback() bool { return s.Addr().(*net.TCPAddr).IP.IsLoopback() }

// Stop ends the server, waits until it has ended, and releases the folder.
func (s *Server) Stop() {
	s.Shutdown()
	s.WaitForShutdown()
	_ = s.lock.Unlock() // the lock ends with the process at the latest
}

// KeyFile returns the file for the key of workers in the folder of a survey.
func KeyFile(survey string) string { return filepath.Join(survey, "worker.nk") }

// A serverLog logs messages of the server: warnings and errors as such, all others at the level of debugging.
type serverLog struct{ log *slog.Logger }

func (l serverLog) Noticef(format string, v ...any) { l.log.Debug(fmt.Sprintf(format, v...)) }
func (l serverLog) Warnf(format string, v ...any)   { l.log.Warn(fmt.Sprintf(format, v...)) }
func (l serverLog) Fatalf(format string, v ...any)  { l.log.Error(fmt.Sprintf(format, v...)) }
func (l serverLog) Errorf(format string, v ...any)  { l.log.Error(fmt.Sprintf(format, v...)) }
func (l serverLog) Debugf(format string, v ...any)  { l.log.Debug(fmt.Sprintf(format, v...)) }
func (l serverLog) Tracef(format string, v ...any)  { l.log.Debug(fmt.Sprintf(format, v...)) }
