package jupyter

import (
	"os/exec"
	"syscall"
)

// ownGroup gives cmd a process group of its own, so that a signal to our group
// reaches cmd only when we pass it on, and asks the system to end cmd if we are killed.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGTERM}
}
