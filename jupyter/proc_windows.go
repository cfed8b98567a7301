package jupyter

import (
	"os"
	"os/exec"
)

// killGroup kills cmd alone.
func killGroup(cmd *exec.Cmd) { cmd.Process.Kill() }

// isUsers reports true: the folder for temporary files is this user's own.
func isUsers(os.FileInfo) bool { return true }

// lockFile makes a file; Windows refuses to remove it while it is open.
func lockFile(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_CREATE|os.O_WRONLY, 0o600)
}

// isLocked reports false: removing the folder fails if its lock is open.
func isLocked(path string) bool { return false }
