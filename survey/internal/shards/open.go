package shards

import (
	"fmt"
	"strconv"
	"strings"

	"chesscensus/chess"
	"chesscensus/sampler"
	"chesscensus/survey/internal/record"
)

// OpenHeader is the first line of a list of open draws.
const OpenHeader = "# draws that the last phase could not decide: FEN, stratum, draw, weight, multiplicity, counts in\n"

// An OpenDraw is a draw that the last phase could not decide. It is stored as a line of text; see [OpenHeader] for its fields.
type OpenDraw struct {
	// Stratum and Index say which draw of the plan it is.
	Stratum int
	Index   uint64
	Draw    sampler.Draw
	// All says that the draw counts in the sample of all draws of the last phase, Diagram that it counts in the sample
	// of draws that stand for their diagram. At least one is set.
	All, Diagram bool
}

// sampleNames are the names of the samples in which an open draw counts, by Diagram and then All.
var sampleNames = [2][2]string{{"", All}, {Diagram, All + "+" + Diagram}}

// Append appends the line of an open draw.
func (o *OpenDraw) Append(dst []byte) []byte {
	f := o.Draw.FEN()
	return fmt.Appendf(dst, "%s\t%d\t%d\t%d\t%d\t%s\n", f.String(), o.Stratum, o.Index, o.Draw.Weight, o.Draw.Multiplicity,
		sampleNames[offsetOf(o.Diagram)][offsetOf(o.All)])
}

// ParseOpen reads a line that Append has written, without the line end.
func ParseOpen(line string) (o OpenDraw, err error) {
	fields := strings.Split(line, "\t")
	if len(fields) != 6 {
		return o, fmt.Errorf("%d fields, want 6 separated by tabs", len(fields))
	}
	fen, err := chess.ParseFEN(fields[0])
	if err != nil {
		return o, err
	}
	o.Draw = sampler.FromFEN(fen)
	for i, to := range []*int{&o.Stratum, nil, &o.Draw.Weight, &o.Draw.Multiplicity} {
		least := offsetOf(i > 1)
		n, err := strconv.ParseUint(fields[i+1], 10, 63)
		if err != nil || n < uint64(least) {
			return o, fmt.Errorf("field %d: found %.30q, want a number from %d", i+2, fields[i+1], least)
		}
		if to == nil {
			o.Index = n
		} else if *to = int(n); n > 1<<31-1 {
			return o, fmt.Errorf("field %d: %d is too large", i+2, n)
		}
	}
	for d, row := range sampleNames {
		for a, name := range row {
			if name == fields[5] && name != "" {
				o.All, o.Diagram = a == 1, d == 1
				return o, nil
			}
		}
	}
	return o, fmt.Errorf("field 6: found %.30q, want %s, %s or %s", fields[5], sampleNames[0][1], sampleNames[1][0], sampleNames[1][1])
}

// ParseOpenList reads the list of a shard. The error names the line.
func ParseOpenList(name string, data []byte) (list []OpenDraw, err error) {
	n := 0
	for line := range strings.Lines(string(data)) {
		n++
		if strings.HasPrefix(line, "#") {
			continue
		}
		o, err := ParseOpen(strings.TrimSuffix(line, "\n"))
		if err != nil {
			return nil, &record.LineError{File: name, Line: n, Err: err}
		}
		list = append(list, o)
	}
	return list, nil
}
