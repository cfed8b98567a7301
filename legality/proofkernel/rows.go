package proofkernel

// A variable is the row of a pawn at some moment of the game, 0 to 7 for rows 1 to 8. Values beyond the board mean that the pawn
// has promoted meanwhile.
type variable uint16

// Bounds of variables. The outer ones leave room for a column of 16 pawns whatever their order.
const (
	lowest  = -20
	highest = 27
)

// A rows is a growing system of constraints u + k <= v, with bounds and parities. It can be taken back to a mark.
//
// Invariant: least holds the least solution, as long as no method has returned false. Propagation from below finds it, and it
// decides whether there is a solution (Lemma 10). Propagation ends, since values only rise and have upper bounds.
type rows struct {
	least []int8
	upper []int8
	odd   []int8  // parity 0 or 1, or free
	first []int32 // newest edge from each variable, -1 for none
	edges []edge
	trail []change   // old bounds, for undo
	work  []variable // variables that were raised and whose edges are not yet checked

	// disabled lets every constraint pass.
	disabled bool
}

// free is the parity of a variable that may be even or odd.
const free = 2

// An edge is the constraint that to is at least from + k.
type edge struct {
	from, to variable
	k        int8
	next     int32 // next older edge from the same variable, -1 for none
}

// A change holds the bounds of a variable before a change.
type change struct {
	v                 variable
	least, upper, odd int8
}

// A mark is a state of the system to which undo can return.
type mark struct{ variables, edges, changes int }

// mark returns the present state, for undo.
func (r *rows) mark() mark { return mark{len(r.least), len(r.edges), len(r.trail)} }

// undo removes everything that was added since a mark.
func (r *rows) undo(m mark) {
	for i := len(r.trail) - 1; i >= m.changes; i-- {
		c := &r.trail[i]
		r.least[c.v], r.upper[c.v], r.odd[c.v] = c.least, c.upper, c.odd
	}
	r.trail = r.trail[:m.changes]
	for i := len(r.edges) - 1; i >= m.edges; i-- {
		r.first[r.edges[i].from] = r.edges[i].next
	}
	r.edges = r.edges[:m.edges]
	r.least, r.upper = r.least[:m.variables], r.upper[:m.variables]
	r.odd, r.first = r.odd[:m.variables], r.first[:m.variables]
}

// clear removes all variables and constraints.
func (r *rows) clear() { r.undo(mark{}) }

// add returns a new variable with the given bounds.
func (r *rows) add(least, upper int8) variable {
	r.least = append(r.least, least)
	r.upper = append(r.upper, upper)
	r.odd = append(r.odd, free)
	r.first = append(r.first, -1)
	return variable(len(r.least) - 1)
}

// save keeps the bounds of a variable before they change.
func (r *rows) save(v variable) {
	r.trail = append(r.trail, change{v, r.least[v], r.upper[v], r.odd[v]})
}

// requireDifference demands u + k <= v. Like the other methods that begin with require, it reports whether the system is still
// feasible.
func (r *rows) requireDifference(u variable, k int8, v variable) bool {
	if r.disabled {
		return true
	}
	r.edges = append(r.edges, edge{u, v, k, r.first[u]})
	r.first[u] = int32(len(r.edges) - 1)
	return r.requireAtLeast(v, r.least[u]+k)
}

// requireEqual demands u + k = v.
func (r *rows) requireEqual(u variable, k int8, v variable) bool {
	return r.requireDifference(u, k, v) && r.requireDifference(v, -k, u)
}

// requireAtMost demands v <= n.
func (r *rows) requireAtMost(v variable, n int8) bool {
	if r.disabled {
		return true
	}
	if n < r.upper[v] {
		r.save(v)
		r.upper[v] = n
	}
	return r.least[v] <= n
}

// requireParity demands that v is even (0) or odd (1). No parity may have been demanded of v before.
func (r *rows) requireParity(v variable, odd int8) bool {
	if r.disabled {
		return true
	}
	r.save(v)
	r.odd[v] = odd
	return r.requireAtLeast(v, r.least[v]+(r.least[v]&1^odd))
}

// requireAtLeast demands v >= n and propagates.
func (r *rows) requireAtLeast(v variable, n int8) bool {
	if n <= r.least[v] || r.disabled {
		return true
	}
	r.work = r.work[:0]
	if !r.raise(v, n) {
		return false
	}
	for len(r.work) > 0 {
		u := r.work[len(r.work)-1]
		r.work = r.work[:len(r.work)-1]
		for i := r.first[u]; i >= 0; {
			e := &r.edges[i]
			if n := r.least[u] + e.k; n > r.least[e.to] && !r.raise(e.to, n) {
				return false
			}
			i = e.next
		}
	}
	return true
}

// raise sets the least value of v to n, or to n+1 if the parity demands it, and puts v into work.
func (r *rows) raise(v variable, n int8) bool {
	if r.odd[v] != free {
		n += n&1 ^ r.odd[v]
	}
	if n > r.upper[v] {
		return false
	}
	r.save(v)
	r.least[v] = n
	r.work = append(r.work, v)
	return true
}
