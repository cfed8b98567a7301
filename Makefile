# chesscensus: how many chess positions are legal?
#
# The main targets: `make run` needs Go only, `make test` sets up everything.
# Finished set-up is recorded in .stamps and repeated when requirements.txt changes.
# All paths are relative, so the project may be in a folder with spaces.

GO       ?= go
PYTHON   ?= python3
SEED     ?= 1
FUZZTIME ?= 20s
FUZZSLOW ?= 5s
FUZZGUIDE ?= -gcflags=chesscensus/...=-d=libfuzzer
GOVULNCHECK ?= v1.1.4
UV       ?= 0.13.9
FAULTS   ?= 150
FAULTLOG ?= data/faults.tsv
BENCH    ?= .
TESTFLAGS ?=
LABFLAGS ?=
LABDIR   ?= notebooks

# No version-control stamps, since git may refuse to read a clone owned by another user.
export GOFLAGS := $(strip $(shell $(GO) env GOFLAGS 2>/dev/null | sed 's/-buildvcs=[a-z]*//') -buildvcs=false)

# The linker sets the commit instead, for reports and "chesscensus version". With safe.directory git reads the clone of
# another user.
COMMIT := $(shell git -c safe.directory='*' describe --always --dirty --abbrev=40 --match= 2>/dev/null)
LINKED := $(if $(COMMIT),-X chesscensus/cmd/chesscensus/internal/cli.commit=$(COMMIT))
STAMP  := $(if $(LINKED),-ldflags "$(LINKED)")

NOGO := the go tool is not on PATH; install Go 1.26 or later (https://go.dev/dl)

# Prints an error if the go tool is too old and cannot fetch a newer one: then "go env" fails or prints an old version.
OLDGO = case "$$($(GO) env GOVERSION 2>/dev/null)" in go1.2[6-9]*|go1.[3-9][0-9]*|go[2-9]*|devel*) ;; \
	*) echo "make: $$($(GO) version 2>/dev/null | cut -d' ' -f1-3) is too old; install Go 1.26 or later (https://go.dev/dl)" >&2; exit 1;; esac

MAKEFLAGS += --no-print-directory
.DELETE_ON_ERROR:
.PHONY: help run build program web serve test test-long race lab browser page notebooks kernel paper site venv bench fuzz mutants soundness forge sets faults vuln lint tidy requirements samplics generate clean dataset corpus man release licences

help: ## show this list
	@echo "chesscensus: how many chess positions are legal?"
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1|\2/p' Makefile | awk -F'|' '{ printf "%-18s %s\n", $$1, $$2 }'

run: program ## estimate in 20 s of CPU and write figures/ (needs only Go; the first time compiles for about two minutes of CPU before)
	bin/chesscensus estimate --seed $(SEED) $(if $(N),-n $(N)) --figures figures

build: program ## build bin/chesscensus, and bin/chesscensus-cluster for surveys on many machines
	@$(GO) build $(STAMP) -o bin/chesscensus-cluster ./cmd/chesscensus/cluster

# The program for everything but surveys on many machines. The cluster program would add a quarter to the time of a first build.
program: .stamps/go
	@mkdir -p bin
	@[ -e bin/chesscensus ] || echo "compiling; the first time this takes about two minutes of CPU" >&2
	@$(GO) build $(STAMP) -o bin/chesscensus ./cmd/chesscensus || { \
		if ! command -v $(GO) >/dev/null; then echo "make: $(NOGO)" >&2; exit 1; fi; $(OLDGO); \
		if $(GO) list -deps ./cmd/chesscensus 2>&1 | grep -qE 'module lookup disabled|dial tcp|no such host|proxyconnect'; then \
			echo "make: modules are missing and cannot be fetched; connect to a network once (or set GOPROXY), then do the same again" >&2; fi; exit 1; }

# Test one package more at a time than there are processors, since some mostly wait for servers, time limits and kernels.
AT_ONCE := -p $(shell expr $$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2) + 1)

# Randomized tests use six tenths of their samples here, all of them in go test ./..., and fewer with -short, which catches the mutants.
test: kernel ## set everything up and run the tests, notebooks included; slow laws, long corpora and long notebooks are in make test-long
	CHESSCENSUS_LONG=0 CHESSCENSUS_TESTS=$${CHESSCENSUS_TESTS:-0.6} $(GO) test $(AT_ONCE) -timeout 30m $(TESTFLAGS) ./...

