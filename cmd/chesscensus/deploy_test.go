package main

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"chesscensus/internal/testing/testkit"
)

// What the manifests of deploy/ may say. A field that is not here is an error: whoever needs another one looks up how it is spelled and adds it.
type (
	named struct {
		Name   string            `yaml:"name"`
		Labels map[string]string `yaml:"labels"`
	}
	service struct {
		Selector map[string]string `yaml:"selector"`
		Ports    []struct {
			Port int `yaml:"port"`
		} `yaml:"ports"`
	}
	statefulSet struct {
		ServiceName string `yaml:"serviceName"`
		Replicas    int    `yaml:"replicas"`
		Selector    struct {
			MatchLabels map[string]string `yaml:"matchLabels"`
		} `yaml:"selector"`
		Template             template `yaml:"template"`
		VolumeClaimTemplates []struct {
			Metadata named `yaml:"metadata"`
			Spec     struct {
				AccessModes []string  `yaml:"accessModes"`
				Resources   resources `yaml:"resources"`
			} `yaml:"spec"`
		} `yaml:"volumeClaimTemplates"`
	}
	job struct {
		Parallelism  int      `yaml:"parallelism"`
		Completions  int      `yaml:"completions"`
		BackoffLimit int      `yaml:"backoffLimit"`
		Template     template `yaml:"template"`
	}
	template struct {
		Metadata named `yaml:"metadata"`
		Spec     struct {
			RestartPolicy                 string      `yaml:"restartPolicy"`
			TerminationGracePeriodSeconds int         `yaml:"terminationGracePeriodSeconds"`
			Containers                    []container `yaml:"containers"`
			Volumes                       []struct {
				Name     string    `yaml:"name"`
				EmptyDir *struct{} `yaml:"emptyDir"`
			} `yaml:"volumes"`
		} `yaml:"spec"`
	}
	container struct {
		Name      string    `yaml:"name"`
		Image     string    `yaml:"image"`
		Command   []string  `yaml:"command"`
		Args      []string  `yaml:"args"`
		Resources resources `yaml:"resources"`
		Ports     []struct {
			ContainerPort int `yaml:"containerPort"`
		} `yaml:"ports"`
		VolumeMounts []struct {
			Name      string `yaml:"name"`
			MountPath string `yaml:"mountPath"`
		} `yaml:"volumeMounts"`
	}
	resources struct {
		Requests map[string]string `yaml:"requests"`
		Limits   map[string]string `yaml:"limits"`
	}
	manifest[S any] struct {
		APIVersion string `yaml:"apiVersion"`
		Kind       string `yaml:"kind"`
		Metadata   named  `yaml:"metadata"`
		Spec       S      `yaml:"spec"`
	}
)

// strictly reads a document that has the fields of a manifest and no others.
func strictly[S any](text string) (*manifest[S], error) {
	m := new(manifest[S])
	d := yaml.NewDecoder(strings.NewReader(text))
	d.KnownFields(true)
	if err := d.Decode(m); err != nil {
		return nil, err
	}
	if err := d.Decode(new(any)); !errors.Is(err, io.EOF) {
		return nil, errors.New("more than one document")
	}
	return m, nil
}

// mounted holds what containers mount against the volumes that there are.
func mounted(t *testing.T, what string, list []container, volumes []string) {
	t.Helper()
	for _, c := range list {
		for _, m := range c.VolumeMounts {
			if !slices.Contains(volumes, m.Name) {
				t.Errorf("%s: container %s mounts %q, of the volumes %q", what, c.Name, m.Name, volumes)
			}
		}
	}
}

