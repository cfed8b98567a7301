package estimate

import (
	"embed"
	"encoding/json"

	"chesscensus/sampler/spaces"
	"chesscensus/survey/campaign"
)

// stored are the findings of pilots of a million draws and some four thousand games from [spaces.DefaultCover] and [spaces.LargeCover], made by
//
//	go test ./survey/estimate -run StoredFindings -write-findings
//
// (two minutes of processor time) with [dividedCosts]. A pilot of a twentieth of it took a third of the time of a small estimate.
// They decide how the work is divided and nothing else: if the engine gets better than they say, an estimate is as right and its
// interval hardly wider than it could be.
//
//go:embed findings.json findings-large.json
var stored embed.FS

// files are the files of stored, by the name of the set.
var files = map[string]string{spaces.DefaultCover: "findings.json", spaces.LargeCover: "findings-large.json"}

// findings returns those for a set, nil if there are none: then a pilot is made.
func findings(space string) *campaign.Findings {
	name, ok := files[space]
	if !ok {
		return nil
	}
	text, err := stored.ReadFile(name)
	f := new(campaign.Findings)
	if err == nil {
		err = json.Unmarshal(text, f)
	}
	if err != nil {
		panic(err) // a file of the program
	}
	return f
}
