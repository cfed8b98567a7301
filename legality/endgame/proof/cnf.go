package proof

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
)

// A formula is a conjunction of clauses over the variables 1 to Vars. A clause is a
// list of variables, negative for negated, as in the DIMACS format.
type formula struct {
	Vars    int
	Clauses [][]int
}

// writeDIMACS writes the formula in the format that all SAT solvers read, each
// comment as a line of its own before it.
func (f *formula) writeDIMACS(w io.Writer, comments ...string) error {
	out := bufio.NewWriter(w)
	for _, c := range comments {
		fmt.Fprintf(out, "c %s\n", c)
	}
	fmt.Fprintf(out, "p cnf %d %d\n", f.Vars, len(f.Clauses))
	var line []byte
	for _, clause := range f.Clauses {
		line = line[:0]
		for _, v := range clause {
			line = append(strconv.AppendInt(line, int64(v), 10), ' ')
		}
		if _, err := out.Write(append(line, '0', '\n')); err != nil {
			return err
		}
	}
	return out.Flush()
}

// copy returns the clauses as slices that a solver may keep.
func (f *formula) copy() [][]int {
	list := make([][]int, len(f.Clauses))
	for i, c := range f.Clauses {
		list[i] = slices.Clone(c)
	}
	return list
}

// A translator turns a circuit into clauses, gate by gate as they are needed, and
// each only in the direction in which it is needed (D. A. Plaisted and S.
// Greenbaum, "A Structure-preserving Clause Form Translation", 1986).
type translator struct {
	*circuit
	formula
	vars []int   // of each node, 0 if it has none yet
	done []uint8 // bit 0: clauses for true are there, bit 1: for false
}

func (t *translator) variable(l lit) int {
	for len(t.vars) <= l.node() {
		t.vars = append(t.vars, 0)
		t.done = append(t.done, 0)
	}
	v := &t.vars[l.node()]
	if *v == 0 {
		t.Vars++
		*v = t.Vars
	}
	if l.neg() {
		return -*v
	}
	return *v
}

func (t *translator) clause(c ...int) { t.Clauses = append(t.Clauses, c) }

// need adds the clauses by which the variable of l implies what l stands for,
// and returns that variable.
func (t *translator) need(l lit) int {
	v := t.variable(l)
	bit := uint8(1) << (l & 1)
	if t.done[l.node()]&bit != 0 {
		return v
	}
	t.done[l.node()] |= bit
	args := t.gates[l.node()]
	switch {
	case l.node() == 0:
		t.clause(t.variable(yes))
	case args == nil:
	case l.neg():
		c := append(make([]int, 0, len(args)+1), -v)
		for _, a := range args {
			c = append(c, t.need(a.not()))
		}
		t.clause(c...)
	default:
		for _, a := range args {
			t.clause(-v, t.need(a))
		}
	}
	return v
}

// assert demands that l be true.
func (t *translator) assert(l lit) {
	args := t.gates[l.node()]
	switch {
	case l == yes:
	case l == no:
		t.clause()
	case args == nil || t.forced(l):
		t.clause(t.need(l))
	case l.neg():
		c := make([]int, 0, len(args))
		for _, a := range args {
			c = append(c, t.need(a.not()))
		}
		t.clause(c...)
	default:
		for _, a := range args {
			t.assert(a)
		}
	}
}

// forced reports whether l has clauses already, so that a unit clause is the shortest.
func (t *translator) forced(l lit) bool {
	return l.node() < len(t.done) && t.done[l.node()]&(1<<(l&1)) != 0
}