// TestKubernetesManifest reads deploy/kubernetes.yaml as strictly as a server does, and holds its parts against each other: workers reach the service, the service
// the server, containers their volumes.
func TestKubernetesManifest(t *testing.T) {
	text := read(t, "kubernetes.yaml")
	docs := strings.Split(text, "\n---\n")
	if len(docs) != 3 {
		t.Fatalf("%d documents, want 3", len(docs))
	}
	front, err := strictly[service](docs[0])
	if err != nil {
		t.Fatal("service: ", err)
	}
	set, err := strictly[statefulSet](docs[1])
	if err != nil {
		t.Fatal("server: ", err)
	}
	work, err := strictly[job](docs[2])
	if err != nil {
		t.Fatal("workers: ", err)
	}
	for got, want := range map[[2]string][2]string{{front.APIVersion, front.Kind}: {"v1", "Service"}, {set.APIVersion, set.Kind}: {"apps/v1", "StatefulSet"},
		{work.APIVersion, work.Kind}: {"batch/v1", "Job"}} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	label, nats, worker := set.Spec.Template.Metadata.Labels["app"], set.Spec.Template.Spec.Containers, work.Spec.Template.Spec.Containers
	if len(nats) != 1 || len(worker) != 1 || len(front.Spec.Ports) != 1 || len(nats[0].Ports) != 1 || len(worker[0].Command) < 2 {
		t.Fatalf("containers %+v and %+v, want one of each, with a port and a command", nats, worker)
	}
	if label == "" || front.Spec.Selector["app"] != label || set.Spec.Selector.MatchLabels["app"] != label || set.Spec.ServiceName != front.Metadata.Name {
		t.Errorf("service %+v does not select the server %+v", front.Spec, set.Spec)
	}
	if front.Spec.Ports[0].Port != nats[0].Ports[0].ContainerPort || !slices.Contains(worker[0].Command, "nats://"+front.Metadata.Name+":4222") || front.Spec.Ports[0].Port != 4222 {
		t.Errorf("port %+v of the service, %+v of the server, workers %q", front.Spec.Ports, nats[0].Ports, worker[0].Command)
	}
	if p := work.Spec.Template.Spec.RestartPolicy; p != "OnFailure" && p != "Never" {
		t.Errorf("restartPolicy %q, which a Job cannot have", p)
	}
	var claims, volumes []string
	for _, c := range set.Spec.VolumeClaimTemplates {
		claims = append(claims, c.Metadata.Name)
	}
	for _, v := range work.Spec.Template.Spec.Volumes {
		volumes = append(volumes, v.Name)
	}
	mounted(t, "server", nats, claims)
	mounted(t, "workers", worker, volumes)
	if n := knownFlags(t, strings.TrimPrefix(strings.Join(worker[0].Command, " "), "/")); n != 4 {
		t.Errorf("the workers' command has %d flags, want 4", n)
	}
	for _, bad := range []string{"spec: {paralellism: 1}", "spec: {parallelism: many}", "spec: {parallelism: 1, parallelism: 2}", "kind: Job\nkind: Job", "kind: Job\n---\nkind: Job"} {
		if _, err := strictly[job](bad); err == nil {
			t.Errorf("%q: no error", bad)
		}
	}
}

// TestSlurmScript: a shell can read it, and nothing that it asks of Slurm stands behind the first command, where Slurm would not see it.
func TestSlurmScript(t *testing.T) {
	text := read(t, "slurm.sh")
	if head, rest, found := strings.Cut(text, "\nset -eu\n"); !found || !strings.HasPrefix(head, "#!/bin/bash\n") || !strings.Contains(head, "\n#SBATCH --signal=TERM@") ||
		strings.Contains(rest, "#SBATCH") {
		t.Errorf("want #!/bin/bash, what is asked of Slurm, then set -eu:\n%s", text)
	}
	shell, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash on this machine")
	}
	if out, err := exec.Command(shell, "-n", "../../deploy/slurm.sh").CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
}

// read returns a file of deploy/.
func read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile("../../deploy/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

var (
	// A command line begins with the name of the program and of the command, and ends with the line, its code or a pipe.
	commandLine = regexp.MustCompile("chesscensus ((?:survey )?[a-z]+)([^`|\n]*)")
	flagName    = regexp.MustCompile(`(?:^|[\s+])(--?[a-z][a-z-]*)`)
)

// knownFlags wants every flag of the command lines in a text to be one of that command, and returns how many there are.
func knownFlags(t *testing.T, text string) (n int) {
	t.Helper()
	text = strings.ReplaceAll(text, "`survey ", "`chesscensus survey ") // docs leave the program out where it is clear
	for _, line := range commandLine.FindAllStringSubmatch(text, -1) {
		status, help, _ := invoke("", append([]string{"help"}, strings.Fields(line[1])...)...)
		flags := flagName.FindAllStringSubmatch(line[2], -1)
		if len(flags) == 0 {
			continue // a sentence
		}
		if status != 0 {
			t.Errorf("%q: there is no command %s", line[0], line[1])
			continue
		}
		for _, f := range flags {
			if n++; !regexp.MustCompile(`(?m)(^|[\s,])` + f[1] + `([\s,=\[]|$)`).MatchString(help) {
				t.Errorf("%q: command %s has no flag %s", line[0], line[1], f[1])
			}
		}
	}
	return n
}

// TestCommandsOfDeploy: the commands that deploy/ and docs/OPERATIONS.md name are there, and have the flags that they are given.
func TestCommandsOfDeploy(t *testing.T) {
	testkit.Medium(t)
	for name, least := range map[string]int{"kubernetes.yaml": 1, "nats.conf": 4, "slurm.sh": 7, "../docs/OPERATIONS.md": 17} {
		if n := knownFlags(t, read(t, name)); n < least {
			t.Errorf("%s: %d flags were found, want at least %d", name, n, least)
		}
	}
}
