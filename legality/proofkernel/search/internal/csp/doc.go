// Package csp solves systems of simple constraints on small integers. It knows no chess; package proofkernel/search writes rows
// of pawns as variables of a [System] and asks whether any rows fit. (Package proofkernel has a solver of its own, rows.go, which
// keeps lower bounds alone: an independent way to the same answers, on purpose.)
//
// A variable has bounds within [Min] to [Max] and, if wished, a parity. Constraints are differences u <= v + k ([System.Le]) and
// equalities u = v + k ([System.Eq]). They are added and taken back in the order of a stack ([System.Push], [System.Pop]), which
// suits a search that extends one system step by step.
//
// # Why propagation decides
//
// Propagation ([System.Propagate]) applies to every constraint u <= v + k
//
//	lo(v) = max(lo(v), lo(u) - k)    hi(u) = min(hi(u), hi(v) + k)
//
// rounds each bound inwards to the parity of its variable, and repeats until nothing changes or some lo(v) > hi(v).
//
// Theorem. If propagation ends without lo(v) > hi(v), then the vector of all lower bounds is a solution, the least one, and so is
// that of all upper bounds, the greatest. If it ends with lo(v) > hi(v) there is no solution. So feasibility is decided, and
// every bound is exact: no tighter one holds.
//
// Proof. No value is lost: a bound is only raised to what every solution satisfies, by induction over the steps. So an empty
// variable means that there is no solution. Otherwise take x = lo. Bounds: lo(v) <= hi(v). Parity: each bound is rounded whenever
// it is set. Differences: at the fixpoint lo(v) >= lo(u) - k, that is, x(u) <= x(v) + k. An equality is two differences. Being a
// solution and below no solution's value, lo is the least; the upper bounds follow in the mirror. ∎
//
// The interior is different: a value between the bounds need not belong to a solution (u = v + 1 with v even: u = 4 does not).
// Assigning it and propagating again decides that by the same theorem, and so [System.Solve], which assigns one variable after
// the other, never has to go back more than one value of one variable.
//
// # Cost
//
// A bound moves at most Max - Min + 1 times, so a propagation costs O(48 * constraints) at worst; in practice a few steps for
// each new constraint, since it starts from the variables that changed. Undo costs what was done. Once the slices of a System
// have grown, nothing is allocated; see TestSteadyStateDoesNotAllocate.
//
// # Reading order
//
//	system.go     variables, constraints, bounds, reset
//	propagate.go  the fixpoint
//	level.go      the trail: Push and Pop
//	solve.go      orders of preference and Solve
//
// # Names
//
//	s      System
//	u, v   Var; in a difference u is the one that must not be greater
//	x      the variable of a Var
//	lo, hi bounds
//	k      offset of a constraint
//	e      index of an edge, one difference
package csp
