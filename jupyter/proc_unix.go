//go:build unix

package jupyter

import (
	"errors"
	"os"
	"os/exec"
	"syscall"
)

// killGroup kills what is left of the process group of cmd, whether or not cmd itself has ended.
func killGroup(cmd *exec.Cmd) {
	if cmd.SysProcAttr != nil && cmd.SysProcAttr.Setpgid {
		syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		return
	}
	cmd.Process.Kill()
}

// isUsers reports whether a file belongs to this user.
func isUsers(info os.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Getuid()
}

// lockFile makes the file path and locks it until the process ends or closes the file. The file has its name only once it is locked.
func lockFile(path string) (*os.File, error) {
	f, err := os.OpenFile(path+".new", os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if err == nil {
		err = os.Rename(path+".new", path)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// isLocked reports whether a living process holds the lock on path.
func isLocked(path string) bool {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return !errors.Is(err, os.ErrNotExist) // the file of another user counts as locked
	}
	defer f.Close()
	return errors.Is(syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB), syscall.EWOULDBLOCK)
}
