package kernel

type level struct{}
type rows struct{}
type take struct{}
type Class struct{}

func (s *Solver) extended(total int) bool { return true }
