package numbers

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"chesscensus/survey/report"
)

// An Edition is one survey with its report.
type Edition struct {
	// Name is "first", "second" and so on (see Open), or "unpromoted"; Dir is the folder.
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

// A Record holds the stored surveys that are quoted.
type Record struct {
	Editions   []*Edition // of the survey of legal positions, the oldest first
	Unpromoted *Edition   // the survey of positions without promoted men, nil if there is none
}

// ErrNoRecord is wrapped by the error for a folder without a plan that can be read, or without a shard that is done.
var ErrNoRecord = errors.New("no record of a survey with a shard that is done")

// errNotBegun is the ErrNoRecord for a folder whose plan can be read.
var errNotBegun = fmt.Errorf("%w", ErrNoRecord)

// editionNames are the names of the editions in their order.
var editionNames = []string{"first", "second", "third", "fourth"}

// Folders returns the folders of the editions below root in their order: records/first, records/second and so on. An edition whose
// folder has a file "unfinished" is left out: its run goes on, and no interim estimate is published.
func Folders(root string) (dirs []string) {
	exists := func(path ...string) bool {
		_, err := os.Stat(filepath.Join(path...))
		return err == nil
	}
	for _, name := range editionNames {
		dir := filepath.Join(root, "records", name)
		if exists(dir, "plan.json") && !exists(dir, "unfinished") {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// Open reads the editions in the given folders, and the survey of positions without promoted men if unpromoted is not "".
//
// An edition in a folder called "first", "second" and so on has this name, another one the first name that no folder has. Two of one name
// are an error, and so is a folder whose plan cannot be read or whose shards are damaged. Editions after the first of which no shard is done
// are left out. Open costs some seconds of CPU for each edition.
func Open(ctx context.Context, editions []string, unpromoted string) (r *Record, err error) {
	if len(editions) == 0 {
		return nil, fmt.Errorf("numbers: %w (want a folder such as records/first)", ErrNoRecord)
	}
	r = &Record{}
	if len(editions) > len(editionNames) {
		return nil, fmt.Errorf("numbers: %d editions; at most %d have a name", len(editions), len(editionNames))
	}
	free := slices.DeleteFunc(slices.Clone(editionNames), func(name string) bool {
		return slices.ContainsFunc(editions, func(dir string) bool { return filepath.Base(dir) == name })
	})
	for i, dir := range editions {
		name := filepath.Base(dir)
		if !slices.Contains(editionNames, name) {
			name, free = free[0], free[1:]
		}
		if namesake := slices.IndexFunc(r.Editions, func(e *Edition) bool { return e.Name == name }); namesake >= 0 {
			return nil, fmt.Errorf("numbers: %s and %s are both the %s edition", r.Editions[namesake].Dir, dir, name)
		}
		e, err := read(ctx, name, dir)
		if i > 0 && errors.Is(err, errNotBegun) {
			continue
		}
		if err != nil {
			return nil, err
		}
		r.Editions = append(r.Editions, e)
	}
	if unpromoted == "" {
		return r, nil
	}
	r.Unpromoted, err = read(ctx, "unpromoted", unpromoted)
	return r, err
}

// read reads one edition. The error wraps ErrNoRecord if its plan cannot be read, and errNotBegun if no shard is done.
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
		return nil, fmt.Errorf("numbers: %s: %w (chesscensus survey run %s does some)", dir, errNotBegun, dir)
	}
	return &Edition{name, dir, reader, r, trace}, nil
}

// Headline returns the edition with the narrowest range, chance and undecided draws together; of equals the newer one.
func (r *Record) Headline() (best *Edition) {
	width := func(e *Edition) float64 { return e.Report.Estimate.Hi - e.Report.Estimate.Lo }
	for _, e := range r.Editions {
		if best == nil || width(e) <= width(best) {
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
