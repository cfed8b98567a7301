package estimating

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"strconv"
	"strings"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/stats"
)

// A judgedSample is the content of a file of judged lines.
type judgedSample struct {
	// Tally has In for legal lines, Open for unknown and for unreadable ones, and
	// Out for illegal ones and for the draws without a line.
	Tally stats.Tally
	// Lines is the number of lines that are not blank, and the sum of Legal, Illegal, Unknown and
	// Bad, the numbers of lines of each kind.
	Lines, Legal, Illegal, Unknown, Bad uint64
}

// readJudged reads one line for every possibly legal draw of a sample of n draws, as ChessPositionRanking's estimate.pl does: six
// FEN fields of which the sixth is the multiplicity, then a field that contains "legal", "illegal" or (as texelutil writes before
// it has decided) "unknown", then anything. Fields are separated by blanks. Blank lines are skipped.
//
// A line that cannot be parsed is passed to bad as a [*cli.SyntaxError]. It counts as one undecided draw of multiplicity 1, which
// makes the bounds widest. The error is that of the reader, or says that there are more lines than draws.
func readJudged(r io.Reader, name string, n uint64, bad func(error)) (*judgedSample, error) {
	j := &judgedSample{}
	in := bufio.NewReaderSize(r, 64<<10)
	for line := 1; ; line++ {
		text, err := cli.NextLine(in)
		if err != nil && !errors.Is(err, cli.ErrLongLine) {
			if err == io.EOF {
				break
			}
			return j, fmt.Errorf("reading %s: %w", name, err)
		}
		outcome, mult, msg := stats.Open, uint64(1), "line longer than 1 MiB"
		if err == nil {
			if strings.TrimSpace(string(text)) == "" {
				continue
			}
			outcome, mult, msg = parseJudgedLine(string(text))
		}
		j.Lines++
		switch {
		case msg != "":
			j.Bad++
			bad(&cli.SyntaxError{File: name, Line: line, Msg: msg + "; counted as undecided"})
		case outcome == stats.In:
			j.Legal++
		case outcome == stats.Out:
			j.Illegal++
		default:
			j.Unknown++
		}
		j.Tally.Add(outcome, 1, mult)
	}
	if j.Lines > n {
		return j, fmt.Errorf("%s has %d judged lines, more than the %d draws of the sample", name, j.Lines, n)
	}
	j.Tally.AddOut(n - j.Lines)
	return j, nil
}

// parseJudgedLine returns outcome and multiplicity of one line, or a message about what is wrong with it.
func parseJudgedLine(text string) (o stats.Outcome, mult uint64, msg string) {
	fields := strings.Fields(text)
	if len(fields) < 7 {
		return stats.Open, 1, fmt.Sprintf("found %d fields, want a FEN of six and then legal or illegal", len(fields))
	}
	word := fields[6]
	if strings.Contains(word, "illegal") {
		return stats.Out, 1, ""
	}
	mult, err := strconv.ParseUint(fields[5], 10, 32)
	if err != nil || mult == 0 {
		return stats.Open, 1, fmt.Sprintf("multiplicity %.40q in field 6, want a number of at least 1", fields[5])
	}
	switch {
	case strings.Contains(word, "legal"):
		return stats.In, mult, ""
	case strings.Contains(word, "unknown"):
		return stats.Open, mult, ""
	}
	return stats.Open, 1, fmt.Sprintf("found %.40q in field 7, want legal, illegal or unknown", word)
}

// referenceText formats the tally as estimate.pl prints it, with its factor 1.96 and its %g numbers. Undecided draws count as
// illegal. The mean of 1/mult is left out if there is no legal line, where the script divides by zero.
func (j *judgedSample) referenceText(size *big.Int) string {
	e := j.Tally.Estimate(size, stats.Options{Method: stats.Normal, Z: stats.ReferenceZ}).Low
	sigma := math.Sqrt(e.Variance)
	var counts []string
	for c := range j.Tally.All() {
		if c.Outcome == stats.In {
			for uint64(len(counts)) <= c.Mult {
				counts = append(counts, "")
			}
			counts[c.Mult] = strconv.FormatUint(c.Count, 10)
		}
	}
	mean := ""
	if j.Legal > 0 {
		mean = fmt.Sprintf(" avg 1/mult %.15g", e.MeanContribution())
	}
	return fmt.Sprintf("Exp[Y] ~ %.6g * N\nVar[Y] ~ %.6g * N^2\nSigma[Y] ~ %.6g * N\nSigma[Y[S]] ~ %.6g * N\n"+
		"n = %d samples %d/%d legal %s%s\nestimate %.6g +- %.6g at 95%% confidence\n",
		e.Mean, e.Variance, sigma, sigma/math.Sqrt(float64(j.Tally.Draws())),
		j.Tally.Draws(), j.Legal, j.Lines, strings.Join(counts, " "), mean, e.Value, e.HalfWidth())
}
