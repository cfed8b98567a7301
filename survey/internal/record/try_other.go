//go:build !unix

package record

import (
	"errors"
	"os"
)

// tryLock fails where files cannot be locked: a lock that does not hold is worse
// than none.
func tryLock(*os.File) error { return errors.ErrUnsupported }
