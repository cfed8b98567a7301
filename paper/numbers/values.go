package numbers

import (
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"chesscensus/internal/digits"
	"chesscensus/stats"
	"chesscensus/survey/report"
)

// A Value is a figure under its name, as text.
type Value struct{ Name, Text string }

// A table has figures by name: texts, whole numbers, estimates, and numbers with their digits.
type table map[string]any

// values returns the figures as text, sorted by name, with a prefix before each name. A number of type uint64 is a count, with its digits in
// groups of three; an int has none. It panics for a figure of another type.
func (t table) values(prefix string) (list []Value) {
	for _, name := range slices.Sorted(maps.Keys(t)) {
		text := ""
		switch v := t[name].(type) {
		case string:
			text = v
		case int:
			text = strconv.Itoa(v)
		case uint64:
			text = digits.Group(v)
		case digits.Number:
			text = v.Unicode()
		case stats.Estimate:
			text = digits.Round(v.Value, v.HalfWidth()).Unicode()
		default:
			panic(fmt.Sprintf("numbers: %s is a %T", name, v))
		}
		list = append(list, Value{prefix + name, text})
	}
	return list
}

// fixed returns a number with some decimals.
func fixed(x float64, decimals int) string { return strconv.FormatFloat(x, 'f', decimals, 64) }

// percent returns a share in per cent to some digits, as 0.0087 rather than 8.7 x 10^-3.
func percent(share float64, places int) string {
	percent := 100 * share
	if percent >= 1e-4 && percent < 1e-2 {
		return fixed(percent, places-1-int(math.Floor(math.Log10(percent)))) + " %"
	}
	return digits.Significant(percent, places).Unicode() + " %"
}

// outward returns a share in per cent, rounded up to three digits. It is for half of a range, which must not look narrower than it is.
func outward(share float64) string {
	percent, places := 100*share, 3
	if percent > 0 {
		places = max(0, 2-int(math.Floor(math.Log10(percent))))
	}
	scale := math.Pow10(places)
	return fixed(max(0, math.Ceil(percent*scale-1e-9)/scale), places) + " %"
}

var (
	revision   = regexp.MustCompile(`\b([0-9a-f]{12})[0-9a-f]{28}\b`) // matches a commit
	notInSlugs = regexp.MustCompile(`[^a-z0-9-]`)                     // matches what a name in small letters must not have
)

// Values returns all figures by name. Every text depends on the stored bytes alone, so it can be compared.
func (r *Record) Values() ([]Value, error) {
	list := slices.Concat(r.Headline().figures().values(""), r.constants().values(""))
	for _, e := range r.Editions {
		list = append(list, e.figures().values(e.Name+".")...)
	}
	if r.Unpromoted != nil {
		list = append(list, r.Unpromoted.figures().values("unpromoted.")...)
	}
	all, err := r.Combined()
	if err != nil || all == nil {
		return list, err
	}
	return append(list, r.combined(all)...), nil
}

