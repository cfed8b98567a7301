package plan

// A Gap describes the members that the set of a plan lacked when the plan was made.
type Gap struct {
	// Space and Size are those of the plan: the set as it was.
	Space, Size string
	// Lost is the space of the missing members, and LostSize its number of elements; both are "" if there is no such space.
	Lost, LostSize string
}

// gaps are the gaps of the sets that were drawn with tables of version 1, from 2026-11-22 to 2026-11-26; see docs/SPACES.md.
var gaps = []Gap{
	{"cover", "4095205530627390273526881694656760091727954950", "kernel-lost", "94027461997994272730098795423669375651200"},
	{"kernel", "3880696495953292224553241973575151672897676800", "kernel-lost", "94027461997994272730098795423669375651200"},
	{"cover-5-6", "4650265332149324551285089828591756510588172550", "", ""},
	{"kernel-5-6", "3604890433264630687095365354600853654939244800", "", ""},
}

// Gap returns the gap of the set of the plan, nil if it lacked no members. Estimates from a plan with a gap leave out the missing
// members.
func (p *Plan) Gap() *Gap {
	for i := range gaps {
		if g := &gaps[i]; g.Space == p.Space && g.Size == p.Size {
			return g
		}
	}
	return nil
}
