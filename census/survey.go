package census

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"

	"chesscensus/census/internal/figures"
	"chesscensus/jupyter/cache"
	"chesscensus/legality"
	"chesscensus/legality/verdict"
	"chesscensus/sampler"
	"chesscensus/stats"
	"chesscensus/survey"
)

// A Sample describes the draws of [Survey] and how they are judged. Zero fields mean the defaults.
type Sample struct {
	Space string // DefaultSpace
	Draws int    // 10 000
	Seed  uint64 // 1
	// Effort to which each draw is judged. The default is Games, which proves each position that it counts, and takes
	// five seconds of processor time for ten thousand draws. Kernel takes half a second and gives an upper bound.
	Effort Effort
	// Set, if not nil, is a space of your own to draw from, instead of one with a name. Its results are not kept on disk.
	Set sampler.Space
	// Judge, if not nil, decides instead of the engine. See [Rule].
	Judge Rule
}

// complete returns the sample with the defaults.
func (s Sample) complete() Sample {
	s.Space = cmp.Or(s.Space, DefaultSpace)
	s.Draws = cmp.Or(s.Draws, 10_000)
	s.Seed = cmp.Or(s.Seed, 1)
	s.Effort = cmp.Or(s.Effort, Games)
	return s
}

// key returns a text with everything that the result of a question depends on. Format 1 is that of results from before 2026-11-26, whose
// kernel spaces and covers lacked members; in format 2 a name that ends with a digit ran into the number of draws after it.
func key(question string, parameters ...any) string {
	return fmt.Sprintf("%s %#v engine %d format 3", question, parameters, legality.Version)
}

// cached returns the stored result with the key, or computes it. compute also reports whether the result is complete, and so may be stored.
func cached[T any](key string, compute func() (T, bool, error)) (T, error) {
	store, _ := cache.Default() // without a folder everything is computed
	return cache.Of(store, key, compute)
}

// unfinishedFolder returns the folder for unfinished work on the result with a key, "" if there can be none.
func unfinishedFolder(key string) string {
	store, err := cache.Default()
	if err != nil {
		return ""
	}
	folder, err := store.Unfinished(key)
	if err != nil {
		return ""
	}
	return folder
}

// ForgetResults removes the results that are kept on disk, and returns their number. They are in the folder that CHESSCENSUS_RESULTS names,
// or else in chesscensus/results in the user's cache folder, at most 256 MB. Estimates and surveys that were stopped are forgotten with
// them, and begin anew.
func ForgetResults() (int, error) {
	store, err := cache.Default()
	if err != nil {
		return 0, err
	}
	n, _, err := store.Clear()
	return n, err
}

// shownInterval returns the estimate to show of a running survey: of what is proven if its effort looks for games, else of what is not
// refuted.
func shownInterval(r stats.Result, effort Effort) Interval {
	if effort >= Games {
		return r.Low
	}
	return r.High
}

// Survey judges a sample: every draw to the same effort. For a precise estimate of the
// number of legal positions [Estimate] needs far less time.
//
// A long cell shows its progress. If it is stopped, the report is that of the draws done so far; run again, it goes on from
// there. A complete report is kept on disk.
func Survey(s Sample) (*Report, error) {
	s, space, err := s.open()
	if err != nil {
		return nil, err
	}
	name := key("survey", space.Name(), s.Draws, s.Seed, s.Effort)
	run := func(folder string) (*Report, bool, error) {
		ctx, stop := interruptible()
		defer stop()
		l := figures.NewLive()
		defer l.Clear()
		c := survey.Config{Space: space, Seed: s.Seed, Draws: uint64(s.Draws), Effort: s.Effort, Judge: s.Judge.outcome()}
		c.Running = func(done uint64, result stats.Result) { l.Update(done, c.Draws, shownInterval(result, s.Effort)) }
		return surveyOn(ctx, c, name, folder)
	}
	if s.Set != nil || s.Judge != nil {
		r, _, err := run("")
		return r, err
	}
	return cached(name, func() (*Report, bool, error) { return run(unfinishedFolder(name)) })
}

