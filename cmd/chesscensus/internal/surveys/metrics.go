package surveys

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"time"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/internal/survey/remote"
	"chesscensus/survey/campaign"
)

// Metrics are what a run tells Prometheus, in its text format, version 0.0.4. The format is a line for each number, so that no library is needed:
// client_golang v1.23.2 would make the program 8 MB larger.
type metrics struct {
	mu     sync.Mutex
	values [numMetrics]float64
}

// The metrics, in the order of metricTexts.
const (
	metricDone = iota
	metricShards
	metricDraws
	metricCPU
	metricHalfWidth
	metricWanted
	metricParked
	metricWorkers
	metricSlots
	metricBusy
	numMetrics
)

var metricTexts = [numMetrics]struct{ name, kind, help string }{
	{"shards_done", "gauge", "Shards that are done and stored."},
	{"shards", "gauge", "Shards of the plan."},
	{"draws_done", "gauge", "Draws of the shards that are done."},
	{"cpu_seconds", "gauge", "Processor time that the shards that are done have taken."},
	{"half_width_ratio", "gauge", "Relative half-width of the estimate so far, 0 before the first shard."},
	{"shards_wanted", "gauge", "Shards that are queued or in hand on an engine."},
	{"shards_parked", "gauge", "Shards that this run has given up."},
	{"workers", "gauge", "Workers that have answered the last roll call."},
	{"slots", "gauge", "Shards that they can do at the same time."},
	{"slots_busy", "gauge", "Shards that they have in hand."},
}

// status takes in how far a survey is.
func (m *metrics) status(st *campaign.Status) {
	half := 0.0
	if st.Done > 0 {
		if r, err := st.Estimate(); err == nil {
			half = r.Low.Relative()
		}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	for i, x := range map[int]float64{metricDone: float64(st.Done), metricShards: float64(st.Shards), metricDraws: float64(st.Draws), metricCPU: st.CPU, metricHalfWidth: half} {
		m.values[i] = x
	}
}

// view takes in what the workers are doing.
func (m *metrics) view(v *remote.View) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for i, x := range map[int]int{metricWanted: v.Wanted, metricParked: v.Parked, metricWorkers: len(v.Workers), metricSlots: v.Slots(), metricBusy: v.Running()} {
		m.values[i] = float64(x)
	}
}

// ServeHTTP writes them.
func (m *metrics) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	m.mu.Lock()
	values := m.values
	m.mu.Unlock()
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	for i, t := range metricTexts {
		fmt.Fprintf(w, "# HELP chesscensus_%s %s\n# TYPE chesscensus_%s %s\nchesscensus_%s %v\n", t.name, t.help, t.name, t.kind, t.name, values[i])
	}
}

// serveMetrics serves metrics at an address of this machine, and returns where, and a function that ends it. Others are refused: there is no password.
func serveMetrics(address string, m *metrics) (string, func(), error) {
	at, err := netip.ParseAddrPort(address)
	if err != nil || !at.Addr().IsLoopback() {
		return "", nil, cli.Usagef("--metrics %.40q: want an address of this machine with a port, such as 127.0.0.1:9464", address)
	}
	l, err := net.Listen("tcp", at.String())
	if err != nil {
		return "", nil, err
	}
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", m)
	s := &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second}
	go func() { _ = s.Serve(l) }()
	return "http://" + l.Addr().String() + "/metrics", func() { _ = s.Close() }, nil
}
