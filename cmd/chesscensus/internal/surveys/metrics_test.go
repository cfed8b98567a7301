package surveys

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"chesscensus/survey/campaign"
	"chesscensus/survey/remote"
)

// TestMetrics: what Prometheus reads, from an address of this machine alone.
func TestMetrics(t *testing.T) {
	m := newMetrics()
	m.status(&campaign.Status{Shards: 12, Draws: 7})
	m.view(&remote.View{Workers: []remote.WorkerView{{Name: "a", Slots: 4, Shards: []int{1, 2}}, {Name: "b", Slots: 2, Shards: []int{3}}}, Wanted: 9, Parked: 1})
	url, end, err := serveMetrics("127.0.0.1:0", m)
	if err != nil {
		t.Fatal(err)
	}
	defer end()
	answer, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK || !strings.HasPrefix(answer.Header.Get("Content-Type"), "text/plain; version=0.0.4") {
		t.Errorf("%v, %s", err, answer.Status)
	}
	for _, line := range []string{"chesscensus_shards 12", "chesscensus_shards_done 0", "chesscensus_draws_done 7", "chesscensus_half_width_ratio 0", "chesscensus_workers 2",
		"chesscensus_slots 6", "chesscensus_slots_busy 3", "chesscensus_shards_wanted 9", "chesscensus_shards_parked 1", "# TYPE chesscensus_slots gauge",
		"# HELP chesscensus_slots Shards that they can do at the same time."} {
		if !strings.Contains("\n"+string(text), "\n"+line+"\n") {
			t.Errorf("no line %q in\n%s", line, text)
		}
	}
	if other, err := http.Get(strings.TrimSuffix(url, "metrics")); err != nil || other.StatusCode != http.StatusNotFound {
		t.Errorf("another path: %v", err)
	}
	for _, address := range []string{"", ":9464", "0.0.0.0:9464", "192.168.0.1:9464", "localhost", "127.0.0.1"} {
		if _, _, err := serveMetrics(address, m); err == nil || !strings.Contains(err.Error(), "want an address of this machine") {
			t.Errorf("%q: %v", address, err)
		}
	}
}
