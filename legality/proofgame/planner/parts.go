package planner

// parts are those of the method that can be switched off, to measure what they are worth;
// see TestVariants.
type parts uint8

const (
	wishesToVacate parts = 1 << iota
	kingWishes           // wishes not to attack the way of the king
	dangerZone
	holdingBack
	repairs
	earlyVictims
	snapshots
)
