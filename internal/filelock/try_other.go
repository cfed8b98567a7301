//go:build !unix

package filelock

import (
	"errors"
	"os"
)

// try fails where files cannot be locked: a lock that does not hold is worse
// than none.
func try(*os.File) error { return errors.ErrUnsupported }
