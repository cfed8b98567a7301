package mates

import (
	"math"
	"math/big"

	"chesscensus/stats"
)

// oneElement is a size of 1, for shares.
var oneElement = big.NewInt(1)

// A Claim is a published share.
type Claim struct {
	Class string  `json:"class"` // as in Row
	Share float64 `json:"share"` // in [0,1]
	// Rounding is half the unit of the last digit.
	Rounding float64 `json:"rounding"`
	// Positions is the published number.
	Positions float64 `json:"positions"`
}

// Published are the shares in the README of ChessCounter (Lech Mazur), of the positions that
// its rules accept in its general space, White to move. It has neither the size of the sample
// nor errors. The shares are the published numbers divided by its total of 8.7e45, such as
// 1.7e44/8.7e45 = 2.0 %. But 8.7e45 counts both sides to move (see package
// legality/chesscounter), and the numbers of mates only White: they agree with ours, by the
// same rules, for mated and mates in two, three and four, and our number of mates in one is
// 8 % larger. So the percentages should be those of [Claim.Twice].
var Published = []Claim{
	{"mated", 0.020, 0.0005, 1.7e44},
	{"mate in 1", 0.040, 0.0005, 3.5e44},
	{"mate in 2", 0.028, 0.0005, 2.4e44},
	{"mate in 3", 0.019, 0.0005, 1.7e44},
	{"mate in 4", 0.014, 0.0005, 1.2e44},
	{"mate in 5", 0.012, 0.0005, 1.0e44},
	{"mate in 6", 0.011, 0.0005, 9.2e43},
}

// Twice returns the claim with its share and the rounding doubled.
func (c Claim) Twice() Claim {
	c.Share, c.Rounding = 2*c.Share, 2*c.Rounding
	return c
}

// A Comparison is a published share beside ours.
type Comparison struct {
	Claim Claim `json:"claim"`
	Row   Row   `json:"ours"`
	// Z is the difference, ours less theirs, in standard errors: that of ours and, as a
	// uniform distribution, the rounding of theirs. P is its two-sided probability by the
	// normal limit. Their own sampling error is not known.
	Z float64 `json:"z"`
	P float64 `json:"p"`
	// ZTwice and PTwice compare ours with twice the published share.
	ZTwice float64 `json:"z_twice"`
	PTwice float64 `json:"p_twice"`
	// Decided reports whether undecided positions hardly change our share: the high share
	// is within a tenth of a standard error of the low one.
	Decided bool `json:"decided"`
}

// estimate returns the claim with the error of its rounding.
func (c Claim) estimate() stats.Estimate {
	return stats.Estimate{Value: c.Share, StdErr: c.Rounding / math.Sqrt(3)}
}

// Compare compares published shares with those of the report, class by class.
func (r *Report) Compare(claims []Claim) (list []Comparison) {
	rows := map[string]Row{}
	for _, row := range r.Rows() {
		rows[row.Class] = row
	}
	for _, c := range claims {
		row, ok := rows[c.Class]
		if !ok {
			continue
		}
		z, p := stats.ZTest(row.Low, c.estimate())
		z2, p2 := stats.ZTest(row.Low, c.Twice().estimate())
		list = append(list, Comparison{Claim: c, Row: row, Z: z, P: p, ZTwice: z2, PTwice: p2,
			Decided: row.High.Value-row.Low.Value <= row.Low.StdErr/10})
	}
	return list
}
