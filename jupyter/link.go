package jupyter

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	values "chesscensus/jupyter/cell"
	"chesscensus/jupyter/internal/cells"
	"chesscensus/jupyter/internal/cells/lookup"
	"chesscensus/jupyter/internal/relay"
	"chesscensus/jupyter/widgets"
)

// drain is how long the relay may take after GoNB's end to pass on GoNB's last messages, among them the answer to a request to shut down.
const drain = 200 * time.Millisecond

// rootPackage is the package that most cells use.
const rootPackage = "chesscensus/census"

// A link is the connection between Jupyter and one GoNB.
type link struct {
	innerFile string   // path of GoNB's connection file
	env       []string // GoNB's environment
	options   relay.Options
	// host runs the programs that compute what a user asks of an interactive picture. It is nil in a headless run, which has no user.
	host *widgets.Host
}

// connect prepares the link of a session to the Jupyter that wrote connectionFile; start begins to pass messages on. In a headless run
// nobody uses pictures, and no package is loaded ahead.
func (s *session) connect(connectionFile string, headless bool) (*link, error) {
	outer, err := relay.ReadConnection(connectionFile)
	if err != nil {
		return nil, err
	}
	valuesFolder := filepath.Join(s.dir, "values")
	if err := os.MkdirAll(valuesFolder, 0o700); err != nil {
		return nil, fmt.Errorf("jupyter: session folder: %w", err)
	}
	l := &link{}
	var inner *relay.Connection
	if l.innerFile, inner, err = outer.Inner(filepath.Join(s.dir, "inner"), connectionFile); err != nil {
		return nil, err
	}
	gonbEnv := env(s.environ(os.Environ(), headless))
	gonbEnv.set(values.ValuesEnv, valuesFolder)
	if !headless {
		l.host = &widgets.Host{Dir: filepath.Join(s.dir, "answers")}
		gonbEnv.set(widgets.FolderEnv, l.host.Dir)
		gonbEnv.set(widgets.KernelEnv, kernelName(connectionFile))
	}
	l.env = gonbEnv
	packages := &lookup.Packages{Dir: filepath.Join(s.dir, "seed"), Go: s.goTool, Env: gonbEnv, Archives: s.archivesFile()}
	l.options = relay.Options{Outer: outer, Inner: inner, Notebook: cells.New(valuesFolder, packages)}
	if l.host != nil {
		l.options.Ask, l.options.Built = l.ask, s.builtFile()
		go l.options.Notebook.Warm(rootPackage) // while GoNB starts
	}
	return l, nil
}

// kernelName returns Jupyter's name for a kernel, from the name of its connection file.
func kernelName(connectionFile string) string {
	name := strings.TrimSuffix(filepath.Base(connectionFile), filepath.Ext(connectionFile))
	return strings.TrimPrefix(name, "kernel-")
}

// ask decodes what the page asks for an interactive picture, and has the picture's program compute the answer. It calls reply once,
// mostly later.
func (l *link) ask(question []byte, reply func(any)) {
	var q widgets.Question
	if err := json.Unmarshal(question, &q); err != nil {
		reply(widgets.Answer{Error: "no question: " + err.Error()})
		return
	}
	l.host.Ask(q, func(a widgets.Answer) { reply(a) })
}

// start runs the relay in a goroutine, and calls stop if it fails. The function that it returns ends the host's programs and the relay,
// and returns the relay's error.
func (l *link) start(stop func()) func() error {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() {
		err := relay.Run(ctx, l.options)
		done <- err
		if err != nil {
			stop()
		}
	}()
	return func() error {
		if l.host != nil {
			l.host.Close()
		}
		time.AfterFunc(drain, cancel)
		return <-done
	}
}
