package shards

import (
	"fmt"
	"math"
	"slices"

	"chesscensus/chess"
	"chesscensus/stats/design"
	"chesscensus/survey/plan"
)

// A Classification divides the draws that enter the last phase into classes.
type Classification struct {
	// Classes is the number of classes, Of returns the class of a setup, from 0.
	Classes int
	Of      func(*chess.Setup) int
}

// Classifications are the classifications that a plan may name. Tests add one.
var Classifications = map[string]Classification{
	"":       {1, func(*chess.Setup) int { return 0 }},
	RiskName: {RiskClasses, RiskClass},
}

// ClassOf returns the function that finds the class of a setup, nil if this program does not know the classes of the plan.
func ClassOf(p *plan.Plan) func(*chess.Setup) int { return Classifications[p.Classes].Of }

// ClassesOf returns the number of classes in which draws enter the last phase of a plan.
func ClassesOf(p *plan.Plan) int {
	if p.Classes == "" {
		return 1
	}
	return len(p.Strata[0].Classes)
}

// ClassesIn returns the number of classes in which draws enter phase k, from 0.
func ClassesIn(p *plan.Plan, k int) int {
	if k == len(p.Phases)-1 {
		return ClassesOf(p)
	}
	return 1
}

// ShareOf returns the share of the draws of stratum h and a class that enters phase k, from 1 on.
func ShareOf(p *plan.Plan, h, k, class int) float64 {
	s := &p.Strata[h]
	if p.Classes != "" && k == len(p.Phases)-1 {
		return s.Classes[class]
	}
	return s.Fractions[k-1]
}

// NodeOf returns the node of a phase, from 1, below that of a stratum: only the last of the phases has classes.
func NodeOf(node *design.Node, phase, phases, class int) *design.Node {
	for k := 2; k <= phase; k++ {
		if k < phases {
			node = node.Child(0)
		} else {
			node = node.Child(class)
		}
	}
	return node
}

// checkClasses returns an error if this program does not know the classes of a plan.
func checkClasses(p *plan.Plan) error {
	c, ok := Classifications[p.Classes]
	switch {
	case !ok:
		return &plan.FieldError{Field: "classes", Msg: fmt.Sprintf("found %.60q, want %q or none: this program knows no others",
			p.Classes, RiskName)}
	case ClassesOf(p) != c.Classes:
		return &plan.FieldError{Field: "strata[0].classes",
			Msg: fmt.Sprintf("found %d, want %d, the number of classes of %q", ClassesOf(p), c.Classes, p.Classes)}
	}
	return nil
}

// Pooled returns models in which the classes of the last phase are one class: reaches are added, variances averaged by reach.
func Pooled(models []design.Model) []design.Model {
	list := slices.Clone(models)
	for h := range list {
		m := &list[h]
		if len(m.Next) < 2 {
			m.Next = Pooled(m.Next)
			continue
		}
		pooled := design.Model{Cost: m.Next[0].Cost}
		for i := range m.Next {
			pooled.Reach += m.Next[i].Reach
			pooled.Variance += m.Next[i].Reach * m.Next[i].Variance
		}
		pooled.Variance /= max(pooled.Reach, math.SmallestNonzeroFloat64)
		m.Next = []design.Model{pooled}
	}
	return list
}