// figures returns the figures of one edition.
func (e *Edition) figures() table {
	r, est, proven := e.Report, &e.Report.Estimate, e.Report.Estimate.Low
	halfRange := (est.Hi - est.Lo) / 2
	t := table{
		"folder": filepath.Base(e.Dir), "space": r.Space, "size": r.Size, "seed": fmt.Sprint(r.Seed), "plan": fmt.Sprintf("%.8s", r.Hash),
		"program": "unknown", "shards": r.Shards, "shards-done": r.Done, "cpu": durationText(e.CPU()),
		"draws": r.Draws, "draws-short": digits.Significant(float64(r.Draws), 3), "open": est.OpenDraws,
		"effective-short": digits.Significant(est.EffectiveDraws, 2), "multiplicity": r.Multiplicity,

		"proven": proven, "not-refuted": est.High, "interval": digits.Interval(est.Lo, est.Hi),
		"half-width": percent(proven.Relative(), 3), "range": outward(halfRange / proven.Value), "gap": outward(est.High.Value/proven.Value - 1),
		"std-err": digits.Significant(proven.StdErr, 3), "std-err-shards": digits.Significant(r.Replicated, 3),
		"widened": digits.Interval(est.Lo, est.Hi*(1+report.WrongRefutations(r.Space))), // by what the rechecks allow
		"gain":    fixed(r.Gain, 0), "foretold": percent(r.Plan.Relative, 2),

		// Against the published range, whose half-width has two digits: so to the nearest ten.
		"narrower":    fixed(10*math.Round(report.Published.HalfWidth()/halfRange/10), 0),
		"z-published": fixed(r.Z, 2), "p-published": fixed(r.P, 2),
		"detectable-published": percent(detectableRatio*math.Hypot(proven.StdErr, report.Published.StdErr)/proven.Value, 2),

		"bits": fixed(r.Derived.Bits.Value, 4), "up-to-colors": digits.Interval(r.Derived.UpToColors.Lo, r.Derived.UpToColors.Hi),
		"up-to-mirrors": digits.Interval(r.Derived.UpToMirrors.Lo, r.Derived.UpToMirrors.Hi),
	}
	if n := len(r.Builds); n > 0 { // the last program, with revisions of twelve digits
		t["program"] = revision.ReplaceAllString(r.Builds[n-1], "$1")
	}
	if r.Derived.DiagramBits != nil {
		t["diagram-bits"] = fixed(r.Derived.DiagramBits.Value, 2)
	}
	if s := r.Supplement; s != nil {
		t["size"], t["then.size"], t["then.proven"] = s.Whole, r.Size, s.ThenLow
		t["supplement.size"], t["supplement.proven"], t["supplement.draws"] = s.Size, s.Low, s.Draws
	}
	if size, err := strconv.ParseFloat(t["size"].(string), 64); err == nil {
		legal := proven.Value / size
		// The number of simple draws, all judged to the end, for a half-width of 0.01 %.
		simple := math.Pow(stats.Options{Confidence: proven.Confidence}.Quantile()/1e-4, 2) * (1 - legal) / legal
		t["size-short"], t["share-legal"] = digits.Significant(size, 3), percent(legal, 3)
		t["simple.draws"], t["simple.games"] = digits.Significant(simple, 1), digits.Significant(legal*simple, 1)
	}
	if r.Later != nil {
		t["settled-legal"], t["settled-illegal"], t["listed-open"] = fmt.Sprint(r.Later.Legal), fmt.Sprint(r.Later.Illegal), fmt.Sprint(r.Later.Listed)
	}
	e.addPhases(t)
	e.addParts(t)
	return t
}

// durationText returns a time such as "2 h 08 min", "3 min" or "41 s".
func durationText(seconds float64) string {
	d := time.Duration(seconds * float64(time.Second)).Round(time.Second)
	switch minutes := int(d.Round(time.Minute).Minutes()); {
	case d >= time.Hour:
		return fmt.Sprintf("%d h %02d min", minutes/60, minutes%60)
	case d >= 2*time.Minute:
		return fmt.Sprintf("%d min", minutes)
	}
	return fmt.Sprintf("%d s", int(d.Seconds()))
}

// addPhases adds how many draws each phase judged, and the results of the last one.
func (e *Edition) addPhases(t table) {
	est := &e.Report.Estimate
	for k, p := range est.Phases[:min(len(est.Phases), len(e.Report.Phases))] {
		name := strings.ReplaceAll(e.Report.Phases[k].Name, " ", "-")
		t["judged."+name], t["millions."+name], t["variance."+name] = p.Judged, fixed(float64(p.Judged)/1e6, 0), fixed(100*p.Share, 0)+" %"
	}
	if len(est.Phases) == 0 || e.Report.UpperBound {
		return
	}
	judged, found, open := est.Phases[len(est.Phases)-1].Judged, est.Low.Hits, est.OpenDraws
	t["games"], t["games-found"], t["without-game"], t["refuted-late"] = judged, found, judged-found, judged-found-open
	t["draws-per-game"] = fixed(float64(e.Report.Draws)/float64(judged), 0)
	t["per-myriad-refuted"] = fixed(1e4*float64(judged-found-open)/float64(judged), 1)
	t["per-myriad-open"] = fixed(1e4*float64(open)/float64(judged), 1)
}

