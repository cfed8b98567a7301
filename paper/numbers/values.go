package numbers

import (
	"fmt"
	"math"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"chesscensus/internal/digits"
	"chesscensus/stats"
	"chesscensus/survey/report"
)

// A Value is a number of the record under its name, as text.
type Value struct{ Name, Text string }

// A list collects values under a prefix.
type list struct {
	prefix string
	values []Value
}

// number adds a number.
func (l *list) number(name string, n digits.Number) {
	l.values = append(l.values, Value{l.prefix + name, n.Unicode()})
}

// estimate adds an estimate with its half-width.
func (l *list) estimate(name string, e *stats.Estimate) {
	l.number(name, digits.Round(e.Value, e.HalfWidth()))
}

// text adds a text.
func (l *list) text(name, format string, args ...any) {
	l.values = append(l.values, Value{l.prefix + name, fmt.Sprintf(format, args...)})
}

// count adds a whole number with its digits in groups of three.
func (l *list) count(name string, n uint64) { l.text(name, "%s", digits.Group(n)) }

// percent adds a share in per cent to some digits.
func (l *list) percent(name string, share float64, places int) {
	percent := 100 * share
	if percent >= 1e-4 && percent < 1e-2 { // 0.0087 rather than 8.7 x 10^-3
		l.text(name, "%.*f %%", places-1-int(math.Floor(math.Log10(percent))), percent)
		return
	}
	l.text(name, "%s %%", digits.Significant(percent, places).Unicode())
}

// outward adds a share in per cent, rounded up to three digits. It is for half of a range, which must not look narrower than it is.
func (l *list) outward(name string, share float64) {
	percent := 100 * share
	places := 3
	if percent > 0 {
		places = max(0, 2-int(math.Floor(math.Log10(percent))))
	}
	scale := math.Pow10(places)
	l.text(name, "%.*f %%", places, math.Ceil(percent*scale-1e-9)/scale)
}

// Values returns all figures by name. Every text depends on the stored bytes alone, so it can be compared.
func (r *Record) Values() ([]Value, error) {
	var all []Value
	for _, e := range r.Editions {
		all = append(all, e.values(e.Name+".")...)
	}
	all = append(all, r.Headline().values("")...)
	if r.Unpromoted != nil {
		all = append(all, r.Unpromoted.values("unpromoted.")...)
	}
	c, err := r.Combined()
	if err != nil {
		return nil, err
	}
	checked, err := rechecks(r.recheckFile)
	return append(append(append(all, r.combined(c)...), checked...), append(constants(), r.ratiosAndQuotes()...)...), err
}

// values returns the values of one edition.
func (e *Edition) values(prefix string) []Value {
	l := &list{prefix: prefix}
	r, est := e.Report, &e.Report.Estimate
	l.text("folder", "%s", filepath.Base(e.Dir))
	l.text("space", "%s", r.Space)
	wholeSize := r.Size
	if s := r.Supplement; s != nil {
		wholeSize = s.Whole
		l.text("then.size", "%s", r.Size)
		l.estimate("then.proven", &s.ThenLow)
		l.text("supplement.size", "%s", s.Size)
		l.estimate("supplement.proven", &s.Low)
		l.count("supplement.draws", s.Draws)
	}
	l.text("size", "%s", wholeSize)
	if size, err := strconv.ParseFloat(wholeSize, 64); err == nil {
		l.number("size-short", digits.Significant(size, 3))
		theta := est.Low.Value / size
		l.percent("share-legal", theta, 3)
		// The number of simple draws, all judged to the end, for a half-width of 0.01 %.
		simple := math.Pow(stats.Options{Confidence: est.Low.Confidence}.Quantile()/1e-4, 2) * (1 - theta) / theta
		l.number("simple.draws", digits.Significant(simple, 1))
		l.number("simple.games", digits.Significant(theta*simple, 1))
	}
	l.text("seed", "%d", r.Seed)
	l.text("plan", "%.8s", r.Hash)
	l.text("program", "%s", program(r))
	l.text("shards", "%d", r.Shards)
	l.text("shards-done", "%d", r.Done)
	l.estimate("proven", &est.Low)
	l.estimate("not-refuted", &est.High)
	l.number("interval", digits.Interval(est.Lo, est.Hi))
	l.percent("half-width", est.Low.Relative(), 3)
	l.outward("range", (est.Hi-est.Lo)/2/est.Low.Value)
	l.number("widened", digits.Interval(est.Lo, est.Hi*(1+report.WrongRefutations(r.Space)))) // by what the rechecks allow
	l.outward("gap", est.High.Value/est.Low.Value-1)
	// The published range over that of this edition, undecided draws included; to the nearest ten, as the published half-width has two
	// digits.
	l.text("narrower", "%.0f", 10*math.Round(2*report.Published.HalfWidth()/(est.Hi-est.Lo)/10))
	l.text("bits", "%.4f", r.Derived.Bits.Value)
	if r.Derived.DiagramBits != nil {
		l.text("diagram-bits", "%.2f", r.Derived.DiagramBits.Value)
	}
	l.number("up-to-colors", figure(r.Derived.UpToColors))
	l.number("up-to-mirrors", figure(r.Derived.UpToMirrors))
	e.work(l)
	l.text("z-published", "%.2f", r.Z)
	l.text("p-published", "%.2f", r.P)
	l.percent("detectable-published", detectableRatio*math.Hypot(est.Low.StdErr, report.Published.StdErr)/est.Low.Value, 2)
	l.estimate("multiplicity", &r.Multiplicity)
	l.number("std-err", digits.Significant(est.Low.StdErr, 3))
	l.number("std-err-shards", digits.Significant(r.Replicated, 3))
	l.text("gain", "%.0f", r.Gain)
	l.percent("foretold", r.Plan.Relative, 2)
	e.parts(l)
	return l.values
}

