package shards

import (
	"fmt"
	"os"
	"path/filepath"

	"chesscensus/survey/internal/record"
	"chesscensus/survey/plan"
)

// A Survey is a plan with the folder of its record.
type Survey struct {
	Plan   *plan.Plan
	Folder record.Folder
}

// Open reads the plan of a folder.
func Open(dir string) (*Survey, error) {
	path := filepath.Join(dir, plan.FileName)
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	p, err := plan.Parse(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return New(dir, p), nil
}

// New returns the survey of a plan that is valid.
func New(dir string, p *plan.Plan) *Survey {
	return &Survey{p, record.Folder{Dir: dir, Identity: IdentityOf(p), Shards: p.Shards,
		Verify:       func(s *record.Shard) error { return Verify(p, s) },
		VerifyBundle: func(b *record.Bundle) error { return verifyBundle(p, b) }}}
}

// IdentityOf returns the identity of the shards of a plan.
func IdentityOf(p *plan.Plan) record.Identity {
	return record.Identity{Plan: p.Hash(), Signature: p.Code.Signature, Space: p.Space, Seed: p.Seed}
}
