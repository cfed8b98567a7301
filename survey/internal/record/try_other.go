//go:build !unix

package record

import (
	"errors"
	"os"
)

// tryLock fails on systems that cannot lock files: a lock that does not hold is worse than none.
func tryLock(*os.File) error { return errors.ErrUnsupported }
