package estimate

import (
	"embed"
	"encoding/json"

	"chesscensus/sampler/spaces"
	"chesscensus/survey/campaign"
)

// findingsFiles has the findings of pilots of a million draws and some four thousand games from [spaces.DefaultCover] and
// [spaces.LargeCover], made by
//
//	go test ./survey/estimate -run StoredFindings -write-findings
//
// (two minutes of processor time) with [dividedCosts]. Even a pilot of a twentieth of this size took a third of the time of a small
// estimate. The findings only decide how the work is divided: if they are out of date, an estimate is still unbiased, and its interval
// hardly wider than it could be.
//
//go:embed findings.json findings-large.json
var findingsFiles embed.FS

// fileNames are the names of the files in findingsFiles, by the name of the set.
var fileNames = map[string]string{spaces.DefaultCover: "findings.json", spaces.LargeCover: "findings-large.json"}

// findings returns the findings for a set, nil if there are none: then a pilot is made.
func findings(space string) *campaign.Findings {
	name, ok := fileNames[space]
	if !ok {
		return nil
	}
	text, err := findingsFiles.ReadFile(name)
	f := new(campaign.Findings)
	if err == nil {
		err = json.Unmarshal(text, f)
	}
	if err != nil {
		panic(err) // the file is a part of the program
	}
	return f
}
