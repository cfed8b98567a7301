package jupyter

import (
	"os/exec"
	"syscall"
)

// ownGroup gives cmd a process group of its own, so that a signal sent to ours
// reaches it once, by our hand, and asks the system to end it if we are killed.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGTERM}
}
