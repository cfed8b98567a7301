//go:build unix

package record

import (
	"os"
	"syscall"
)

// tryLock takes the lock of an open file for this process, or returns ErrLocked.
func tryLock(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if err == syscall.EWOULDBLOCK {
		return ErrLocked
	}
	return err
}