// program returns the last of the programs that made the shards, with revisions shortened to twelve digits.
func program(r *report.Report) string {
	if len(r.Builds) == 0 {
		return "unknown"
	}
	words := strings.Fields(r.Builds[len(r.Builds)-1])
	for i, w := range words {
		if len(w) == 40 {
			words[i] = w[:12]
		}
	}
	return strings.Join(words, " ")
}

// figure returns the interval of a figure whose value is not its middle.
func figure(f report.Figure) digits.Number { return digits.Interval(f.Lo, f.Hi) }

// work adds the numbers of draws and judgements, and their results.
func (e *Edition) work(l *list) {
	r, est := e.Report, &e.Report.Estimate
	l.count("draws", r.Draws)
	l.number("draws-short", digits.Significant(float64(r.Draws), 3))
	l.number("effective-short", digits.Significant(est.EffectiveDraws, 2))
	for k, p := range est.Phases {
		if k < len(r.Phases) {
			name := strings.ReplaceAll(r.Phases[k].Name, " ", "-")
			l.count("judged."+name, p.Judged)
			l.text("millions."+name, "%.0f", float64(p.Judged)/1e6)
			l.text("variance."+name, "%.0f %%", 100*p.Share)
		}
	}
	if last := len(est.Phases) - 1; last >= 0 && !r.UpperBound {
		p := &est.Phases[last]
		l.count("games", p.Judged)
		l.text("draws-per-game", "%.0f", float64(r.Draws)/float64(p.Judged))
		l.count("games-found", est.Low.Hits)
		l.count("without-game", p.Judged-est.Low.Hits)
		l.count("refuted-late", p.Judged-est.Low.Hits-est.OpenDraws)
		l.text("per-myriad-refuted", "%.1f", 1e4*float64(p.Judged-est.Low.Hits-est.OpenDraws)/float64(p.Judged))
		l.text("per-myriad-open", "%.1f", 1e4*float64(est.OpenDraws)/float64(p.Judged))
	}
	l.count("open", est.OpenDraws)
	if r.Later != nil {
		l.text("settled-legal", "%d", r.Later.Legal)
		l.text("settled-illegal", "%d", r.Later.Illegal)
		l.text("listed-open", "%d", r.Later.Listed)
	}
	l.text("cpu", "%s", durationText(e.CPU()))
}

// durationText returns a time such as "2 h 08 min", "3 min" or "41 s".
func durationText(seconds float64) string {
	d := time.Duration(seconds * float64(time.Second))
	switch {
	case d >= time.Hour:
		d = d.Round(time.Minute)
		return fmt.Sprintf("%d h %02d min", int(d.Hours()), int(d.Minutes())%60)
	case d >= 2*time.Minute:
		return fmt.Sprintf("%d min", int(d.Round(time.Minute).Minutes()))
	}
	return fmt.Sprintf("%d s", int(d.Round(time.Second).Seconds()))
}

