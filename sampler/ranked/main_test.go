package ranked

import (
	"os"
	"testing"
)

// TestMain makes the tables, which some tests read before there is a space.
func TestMain(m *testing.M) {
	makeTables()
	os.Exit(m.Run())
}