// open completes a sample and opens its space.
func (s Sample) open() (Sample, sampler.Space, error) {
	s = s.complete()
	if s.Draws < 1 {
		return s, nil, fmt.Errorf("census: %d draws; want at least 1", s.Draws)
	}
	if s.Set != nil {
		return s, s.Set, nil
	}
	space, err := OpenSpace(s.Space)
	return s, space, err
}

// surveyOn runs a survey, from where it was stopped if it was. folder, "" for none, keeps the report of a stopped survey under the name.
// complete is false if the survey was stopped; then the report is that of the draws done so far, or the error says that there are none.
func surveyOn(ctx context.Context, c survey.Config, name, folder string) (r *Report, complete bool, err error) {
	part := cache.Store{Dir: folder}
	if folder == "" || !part.Get(name, &c.From) {
		c.From = nil
	}
	r, err = survey.Run(ctx, c)
	if !errors.Is(err, context.Canceled) {
		if err == nil && folder != "" {
			os.RemoveAll(folder) // if that fails, the cache removes it in a month
		}
		return r, true, err
	}
	if r == nil || r.Draws == 0 {
		return nil, false, errors.New("census: the survey was stopped before there was anything to count")
	}
	if folder != "" {
		_ = part.Put(name, &r) // if that fails, the survey begins anew
	}
	return r, false, nil
}

// Compare draws n times from each of the spaces, which must hold the same legal positions, judges to effort kernel, and tests whether they
// agree on how many there are at most. Without names it compares the repaired ranked set, texelutil's and Tomic's.
func Compare(n int, spaces ...string) (*Compared, error) {
	if len(spaces) == 0 {
		spaces = []string{DefaultSpace, "rndfen-conditioned", "material"}
	}
	if n < 2 {
		return nil, fmt.Errorf("census: %d draws from each space; want at least 2", n)
	}
	var list []sampler.Space
	for _, name := range spaces {
		space, err := OpenSpace(name)
		if err != nil {
			return nil, err
		}
		list = append(list, space)
	}
	return cached(key("compare", n, spaces), func() (*Compared, bool, error) {
		r, err := CompareSpaces(n, list...)
		return r, true, err
	})
}

// CompareSpaces is [Compare] for spaces without a name, such as one of your own. Nothing is kept on disk.
func CompareSpaces(n int, spaces ...sampler.Space) (*Compared, error) {
	ctx, stop := interruptible()
	defer stop()
	l := figures.NewLive()
	defer l.Clear()
	c := survey.Comparison{Seed: 1, Draws: uint64(max(n, 0)), Effort: Kernel, Spaces: spaces}
	c.Progress = func(done uint64) { l.Update(done, uint64(n*len(spaces)), Interval{}) }
	return survey.Compare(ctx, c)
}

// RandomPosition returns a legal position as the game that leads to it. Each legal position is as likely as any other, except
// those for which no game is found, about one in ten thousand: these never come. The seed decides which one comes; two
// seeds give independent positions. It takes about a quarter of a second.
//
// For many positions see [LegalPositions], which draws from a smaller space, a hundred times as fast. The two share
// no code but the engine, and so check each other: here draws from the default space are judged until one is legal, and that
// is accepted with probability 1/multiplicity; else the search goes on.
func RandomPosition(seed uint64) (*Game, error) {
	space, err := OpenSpace("")
	if err != nil {
		return nil, err
	}
	engine, err := legality.New(legality.Options{Effort: verdict.Game})
	if err != nil {
		return nil, err
	}
	ctx, stop := interruptible()
	defer stop()
	stream := sampler.NewStream(space, seed)
	var d Draw
	for i := uint64(0); cmp.Or(engine.Err(), ctx.Err()) == nil; i++ {
		stream.Draw(&d, i)
		v := engine.Judge(ctx, d.Setup)
		if v.Outcome == verdict.Legal && rand.New(rand.NewPCG(seed, i)).IntN(d.Multiplicity) == 0 {
			return gameOf(v.Certificate.String())
		}
	}
	return nil, cmp.Or(engine.Err(), ctx.Err())
}