# Finds the tests that call testkit.Long, LongInFull, LongSize, LongSizes or Brief, and runs them by name.
test-long: .stamps/go ## run the tests that make test leaves out (with make test that is all that go test ./... has)
	@long=$$(find . -name '*_test.go' ! -path './.*' -exec awk '/^func /{f=$$2} /testkit\.(Brief|Long(InFull|Sizes?)?)\(/{sub(/\(.*/,"",f); d=FILENAME; sub(/[^\/]*$$/,"",d); print d, f}' {} + | sort -u) && \
	echo "$$(echo "$$long" | wc -l) tests" && $(GO) test $(AT_ONCE) -timeout 60m $(TESTFLAGS) -run "^($$(echo "$$long" | cut -d' ' -f2 | sort -u | paste -sd'|'))$$" $$(echo "$$long" | cut -d' ' -f1 | sort -u)

# Leaves out packages and tests that cannot have two goroutines, and so no race (see .ci/concurrent); RACE=./... takes all.
race: .stamps/go ## run the short tests that may have two goroutines under the race detector (needs a C compiler)
	@list=$$($(if $(RACE),$(GO) list $(RACE),GO=$(GO) .ci/concurrent)) || exit 1; \
	whole=$$(echo "$$list" | awk 'NF == 1'); some=$$(echo "$$list" | awk 'NF == 2 {print $$1}'); names=$$(echo "$$list" | awk 'NF == 2 {print $$2}' | paste -sd'|'); \
	echo "$(GO) test -race -short on $$(echo $$whole | wc -w) packages, and on some tests of $$(echo $$some | wc -w)"; \
	$(GO) test $(AT_ONCE) -race -short -vet=off -timeout 30m $$whole || exit 1; \
	[ -z "$$some" ] || $(GO) test $(AT_ONCE) -race -short -vet=off -timeout 30m -run "^($$names)\$$" $$some # make lint vets

lab: kernel ## open JupyterLab on notebooks/
	@mkdir -p "$(LABDIR)"
	JUPYTER_PATH="$(CURDIR)/.jupyter" .venv/bin/python -m jupyterlab --notebook-dir "$(LABDIR)" \
		--MultiKernelManager.default_kernel_name=chesscensus $(if $(filter 0,$(shell id -u)),--allow-root) $(LABFLAGS)

browser: kernel .stamps/browser ## try JupyterLab in a headless Chromium as a person would (STEPS=name ... for some); screenshots in .browser
	@.browser/venv/bin/python jupyter/browser/journey.py . .browser $(STEPS)

page: web .stamps/browser ## try the page of web/out in a headless Chromium; screenshots in .browser
	@.browser/venv/bin/python jupyter/browser/page.py . .browser

