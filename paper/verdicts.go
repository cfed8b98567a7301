package paper

import (
	"cmp"
	"slices"

	"chesscensus/internal/digits"
	"chesscensus/paper/numbers"
	"chesscensus/plots"
	"chesscensus/survey/report"
)

// shortWords maps labels of verdicts to few words, for figures one column wide. Other verdicts keep their own words.
var shortWords = map[string]string{
	"Legal": "legal: a game", "GaveUp": "undecided", "AdjacentKings": "kings side by side", "BothInCheck": "both kings in check",
	"OppositeCheck": "wrong side in check", "IdleEnPassant": "en passant without capture", "ManyPromotions": "too many promoted men",
	"PromotionBalance": "too few captures to promote", "OpposingPairs": "pawns that passed each other", "PawnHomes": "pawns of one home",
	"PawnCaptures": "pawns changed file too often", "CrossedPawns": "crossed pawns", "CagedBishop": "bishop behind unmoved pawns",
	"TripleCheck": "triple check", "DoubleCheck": "impossible double check", "SingleCheck": "impossible check",
	"EnPassantOrigin": "no double step", "NoProofKernel": "no proof kernel", "NoExtendedKernel": "no extended kernel",
	"NoLastMove": "no last move", "LastMovesRejected": "all last moves refuted", "Unreachable": "men out of reach",
	"Deadlock": "no man can have come last", "TrappedMan": "man never let in", "PromotedMen": "who was promoted",
	"TakenAtHome": "taken at home", "BarredPromotions": "promotions barred", "ShutOut": "man shut out, past captures",
	"MoveParity": "wrong side to move",
}

// wordsOf returns a verdict in words: the short ones in a narrow form, or if its own have more than 60 bytes.
func wordsOf(v *report.VerdictShare, narrow bool) string {
	if s, ok := shortWords[v.Label]; ok && (narrow || len(v.Text) > 60 || v.Text == "") {
		return s
	}
	if v.Text == "" {
		return v.Label
	}
	return v.Text
}

// verdicts draws the shares of the verdicts on uniform draws, from half of them to one in ten million.
func verdicts(e *numbers.Edition) figure {
	list := slices.Clone(e.Report.Verdicts)
	list = slices.DeleteFunc(list, func(v report.VerdictShare) bool { return !(v.Share > 0) })
	slices.SortFunc(list, func(a, b report.VerdictShare) int { return cmp.Compare(b.Share, a.Share) })
	f := figure{Name: "verdicts", Title: "Where uniform draws end", Head: []string{"verdict", "words", "share", "half_width"}}
	for i := range list {
		v := &list[i]
		f.Rows = append(f.Rows, []string{v.Label, wordsOf(v, false), number(v.Share), number(v.HalfWidth)})
	}
	f.Caption = "Where uniform draws of the set " + e.Report.Space + " end: the share of each verdict in per cent, with its 95 % " +
		"interval, on a logarithmic axis. A draw is refuted by the first theorem that applies. " + origin(e)
	f.Draw = func(form layout) (picture, error) {
		var dots []plots.Dot
		for i := range list {
			v := &list[i]
			kind := "refuted"
			switch v.Label {
			case "Legal":
				kind = "legal"
			case "GaveUp":
				kind = "undecided"
			}
			d := plots.Dot{Label: wordsOf(v, form.narrow()), Value: 100 * v.Share, Lo: 100 * (v.Share - v.HalfWidth), Hi: 100 * (v.Share + v.HalfWidth), Kind: kind,
				Note: digits.Significant(100*v.Share, 2).Figure() + " %"}
			if d.Lo <= 0 { // too few draws for a lower limit on this axis
				d.Lo, d.Hi = 0, 0
			}
			dots = append(dots, d)
		}
		return plots.DotPlot(dots, plots.DotOptions{Options: form.rowOptions(f.Title), Log: true, XLabel: "share of the draws (%)"})
	}
	return f
}
