package play

import (
	"testing"
)

// TestPrerequisitesAreTransitive checks that the prerequisites of a job include theirs, and hold earlier jobs only.
func TestPrerequisitesAreTransitive(t *testing.T) {
	jobs := 0
	duringPath(t, func(p *path) {
		p.findPrerequisites()
		for i, set := range p.prerequisites {
			for j := range min(len(p.prerequisites), 64) {
				if set>>j&1 == 0 {
					continue
				}
				if jobs++; j >= i || p.prerequisites[j]&^set != 0 {
					t.Fatalf("job %d needs %b, and %d, which needs %b", i, set, j, p.prerequisites[j])
				}
			}
		}
	})
	if jobs < 1000 {
		t.Errorf("%d pairs only", jobs)
	}
}
