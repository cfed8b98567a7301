package numbers

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"chesscensus/survey/report"
)

// An Edition is one survey with its report.
type Edition struct {
	// Name is "first", "second" and so on, or "unpromoted"; Dir its folder.
	Name, Dir string
	Reader    *report.Reader
	Report    *report.Report
	Trace     []report.Point
}

// CPU returns the processor time of the edition's shards in seconds.
func (e *Edition) CPU() float64 {
	if len(e.Trace) == 0 {
		return 0
	}
	return e.Trace[len(e.Trace)-1].CPU
}

// A Record holds all stored surveys: the editions of the survey of legal positions, the oldest first, and the survey of those
// that need no promoted man, nil if there is none.
type Record struct {
	Editions   []*Edition
	Unpromoted *Edition
	checked    string // the file of the independent checker, see rechecks; empty for none
}

// ErrNoRecord is wrapped by the error for a folder without a usable record.
var ErrNoRecord = errors.New("no record of a survey with a shard that is done")

// names are the names of the editions in their order.
var names = []string{"first", "second", "third", "fourth"}

// Folders returns the folders of the editions below root in their order: records/first, records/second and so on. An edition whose
// folder has a file "unfinished" is left out: its run goes on, and no interim estimate is published.
func Folders(root string) (dirs []string) {
	exists := func(path ...string) bool {
		_, err := os.Stat(filepath.Join(path...))
		return err == nil
	}
	for _, name := range names {
		dir := filepath.Join(root, "records", name)
		if exists(dir, "plan.json") && !exists(dir, "unfinished") {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// Open reads the editions in the given folders, and the record of positions without extra men if that folder is not empty. What the checker
// has confirmed is read from the project at root, if that is not empty and has it. All must be surveys of which a shard is done; editions
// after the first that have none yet are left out. Damaged shards are an error. It costs some seconds of CPU for each edition.
func Open(ctx context.Context, root string, editions []string, unpromoted string) (*Record, error) {
	if len(editions) == 0 {
		return nil, fmt.Errorf("numbers: %w (want a folder such as record)", ErrNoRecord)
	}
	r := &Record{}
	if root != "" {
		r.checked = filepath.Join(root, "docs", "data", "recheck-16.jsonl")
	}
	for i, dir := range editions {
		if i >= len(names) {
			return nil, fmt.Errorf("numbers: %d editions; at most %d have a name", len(editions), len(names))
		}
		e, err := read(ctx, names[len(r.Editions)], dir)
		if errors.Is(err, ErrNoRecord) && i > 0 {
			continue
		}
		if err != nil {
			return nil, err
		}
		r.Editions = append(r.Editions, e)
	}
	if unpromoted != "" {
		e, err := read(ctx, "unpromoted", unpromoted)
		if err != nil {
			return nil, err
		}
		r.Unpromoted = e
	}
	return r, nil
}

// read reads one edition. The error wraps ErrNoRecord if no shard is done.
func read(ctx context.Context, name, dir string) (*Edition, error) {
	reader, err := report.Open(dir)
	if err != nil {
		return nil, fmt.Errorf("numbers: %s: %w: %w", dir, ErrNoRecord, err)
	}
	r, trace, problems, err := reader.ReportAndTrace(ctx)
	if err != nil {
		return nil, fmt.Errorf("numbers: %s: %w", dir, err)
	}
	if len(problems) > 0 {
		return nil, fmt.Errorf("numbers: %s is damaged (chesscensus survey report names all of it): %w", dir, problems[0].Err)
	}
	if r.Done == 0 {
		return nil, fmt.Errorf("numbers: %s: %w (chesscensus survey run %s does some)", dir, ErrNoRecord, dir)
	}
	return &Edition{name, dir, reader, r, trace}, nil
}

// Headline returns the edition with the narrowest range, chance and undecided draws together; of equals the newer one.
func (r *Record) Headline() *Edition {
	width := func(e *Edition) float64 { return e.Report.Estimate.Hi - e.Report.Estimate.Lo }
	best := r.Editions[0]
	for _, e := range r.Editions[1:] {
		if width(e) <= width(best) {
			best = e
		}
	}
	return best
}

// Combined compares all editions, two by two, and combines their estimates. It returns nil if there is only one. The error is
// that of report.CompareAll.
func (r *Record) Combined() (*report.Comparisons, error) {
	if len(r.Editions) < 2 {
		return nil, nil
	}
	var reports []*report.Report
	for _, e := range r.Editions {
		reports = append(reports, e.Report)
	}
	return report.CompareAll(reports, holdsAll)
}

// holdsAll reports whether a space is proven to contain every legal position.
func holdsAll(space string) bool { return space == "ranked-repaired" || space == "cover" }
