package plan

// A Gap is what the set of a plan lacked when the plan was made, though its name means the whole.
type Gap struct {
	// Space and Size are those of the plan: the set as it was.
	Space, Size string
	// Lost is the space that holds what was missing, and LostSize the number of its elements; "" if what was missing is no space of
	// its own.
	Lost, LostSize string
}

// gaps are the sets that were drawn with tables of version 1, from 2026-11-22 to 2026-11-26; see docs/SPACES.md.
var gaps = []Gap{
	{"cover", "4095205530627390273526881694656760091727954950", "kernel-lost", "94027461997994272730098795423669375651200"},
	{"kernel", "3880696495953292224553241973575151672897676800", "kernel-lost", "94027461997994272730098795423669375651200"},
	{"cover-5-6", "4650265332149324551285089828591756510588172550", "", ""},
	{"kernel-5-6", "3604890433264630687095365354600853654939244800", "", ""},
}

// Gap returns what the set of the plan lacked, nil if nothing. Estimates from such a plan say nothing of what was missing.
func (p *Plan) Gap() *Gap {
	for i := range gaps {
		if g := &gaps[i]; g.Space == p.Space && g.Size == p.Size {
			return g
		}
	}
	return nil
}
