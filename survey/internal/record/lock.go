package record

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"chesscensus/internal/safefile"
)

// lockName is the name of the lock file in the folder of a survey.
const lockName = "lock"

// A Holder is the process that works in a folder, as written in the lock file.
type Holder struct {
	PID     int       `json:"pid"`
	Host    string    `json:"host"`
	Started time.Time `json:"started"`
}

// String returns "process 17 on host h since ...".
func (h Holder) String() string {
	return fmt.Sprintf("process %d on %s since %s", h.PID, h.Host, h.Started.Format(time.DateTime))
}

// ErrLocked is wrapped by the error of a folder in which another run is at work.
var ErrLocked = errors.New("another run is at work in this folder")

// A Lock is held from [Folder.Lock] to [Lock.Unlock], or to the end of the process.
type Lock struct {
	f *os.File
	// Stale is the holder that a killed run has left in the lock file, or nil.
	Stale *Holder
}

// Lock takes the lock of the folder. The operating system releases the lock when the process ends, however that happens. So
// the lock file of a killed run blocks nothing: it is taken over, and its holder is in Stale. If another process has the
// lock, the error wraps [ErrLocked] and names the holder.
func (f *Folder) Lock() (*Lock, error) {
	path := filepath.Join(f.Dir, lockName)
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	data := make([]byte, 4096)
	n, _ := file.ReadAt(data, 0)
	var h Holder
	isKnown := json.Unmarshal(data[:n], &h) == nil && h.PID > 0
	if err := safefile.Lock(file); err != nil { // also where files cannot be locked: a lock that does not hold is worse than none
		_ = file.Close()
		switch {
		case !errors.Is(err, safefile.ErrLocked):
			return nil, fmt.Errorf("record: locking %s: %w", path, err)
		case isKnown:
			return nil, fmt.Errorf("record: %s: %w: %v", f.Dir, ErrLocked, h)
		}
		return nil, fmt.Errorf("record: %s: %w", f.Dir, ErrLocked)
	}
	l := &Lock{f: file}
	if isKnown {
		l.Stale = &h
	}
	if err := l.writeHolder(); err != nil {
		return nil, errors.Join(fmt.Errorf("record: writing %s: %w", path, err), file.Close())
	}
	return l, nil
}

// writeHolder writes this process as the holder into the lock file.
func (l *Lock) writeHolder() error {
	host, _ := os.Hostname()
	data, err := json.Marshal(Holder{os.Getpid(), host, time.Now().Round(time.Second)})
	if err != nil {
		return err
	}
	if err := l.f.Truncate(0); err != nil {
		return err
	}
	_, err = l.f.WriteAt(append(data, '\n'), 0)
	return err
}

// Unlock empties the lock file and releases the lock.
func (l *Lock) Unlock() error {
	return errors.Join(l.f.Truncate(0), l.f.Close())
}