notebooks: kernel ## execute notebooks/*.ipynb again, in place
	bin/chesscensus notebook run notebooks/*.ipynb

# Unpacks Python packages while the compiler runs, unless -j says how many jobs make may run.
kernel: ## install the notebook kernel, for this project only
	@$(MAKE) $(if $(findstring jobserver,$(MAKEFLAGS)),,-j2) program .stamps/venv
	@bin/chesscensus notebook install

paper: program .stamps/venv ## figures, tables and the article from the stored records, in paper/out
	bin/chesscensus figures paper/out
	.venv/bin/python paper/compile.py paper/out
	@echo "paper/out/chesscensus.pdf"

web: .stamps/go ## the engine in the browser: a static page and a JavaScript module in web/out (needs only Go)
	@rm -rf web/out && mkdir -p web/out
	GOOS=js GOARCH=wasm $(GO) build -trimpath -ldflags "-s -w" -o web/out/chesscensus.wasm ./web
	@gzip -9 -n web/out/chesscensus.wasm
	@cp web/judge.mjs web/judge.d.ts web/package.json web/README.md LICENSE "$$($(GO) env GOROOT)/lib/wasm/wasm_exec.js" web/out
	@cp web/page/* web/out
	@echo "web/out/index.html: make serve opens it"

serve: web ## serve web/out at http://localhost:8000
	@cd web/out && $(PYTHON) -m http.server --bind 127.0.0.1 8000

venv: .stamps/venv ## make the Python environment .venv (JupyterLab)

dataset: program ## make data/legal-positions.parquet: 100 000 uniform legal positions with features (DATASET=1e4 for fewer)
	@mkdir -p data
	bin/chesscensus positions -n $(or $(DATASET),1e5) --seed 1 -o data/legal-positions.parquet

corpus: program ## make data/corpus.jsonl: positions with games or theorems for testers of other programs, hard ones first
	@mkdir -p data
	bin/chesscensus corpus -o data/corpus.jsonl records/first/settled.jsonl docs/data/settled.tsv \
		$(addprefix internal/testing/devdata/data/,open-first-pass-dev.tsv.gz illegal-unknown-dev.tsv.gz candidates-dev.tsv.gz fresh-dev.tsv.gz)

site: program web .stamps/venv ## the site of docs, notebooks, commands and packages, in site/out (MkDocs Material; links are checked)
	@! grep -l '"output_type": "error"' notebooks/*.ipynb || { echo "make: an error is stored as output: run these notebooks again" >&2; exit 1; }
	@rm -rf site/pages && mkdir -p site/pages
	.venv/bin/python -m nbconvert --log-level WARN --to markdown --output-dir site/pages/notebooks notebooks/*.ipynb
	$(GO) run ./tools/site . site/pages
	@bin/chesscensus man --markdown site/pages/commands
	@cd web/out && cp *.js *.mjs *.css *.svg *.wasm.gz "$(CURDIR)/site/pages/"
	@cp -R docs/img tools/site/site.css site/pages && cp notebooks/*.ipynb site/pages/notebooks
	@grep -q "<!--site-->" web/page/index.html || { echo "make: web/page/index.html has no line <!--site--> for the links" >&2; exit 1; }
	@sed '/<!--site-->/r tools/site/links.html' web/page/index.html > site/pages/index.html
	@$(MAKE) .stamps/site
	NO_MKDOCS_2_WARNING=1 .stamps/mkdocs/bin/mkdocs build --quiet --strict
	@echo "site/out/index.html"

man: program ## write manual pages of all commands to man/man1
	bin/chesscensus man man/man1

# Without paths (-trimpath) and times two builds of one commit with one version of Go are equal byte for byte in any folder. make build
# keeps paths, to share compiled packages with tests and notebook cells: -trimpath would compile them again (two minutes of CPU).
PLATFORMS ?= linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64
release: .stamps/go ## archives of the programs for Linux, macOS and Windows in dist/, with checksums and a list of modules (SPDX)
	@rm -rf dist && mkdir -p dist && tmp=$$(mktemp -d) && trap 'rm -rf "$$tmp"' EXIT && \
	for platform in $(PLATFORMS); do \
		os=$${platform%/*} arch=$${platform#*/} name=chesscensus-$$os-$$arch; \
		echo "$$name"; \
		mkdir "$$tmp/$$name" && cp README.md LICENSE "$$tmp/$$name" || exit 1; \
		for program in chesscensus recheck chesscensus/cluster; do \
			CGO_ENABLED=0 GOOS=$$os GOARCH=$$arch $(GO) build -trimpath -ldflags "-s -w $(LINKED)" -o "$$tmp/$$name/$$(echo $$program | tr / -)$$([ $$os = windows ] && echo .exe)" ./cmd/$$program || exit 1; \
		done; \
		tar -C "$$tmp" --sort=name --mtime=@0 --mode=u=rwX,go=rX --owner=0 --group=0 --numeric-owner -cf - $$name | gzip -n > dist/$$name.tar.gz || exit 1; \
	done
	$(GO) run ./tools/licences -spdx > dist/modules.spdx.json
	cd dist && sha256sum * > ../SHA256SUMS && mv ../SHA256SUMS .

bench: .stamps/go ## run the benchmarks (BENCH=regexp)
	$(GO) test -run '^$$' -bench '$(BENCH)' -benchmem ./...