// addParts adds the by-products, as part.GROUP.VALUE with their shares, the most frequent value of each group, and the shares of the verdicts.
func (e *Edition) addParts(t table) {
	total := e.Report.Estimate.Low.Value
	for _, g := range e.Report.Groups {
		most := 0.0
		for i := range g.Items {
			low, name := g.Items[i].Low, "part."+slug(g.Name)+"."+slug(g.Items[i].Value)
			t[name] = low
			if total > 0 {
				t[name+".share"] = percent(low.Value/total, 3)
			}
			if i == 0 || low.Value > most {
				t["mode."+slug(g.Name)], most = g.Items[i].Value, low.Value
			}
		}
	}
	for i := range e.Report.Verdicts {
		t["verdict."+e.Report.Verdicts[i].Label] = percent(e.Report.Verdicts[i].Share, 3)
	}
}

// slug returns a name in small letters, digits and hyphens, without other characters. Castling rights keep their letters, as K is not k.
func slug(s string) string {
	if strings.Trim(s, "KQkq") == "" {
		return s
	}
	return notInSlugs.ReplaceAllString(strings.ReplaceAll(strings.ToLower(s), " ", "-"), "")
}

// detectableRatio is the difference, in joint standard errors, that a test at 5 % detects with probability 0.8: 1.96 + 0.84.
const detectableRatio = 2.8

// combined returns the figures of all editions together, as combined.NAME, and of two of them, as first-second.NAME.
func (r *Record) combined(all *report.Comparisons) (list []Value) {
	m := &all.Combined
	pairs, finest, largestZ := all.Pairs, math.Inf(1), 0.0
	for i, a := range r.Editions {
		for _, b := range r.Editions[i+1:] {
			list = append(list, pairFigures(pairs[0]).values(a.Name+"-"+b.Name+".")...)
			finest = min(finest, detectableRatio*math.Hypot(pairs[0].A.Low.StdErr, pairs[0].B.Low.StdErr)/m.Low.Value)
			largestZ = max(largestZ, math.Abs(pairs[0].Z))
			pairs = pairs[1:]
		}
	}
	t := table{
		"proven": m.Low, "not-refuted": m.High, "interval": digits.Interval(m.Lo, m.Hi),
		"half-width": percent(m.Low.Relative(), 3), "range": outward((m.Hi - m.Lo) / 2 / m.Low.Value),
		"editions": [...]string{2: "two", 3: "three", 4: "four"}[all.DF+1], "q": fixed(all.Q, 2), "df": fmt.Sprint(all.DF), "p": fixed(all.P, 2),
		"detectable": percent(finest, 2), // of the most precise pair
		"largest-z":  fixed(largestZ, 2),
	}
	for i, w := range m.Weights {
		t["weight-"+r.Editions[i].Name] = fixed(w, 3)
	}
	return append(list, t.values("combined.")...)
}

// pairFigures returns the figures of two editions.
func pairFigures(c *report.Comparison) table {
	leastP, largestZ := 1.0, 0.0
	for i := range c.Parts {
		leastP, largestZ = min(leastP, c.Parts[i].Holm), max(largestZ, math.Abs(c.Parts[i].Z))
	}
	return table{"z": fixed(c.Z, 2), "p": fixed(c.P, 2), "parts": len(c.Parts), "least-p-holm": fmt.Sprintf("%.2g", leastP), "largest-z": fixed(largestZ, 1)}
}
