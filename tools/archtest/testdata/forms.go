package forms

type item struct {
	n    int
	next *item
}

type list struct {
	items []item
	rest  [][]int
	first *item
}

func (l *list) add(n int) *item {
	l.items = append(l.items, item{n: n})
	return &l.items[len(l.items)-1]
}

func (l *list) deep(n int) { l.add(n) }

func (l *list) last() *item { return &l.items[len(l.items)-1] }

func (l *list) overCall() {
	p := &l.items[0]
	l.deep(1) // want
	p.n = 2
}

func (l *list) overResult() {
	p := l.last()
	l.deep(1) // want
	p.n = 2
}

func (l *list) indexed() {
	i := 0
	l.deep(1)
	l.items[i].n = 2
}

func (l *list) takenAnew() {
	p := &l.items[0]
	p.n++
	l.deep(1)
	p = &l.items[0]
	p.n++
}

func (l *list) aroundLoop() {
	var p *item
	for i := range 9 {
		if p != nil {
			p.n = i
		}
		p = l.last()
		l.deep(i) // want
	}
}

func (l *list) inLoop() {
	for i := range 9 {
		p := l.last()
		p.n = i
		l.deep(i)
	}
}

func (l *list) ranged() {
	for i := range l.items[1:] {
		l.deep(i) // want
	}
}

func (l *list) rows() {
	row := l.rest[0][1:]
	l.rest[0] = append(l.rest[0], 1) // want
	row[0] = 2
}

func (l *list) otherDepth() {
	row := l.rest[0][1:]
	l.rest = append(l.rest, nil)
	row[0] = 2
}

func (l *list) stored() {
	l.first = &l.items[0] // want
}

func (p *item) grow(l *list) { l.deep(p.n) }

func (l *list) receiver() {
	l.items[0].grow(l) // want
}

func handed(p *item, l *list) { l.deep(1); p.n = 3 }

func (l *list) hands() {
	handed(&l.items[0], l) // want
}

func push(to *[]int, n int) { *to = append(*to, n) }

func local() {
	a := []int{1, 2}
	b := a[:1]
	push(&a, 3) // want
	b[0] = 4
}

func reused(a []int) []int {
	a = append(a[:0], 1)
	return append(a, 2)
}

func (l *list) blank() {
	for range 3 {
		_ = &l.items[0]
		l.deep(1)
		_ = l.items[0].n
	}
	for _, n := range l.rest {
		_, m := l.last(), n
		l.deep(len(m))
		_, _ = l.add(2), n
	}
}
