//go:build unix

package filelock

import (
	"os"
	"syscall"
)

// Try locks an open file until it is closed, without waiting, or returns [ErrHeld]. On systems that cannot lock files the error is
// [errors.ErrUnsupported].
func Try(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if err == syscall.EWOULDBLOCK {
		return ErrHeld
	}
	return err
}
