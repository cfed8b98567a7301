package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/cmd/chesscensus/internal/surveys"
	"chesscensus/survey/campaign"
	"chesscensus/survey/remote"
)

// keyVariable is the environment variable for the seed of a worker's key. Unlike a command line, other users of the machine cannot see it.
const keyVariable = "CHESSCENSUS_NKEY"

// remoteAccess converts the flags for reaching a server.
func remoteAccess(o *surveys.Access) remote.Access {
	return remote.Access{URL: o.URL, Creds: o.Creds, NKey: o.NKey, CA: o.CA, Cert: o.Cert, Key: o.Key}
}

// newLogger returns a logger to standard error with a level.
func newLogger(a *cli.App, level string) *slog.Logger {
	var l slog.Level
	_ = l.UnmarshalText([]byte(level)) // the flag allows only names of levels
	return slog.New(slog.NewTextHandler(a.Err, &slog.HandlerOptions{Level: l}))
}

// newPool connects to a server whose workers compute the shards of a survey, and returns a function that closes the connection.
// Without --nats it starts a server and a worker in this process.
func newPool(ctx context.Context, a *cli.App, s *campaign.Campaign, o *surveys.RunOptions) (campaign.Pool, func(), error) {
	log := newLogger(a, o.Log)
	origin, err := s.Origin()
	if err != nil {
		return nil, nil, err
	}
	program := surveys.Program()
	p := &remote.Pool{Plan: s.Plan, Origin: origin, Folder: s.Folder, Slots: a.Workers, Audit: o.Audit, AckWait: o.AckWait, Limit: o.Limit,
		Tries: o.Tries, Replicas: o.Replicas, Watch: o.Watch, Notice: o.Notice}
	p.Own = func() (*campaign.Worker, error) {
		newWorker, err := program.Workers(s.Plan, p.Origin)
		if err != nil {
			return nil, err
		}
		return newWorker()
	}
	if o.URL != "" {
		p.Conn, err = remote.Dial(remoteAccess(&o.Access), remote.ClientInbox, log)
		if err != nil {
			return nil, nil, err
		}
		return p, p.Conn.Close, nil
	}
	server, err := startServer(a, s, o, log)
	if err != nil {
		return nil, nil, err
	}
	if p.Conn, err = server.Dial(log); err != nil {
		server.Stop()
		return nil, nil, err
	}
	end := startWorker(ctx, a, &remote.Worker{Conn: p.Conn, Name: remote.OwnName(), Slots: a.Workers, Hash: s.Plan.Hash(), Program: program})
	return p, func() { end(); p.Conn.Close(); server.Stop() }, nil
}

// startServer starts a server in this process, and prints the command line for workers. Only the first time it contains their key.
func startServer(a *cli.App, s *campaign.Campaign, o *surveys.RunOptions, log *slog.Logger) (*remote.Server, error) {
	file := remote.KeyFile(s.Folder.Dir)
	seed, public, err := remote.NewKey(file)
	if err != nil {
		return nil, err
	}
	server, err := remote.Listen(s.Folder.Dir, remote.Listener{Address: o.Listen, Worker: public, Cert: o.Cert, Key: o.Key, CA: o.CA}, log)
	if err != nil {
		return nil, err
	}
	printf := func(format string, args ...any) { fmt.Fprintf(a.Err, "chesscensus: "+format+"\n", args...) }
	if seed != "" {
		printf("a key for workers is made, and shown this once; it is in %s\n  %s=%s chesscensus worker --nats %s", file, keyVariable, seed, server.URL())
	} else {
		printf("workers: chesscensus worker --nats %s --nkey %s", server.URL(), file)
	}
	switch {
	case server.Loopback():
		printf("workers on this machine alone can connect; for others: --listen 0.0.0.0:4222")
	case o.Cert == "":
		printf("warning: without --tls-cert and --tls-key results can be read and changed on the way")
	}
	return server, nil
}

// startWorker starts a worker in this process, and returns a function that ends it.
func startWorker(ctx context.Context, a *cli.App, w *remote.Worker) (end func()) {
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if err := w.Run(ctx); err != nil && ctx.Err() == nil {
			fmt.Fprintf(a.Err, "chesscensus: the worker in this process has ended: %v\n", err)
		}
	}()
	return func() { cancel(); <-ended }
}

// runWorker computes shards for surveys on a server, until it is interrupted or has been idle for too long.
func runWorker(ctx context.Context, a *cli.App, o *surveys.WorkOptions) error {
	log := newLogger(a, o.Log)
	if o.Memory == 0 {
		o.Memory = 2048 * uint64(a.Workers) // as the help of --memory says
	}
	if o.Name == "" {
		o.Name = remote.NewName()
	}
	to := remoteAccess(&o.Access)
	to.Seed = os.Getenv(keyVariable)
	conn, err := remote.Dial(to, remote.WorkerInbox, log)
	if err != nil {
		return err
	}
	defer conn.Close()
	w := remote.Worker{Conn: conn, Name: o.Name, Slots: a.Workers, Idle: o.Idle, Hash: o.Plan, Limit: o.Limit, Memory: o.Memory << 20,
		Program: surveys.Program()}
	err = w.Run(ctx)
	if errors.Is(err, context.Canceled) && ctx.Err() != nil {
		log.Info("ended; what was in hand is given back")
		return nil
	}
	return err
}
