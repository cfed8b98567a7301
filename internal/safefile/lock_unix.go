//go:build unix

package safefile

import (
	"os"
	"syscall"
)

// Lock locks an open file until it is closed, without waiting, or returns [ErrLocked]. On systems that cannot lock files the error is
// [errors.ErrUnsupported].
func Lock(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if err == syscall.EWOULDBLOCK {
		return ErrLocked
	}
	return err
}
