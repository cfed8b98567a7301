package campaign

import (
	"cmp"
	"fmt"
	"strings"

	"chesscensus/legality"
	"chesscensus/survey/internal/record"
)

// An engineError is the error of a record whose shards were made by another version of the engine than that of this program.
type engineError struct {
	Origin  record.Origin
	Present int // the version of this program
}

// Error names both versions and, if it is known, the commit.
func (e *engineError) Error() string {
	text := fmt.Sprintf("the record was made by version %d of the engine, this is version %d, whose shards differ", e.Origin.Engine, e.Present)
	if e.Origin.Commit == "" {
		return text + "; which commit had that version is in the git log of legality/version.go"
	}
	return text + "; a program that makes the same is built from commit " + e.Origin.Commit
}

// Origin returns the program that makes the shards of the plan, from the file of the folder if there is one, and else from the
// plan. Plans without a version are of version 1. Commit is empty if the plan was made by a build without a revision.
func (c *Campaign) Origin() (record.Origin, error) {
	o, found, err := c.Folder.Origin()
	if found || err != nil {
		return o, err
	}
	return record.Origin{Engine: cmp.Or(c.Plan.Code.Engine, 1), Commit: revision(c.Plan.Code.Build)}, nil
}

// revision returns the word of a build that is a revision of git, or "".
func revision(build string) string {
	for _, word := range strings.Fields(build) {
		if len(word) == 40 && strings.Trim(word, "0123456789abcdef") == "" {
			return word
		}
	}
	return ""
}

// engine returns the version of the engine of the program.
func (prog *Program) engine() int { return cmp.Or(prog.Engine, legality.Version) }