// parts adds the by-products, as part.GROUP.VALUE with their shares, and the shares of the verdicts.
func (e *Edition) parts(l *list) {
	r := e.Report
	for _, g := range r.Groups {
		mode := 0
		for i := range g.Items {
			if g.Items[i].Low.Value > g.Items[mode].Low.Value {
				mode = i
			}
		}
		if len(g.Items) > 0 {
			l.text("mode."+slug(g.Name), "%s", g.Items[mode].Value) // the most frequent value
		}
		for i := range g.Items {
			item := &g.Items[i]
			name := "part." + slug(g.Name) + "." + slug(item.Value)
			l.estimate(name, &item.Low)
			if total := r.Estimate.Low.Value; total > 0 {
				l.percent(name+".share", item.Low.Value/total, 3)
			}
		}
	}
	for i := range r.Verdicts {
		l.percent("verdict."+r.Verdicts[i].Label, r.Verdicts[i].Share, 3)
	}
}

// slug returns a name in small letters, digits and hyphens, without other characters. Castling rights keep their letters, as K is not k.
func slug(s string) string {
	if strings.Trim(s, "KQkq") == "" {
		return s
	}
	return strings.Map(func(c rune) rune {
		if c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-' {
			return c
		}
		if c >= 'A' && c <= 'Z' {
			return c + 'a' - 'A'
		}
		if c == ' ' {
			return '-'
		}
		return -1
	}, s)
}

// detectableRatio is the difference, in joint standard errors, that a test at 5 % detects with probability 0.8: 1.96 + 0.84.
const detectableRatio = 2.8

// combined returns the values of all editions together, as combined.NAME, and of two of them, as first-second.NAME.
func (r *Record) combined(all *report.Comparisons) []Value {
	if all == nil {
		return nil
	}
	l := &list{prefix: "combined."}
	m := &all.Combined
	l.estimate("proven", &m.Low)
	l.estimate("not-refuted", &m.High)
	l.number("interval", digits.Interval(m.Lo, m.Hi))
	l.percent("half-width", m.Low.Relative(), 3)
	l.outward("range", (m.Hi-m.Lo)/2/m.Low.Value)
	l.text("editions", "%s", [...]string{2: "two", 3: "three", 4: "four"}[all.DF+1])
	l.text("q", "%.2f", all.Q)
	l.text("df", "%d", all.DF)
	l.text("p", "%.2f", all.P)
	for i, w := range m.Weights {
		l.text("weight-"+r.Editions[i].Name, "%.3f", w)
	}
	pairIndex, finest, largestZ := 0, math.Inf(1), 0.0
	for i := range r.Editions {
		for j := i + 1; j < len(r.Editions); j++ {
			c := all.Pairs[pairIndex]
			pairIndex++
			l.prefix = r.Editions[i].Name + "-" + r.Editions[j].Name + "."
			l.pair(c)
			finest = min(finest, detectableRatio*math.Hypot(c.A.Low.StdErr, c.B.Low.StdErr)/m.Low.Value)
			largestZ = max(largestZ, math.Abs(c.Z))
		}
	}
	l.prefix = "combined."
	l.percent("detectable", finest, 2) // of the most precise pair
	l.text("largest-z", "%.2f", largestZ)
	return l.values
}

// pair adds the values of two editions.
func (l *list) pair(c *report.Comparison) {
	l.text("z", "%.2f", c.Z)
	l.text("p", "%.2f", c.P)
	l.text("parts", "%d", len(c.Parts))
	leastP, largestZ := 1.0, 0.0
	for i := range c.Parts {
		leastP, largestZ = min(leastP, c.Parts[i].Holm), max(largestZ, math.Abs(c.Parts[i].Z))
	}
	l.text("least-p-holm", "%.2g", leastP)
	l.text("largest-z", "%.1f", largestZ)
}

// ratiosAndQuotes returns the ratios of the sets' sizes to the headline, and the quotations.
func (r *Record) ratiosAndQuotes() []Value {
	l := &list{}
	legal := r.Headline().Report.Estimate.Low.Value
	for _, s := range Sizes() {
		l.number("times-legal."+s.Name, digits.Significant(s.Elements()/legal, 2))
	}
	return append(l.values, quotedValues()...)
}

// constants returns the published estimate, and sizes that are known exactly.
func constants() []Value {
	l := &list{prefix: "published."}
	p := report.Published
	l.estimate("proven", &p)
	l.percent("half-width", p.Relative(), 2)
	l.prefix = "size."
	for _, s := range Sizes() {
		l.text(s.Name, "%s", s.Size)
		l.number(s.Name+".short", digits.Significant(s.Elements(), 5))
	}
	return l.values
}