# FUZZGUIDE compiles the packages of this module with coverage counters. All packages are built at once (their names must differ), without
# debug tables, which cost a quarter of the time of linking. A target whose seeds take all of FUZZTIME gets FUZZSLOW more. Failing inputs are
# written to testdata/fuzz, as by go test.
fuzz: .stamps/go ## run every fuzz target for a while (FUZZTIME=20s)
	@bin=$$(mktemp -d) && trap 'rm -rf "$$bin"' EXIT && found=$$($(GO) env GOCACHE)/fuzz && module=$$($(GO) list -m); \
	packages=$$(grep -l '^func Fuzz' $$(find . -name '*_test.go' ! -path './.*' ! -path '*/testdata/*') | sed 's|/[^/]*$$||' | sort -u); \
	$(GO) test -vet=off -c -ldflags '-s -w' $(FUZZGUIDE) -o "$$bin/" $$packages || exit 1; \
	for dir in $$packages; do \
		pkg=$$module$${dir#.}; \
		for target in $$(sed -n 's/^func \(Fuzz[A-Za-z0-9_]*\)(.*/\1/p' "$$dir"/*_test.go); do \
			echo "$$pkg $$target"; \
			fuzz="$$bin/$${pkg##*/}.test -test.run ^$$ -test.fuzz ^$$target\$$ -test.fuzzcachedir $$found/$$pkg -test.fuzztime"; \
			if log=$$(cd "$$dir" && $$fuzz $(FUZZTIME) 2>&1); then \
				echo "$$log"; \
				echo "$$log" | grep -q 'now fuzzing' && continue; \
				echo "$$target: the seeds took all of the time: once more, for $(FUZZSLOW)"; \
				(cd "$$dir" && $$fuzz $(FUZZSLOW)) || exit 1; \
				continue; \
			fi; \
			echo "$$log"; \
			echo "$$log" | grep -q '^    context deadline exceeded$$' || exit 1; \
			echo "$$log" | grep -q 'Failing input' && exit 1; \
			echo "$$target: no failing input, but the coordinator missed its own deadline (go.dev/issue/75804): once more, for $(FUZZSLOW)"; \
			(cd "$$dir" && $$fuzz $(FUZZSLOW)) || exit 1; \
		done; \
	done

mutants: .stamps/go ## make mistakes in theorems on purpose and tell which short test catches each (an hour of CPU)
	$(GO) run ./tools/mutants -write

soundness: .stamps/go ## ask every stage, alone, about ten million legal positions of all kinds; goes on where it was (SOUNDNESS=1e5 for fewer)
	@mkdir -p data
	$(GO) run ./tools/soundness -o data/soundness.jsonl -n $(or $(SOUNDNESS),1e7) -settled records/first/settled.jsonl -draws ranked-repaired

forge: .stamps/go ## forge claims that positions of steered games are illegal, and see the checker deny them; goes on where it was (FORGE=1e3 for fewer)
	@mkdir -p data
	$(GO) run ./tools/soundness -o data/forge.jsonl -n $(or $(FORGE),1e6) -forge 20000

# The sizes take some minutes on two cores, and so do the setups: SETUPS=100000 for fewer.
sets: .stamps/go ## compute the sizes of all sets again by other algorithms, and compare a million setups around the kernel space
	@mkdir -p bin
	$(GO) build -o bin/recheck ./cmd/recheck
	bin/recheck sets
	$(GO) test -timeout 10h -v -run '^(TestMembership|TestStrataByPawnSquares)$$' ./recheck/sets -setups $(or $(SETUPS),1000000)

# The faults are killed programs, truncated files, cut networks and full disks.
faults: .stamps/go ## break surveys on many machines in all ways, in FAULTS=150 rounds; the log is FAULTLOG=data/faults.tsv (networks and disks need root)
	@mkdir -p $(dir $(FAULTLOG)) && printf 'survey\tseconds\tshards\tfault\n' > $(FAULTLOG) && \
	CHESSCENSUS_FAULTS=$(FAULTS) CHESSCENSUS_FAULTS_LOG=$(abspath $(FAULTLOG)) $(GO) test -vet=off -count 1 -timeout 2h -v \
		-run '^Test(Killed|Trouble|BadResults|RenamedLiar|CutNetwork|FullDisk.*|DamagedFiles)$$' ./survey/remote

# For Windows, and where int has 32 bits, everything is type-checked from source, in ten seconds of CPU each: go vet would compile every
# dependency again (five minutes). Files that no other system compiles are vetted alone, which is possible because they use nothing of their
# packages.
lint: .stamps/go ## gofmt, go vet (for Windows and 386: types, and the files that are for Windows alone), staticcheck
	@out=$$(gofmt -l $$(find . -name '*.go' ! -path './.*')); if [ -n "$$out" ]; then echo "not formatted (run gofmt -w):"; echo "$$out"; exit 1; fi
	$(GO) vet ./...
	CHESSCENSUS_LONG=1 $(GO) test -vet=off -count 1 -run ^TestTypesOnOtherSystems$$ ./tools/archtest
	@for dir in $$(GOOS=windows $(GO) list -f '{{.Dir}}' ./...); do \
		files=$$(cd "$$dir" && grep -lE '^//go:build .*(windows|!unix|!linux)' *.go; cd "$$dir" && ls | grep '_windows\(_test\)\?\.go$$'); \
		[ -z "$$files" ] || (cd "$$dir" && echo "GOOS=windows go vet $$dir:" $$files && GOOS=windows $(GO) vet $$files) || exit 1; \
	done
	$(GO) tool staticcheck ./...

licences: .stamps/go ## modules that the programs are built from, with their licences; fails if one is unknown or may not be passed on
	@$(GO) run ./tools/licences chesscensus/...

# The list of known vulnerabilities is that of vuln.go.dev, or a copy in a folder: VULNDB=file:///path/to/vulndb.
vuln: .stamps/go ## known vulnerabilities of what is imported (govulncheck; needs the network, or VULNDB=file:///folder)
	@$(GO) run golang.org/x/vuln/cmd/govulncheck@$(GOVULNCHECK) $(if $(VULNDB),-db $(VULNDB)) ./... || { status=$$?; \
		[ $$status -eq 3 ] || echo "make: if the list of vulnerabilities could not be reached: connect, or give a copy of it by VULNDB=file:///folder" >&2; exit $$status; }

# Pinned versions do not change unless UPGRADE=1. uv resolves for all systems and writes the hashes of all files.
requirements: ## resolve the Python requirements anew, with hashes (UPGRADE=1 for newer versions)
	@rm -rf .stamps/uv && mkdir -p .stamps && $(PYTHON) -m venv .stamps/uv && .stamps/uv/bin/python -m pip install --quiet --disable-pip-version-check uv==$(UV)
	@for f in requirements docs/requirements docs/samplics jupyter/browser/requirements; do \
		old=$$(mktemp) && { [ -n "$(UPGRADE)" ] || cp $$f.txt $$old; } && \
		.stamps/uv/bin/uv pip compile --quiet --universal --python-version 3.11.5 --generate-hashes --no-header --no-annotate -o $$old $$f.in && \
		{ echo "# Made from $$f.in by make requirements; pip installs exactly these files."; cat $$old; } > $$f.txt && rm $$old || exit 1; \
	done

samplics: program .stamps/samplics ## standard errors of a small survey by our formulas and by the Python package samplics, from replicate weights (800 MB in .stamps)
	@rm -rf .stamps/sampled && bin/chesscensus survey plan .stamps/sampled --space cover-5-6 --budget 30s --shards 40 --seed 7 --costs 3us,2us,8us,1600us
	@bin/chesscensus survey run .stamps/sampled && bin/chesscensus survey sample .stamps/sampled --total && bin/chesscensus survey share .stamps/sampled turn
	@for weights in 'jackknife 40' 'bootstrap 200'; do bin/chesscensus survey sample .stamps/sampled --csv --$$weights > .stamps/sampled.csv && echo "$$weights" && \
		.stamps/samplics/bin/python -W ignore docs/replicates.py $${weights% *} --samplics < .stamps/sampled.csv || exit 1; done

tidy: .stamps/go ## go mod tidy
	$(GO) mod tidy

generate: .stamps/go ## rebuild generated files
	$(GO) generate ./...

clean: ## remove everything that make made
	rm -rf bin dist figures paper/out data man site .stamps .venv .jupyter .browser

.stamps/go:
	@command -v $(GO) >/dev/null || { echo "make: $(NOGO)" >&2; exit 1; }
	@$(OLDGO)
	@mkdir -p .stamps && touch $@

# MkDocs has its own environment, which shares nothing with the notebooks.
.stamps/site: docs/requirements.txt
	@command -v $(PYTHON) >/dev/null || { echo "make: $(PYTHON) is not on PATH; the site needs Python 3.11.5 or later (PYTHON=... chooses one)" >&2; exit 1; }
	@rm -rf .stamps/mkdocs && mkdir -p .stamps && $(PYTHON) -m venv .stamps/mkdocs
	@.stamps/mkdocs/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r docs/requirements.txt
	@touch $@

.stamps/samplics: docs/samplics.txt
	@rm -rf $@ && mkdir -p .stamps && $(PYTHON) -m venv $@
	@$@/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r docs/samplics.txt
	@touch $@

# An interrupted installation leaves no stamp and is repeated.
.stamps/venv: requirements.txt
	@command -v $(PYTHON) >/dev/null || { echo "make: $(PYTHON) is not on PATH; notebooks need Python 3.11.5 or later (PYTHON=... chooses one)" >&2; exit 1; }
	@echo "setting up Python in .venv (about half a minute)"
	@$(PYTHON) -m venv .venv || { echo "make: $(PYTHON) cannot make a virtual environment (on Debian: apt-get install python3-venv)" >&2; exit 1; }
	@.venv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.txt
	@mkdir -p .stamps && touch $@

.stamps/browser: jupyter/browser/requirements.txt .stamps/venv
	@$(PYTHON) -m venv .browser/venv
	@.browser/venv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r jupyter/browser/requirements.txt
	@touch $@
