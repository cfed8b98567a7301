package surveys

import (
	"net"
	"net/http"
	"net/netip"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/survey/campaign"
	"chesscensus/survey/remote"
)

// Metrics are what a run tells Prometheus: gauges of their own registry, in the order of metricTexts.
type metrics struct {
	registry *prometheus.Registry
	gauges   [numMetrics]prometheus.Gauge
}

// newMetrics returns the metrics, all 0.
func newMetrics() *metrics {
	m := &metrics{registry: prometheus.NewRegistry()}
	for i, t := range metricTexts {
		m.gauges[i] = prometheus.NewGauge(prometheus.GaugeOpts{Namespace: "chesscensus", Name: t.name, Help: t.help})
		m.registry.MustRegister(m.gauges[i])
	}
	return m
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

var metricTexts = [numMetrics]struct{ name, help string }{
	{"shards_done", "Shards that are done and stored."},
	{"shards", "Shards of the plan."},
	{"draws_done", "Draws of the shards that are done."},
	{"cpu_seconds", "Processor time that the shards that are done have taken."},
	{"half_width_ratio", "Relative half-width of the estimate so far, 0 before the first shard."},
	{"shards_wanted", "Shards that are queued or in hand on an engine."},
	{"shards_parked", "Shards that this run has given up."},
	{"workers", "Workers that have answered the last roll call."},
	{"slots", "Shards that they can do at the same time."},
	{"slots_busy", "Shards that they have in hand."},
}

// status takes in how far a survey is.
func (m *metrics) status(st *campaign.Status) {
	half := 0.0
	if st.Done > 0 {
		if r, err := st.Estimate(); err == nil {
			half = r.Low.Relative()
		}
	}
	for i, x := range map[int]float64{metricDone: float64(st.Done), metricShards: float64(st.Shards), metricDraws: float64(st.Draws), metricCPU: st.CPU, metricHalfWidth: half} {
		m.gauges[i].Set(x)
	}
}

// view takes in what the workers are doing.
func (m *metrics) view(v *remote.View) {
	for i, x := range map[int]int{metricWanted: v.Wanted, metricParked: v.Parked, metricWorkers: len(v.Workers), metricSlots: v.Slots(), metricBusy: v.Running()} {
		m.gauges[i].Set(float64(x))
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
	mux.Handle("GET /metrics", promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{}))
	s := &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second}
	go func() { _ = s.Serve(l) }()
	return "http://" + l.Addr().String() + "/metrics", func() { _ = s.Close() }, nil
}
