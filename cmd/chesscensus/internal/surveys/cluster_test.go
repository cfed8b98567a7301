package surveys

import (
	"context"
	"errors"
	"strings"
	"testing"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/cmd/chesscensus/internal/clitest"
	"chesscensus/survey/campaign"
)

// TestClusterFlags: contradictory flags are usage errors that name them, before another program is started or a folder is opened.
func TestClusterFlags(t *testing.T) {
	const nowhere = "nats://127.0.0.1:1"
	for want, args := range map[string]string{
		"want --nats or --listen too":               "run none --creds x",
		"exclude each other":                        "run none --nats " + nowhere + " --listen :1",
		"--listen makes a key for workers":          "run none --listen :1 --nkey x",
		"--creds and --nkey go with --nats":         "run none --listen :1 --creds x",
		"--tries of at least 1":                     "run none --nats " + nowhere + " --tries 0",
		"--replicas 2: want 1, 3 or 5":              "run none --nats " + nowhere + " --replicas 2",
		"want --ack-wait of at least 100ms":         "run none --listen :0 --ack-wait 1ms",
		"want the URL of a server: --nats nats://s": "worker",
	} {
		words := strings.Fields(args)
		if words[0] != "worker" {
			words = append([]string{"survey"}, words...)
		}
		program.Refuse(t, cli.StatusUsage, want, words...)
	}
}

// TestClusterProgram: without the cluster program the error says how to build it; with its functions they get the flags.
func TestClusterProgram(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	for _, args := range [][]string{{"survey", "run", "none", "--listen", ":0"},
		{"survey", "resume", "none", "--nats", "nats://127.0.0.1:1"}, {"worker", "--nats", "nats://127.0.0.1:1"}} {
		if status, _, errs := invoke("", args...); status != cli.StatusError ||
			!strings.Contains(errs, "chesscensus-cluster beside this one") || !strings.Contains(errs, "make build") {
			t.Errorf("%s: status %d, errors %s", args, status, errs)
		}
	}
	dir := tinySurvey(t, "1s")
	var runOptions RunOptions
	var workOptions WorkOptions
	errCalled := errors.New("asked")
	p := clitest.Program{CommandsWith(&Cluster{
		Pool: func(_ context.Context, _ *cli.App, s *campaign.Campaign, o *RunOptions) (campaign.Pool, func(), error) {
			runOptions = *o
			return nil, nil, errCalled
		},
		Work: func(_ context.Context, _ *cli.App, o *WorkOptions) error { workOptions = *o; return errCalled },
	})}
	for _, c := range []struct {
		args   string
		listen string
		audit  float64
	}{{"--listen :7", ":7", 0.02}, {"--nats embedded --audit 5%", ":0", 0.05}, {"--nats nats://x --audit 0.5", "", 0.5}} {
		if status, _, errs := p.Invoke("", append([]string{"survey", "run", dir}, strings.Fields(c.args)...)...); status != 1 ||
			!strings.Contains(errs, "asked") || runOptions.Listen != c.listen || runOptions.Audit != c.audit {
			t.Errorf("%s: status %d, errors %s, options %+v", c.args, status, errs, runOptions)
		}
	}
	if _, _, errs := p.Invoke("", "worker", "--nats", "nats://x", "--name", "a", "--memory", "7"); !strings.Contains(errs, "asked") ||
		workOptions.Name != "a" || workOptions.Memory != 7 {
		t.Errorf("errors %s, options %+v", errs, workOptions)
	}
}
