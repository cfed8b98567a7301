package estimating

import (
	"math"
	"strings"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/stats/compare"
	"chesscensus/survey"
)

// An object is a JSON object.
type object = map[string]any

// compareRecord returns the JSON form of a comparison.
func compareRecord(o *compareOptions, list []comparedSpace, r *survey.Compared, interrupted bool) any {
	var spaceRecords []object
	for i, report := range r.Reports {
		e := r.NotRefuted.Efficiency[i]
		spaceRecords = append(spaceRecords, object{"asked": list[i].requested, "space": report.Space, "note": list[i].note, "draws": report.Draws,
			"size": report.Size.String(), "estimate": report.Estimate, "cpu_seconds": r.Seconds[i],
			"lacks": missingPositions(baseName(report.Space)), "relative_variance_per_draw": e.PerDraw, "relative_variance_per_second": e.PerSecond,
			"efficiency_per_draw": e.RatioPerDraw, "efficiency_per_second": e.RatioPerSecond})
	}
	distributions := object{}
	for _, s := range r.Shares {
		var pairs, categories []object
		for _, d := range s.Differences {
			pairs = append(pairs, object{"a": s.Names[d.A], "b": s.Names[d.B], "chi_squared": d.X2, "df": d.DF, "p": d.X2P,
				"ks": d.KS, "ks_p": d.KSP, "worst": d.Worst, "worst_z": d.WorstZ, "rejected": d.X2Rejected || d.KSRejected})
		}
		for _, c := range s.Categories {
			categories = append(categories, object{"value": c.First, "shares": c.Shares, "std_errs": c.StdErrs})
		}
		distributions[strings.ReplaceAll(s.Property, " ", "_")] = object{"spaces": s.Names, "chi_squared": s.X2, "df": s.DF, "p": s.P,
			"agree": s.Agree, "pairs": pairs, "categories": categories}
	}
	return object{"chesscensus": cli.Version(), "seed": o.seed, "requested": o.draws, "effort": r.Reports[0].Effort, "level": o.level,
		"class": o.class, "legal_means": legalMeaning(r), "interrupted": interrupted, "warnings": compareWarnings(r), "spaces": spaceRecords,
		"agree": r.Agree(), "not_refuted": agreementRecord(o, r, r.NotRefuted), "proven": agreementRecord(o, r, r.Proven),
		"distributions": distributions}
}

// agreementRecord returns the JSON form of the tests whether estimates agree, or nil if there are none.
func agreementRecord(o *compareOptions, r *survey.Compared, a *compare.Agreement) any {
	if a == nil {
		return nil
	}
	var pairs []object
	for _, p := range a.Pairs {
		pair := object{"a": a.Samples[p.A].Name, "b": a.Samples[p.B].Name, "z": nil, "p": nil, "p_holm": nil, "detectable": nil,
			"within": nil, "rejected": nil, "draws_to_tell_apart": nil}
		if testable(a, p) {
			pair["z"], pair["p"], pair["p_holm"], pair["rejected"] = p.Z, p.P, p.Adjusted, p.Rejected
			pair["detectable"], pair["within"] = p.Detectable, p.Within
			draws := float64(a.Samples[p.A].Estimate.Draws)
			if apart := p.Apart(); apart > 0 {
				pair["draws_to_tell_apart"] = math.Ceil(draws * apart)
			}
			if o.detect > 0 {
				pair["detect"], pair["draws_to_see"] = o.detect, math.Ceil(draws*p.Times(o.detect))
				pair["draws_to_exclude"] = math.Ceil(draws * p.TimesWithin(o.detect))
			}
		}
		if differs(a, p) {
			pair["theorems"] = causesRecord(r, p, o.level)
		}
		pairs = append(pairs, pair)
	}
	return object{"pooled": a.Pooled, "pooled_std_err": a.PooledStdErr, "chi_squared": a.X2, "df": a.DF, "p": a.P, "agree": a.Agree, "pairs": pairs}
}
