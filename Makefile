# The commands of the project. `make help` lists them; what stands behind each is a script in scripts/ or Lab/.
PREFIX ?= /usr/local
DESTDIR ?=
.DEFAULT_GOAL := help
.PHONY: help demo test lab bench fuzz sanitize firmware firmware-hour firmware-check check-apple lint index build install uninstall clean

help: ## list these commands
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | while IFS="$$(printf '\t')" read -r name text; do \
		printf 'make %-15s %s\n' "$$name" "$$text"; done

demo: ## set up simulated devices over the virtual radio and switch one, step by step
	@scripts/bootstrap demo
	@scripts/demo

test: ## run every test, those in the radio lab included
	@scripts/bootstrap test
	@scripts/test

lab: build ## open a shell in the radio lab: real Bluetooth and Wi-Fi stacks over virtual radios
	@scripts/bootstrap lab
	@Lab/run --shell

bench: ## print what the code costs, beside its limits
	@scripts/bootstrap bench
	@scripts/bench-protocols
	@scripts/bench-gangway
	@scripts/bench-setups
	@scripts/bench-directory
	@scripts/bench-control
	@scripts/bench-hub

fuzz: ## fuzz every decoder for three minutes in all
	@scripts/bootstrap build
	@scripts/fuzz

sanitize: ## run all tests but the lab's under the thread and the address sanitizer
	@scripts/bootstrap build
	@scripts/sanitize

firmware-check: ## build the protocols as Embedded Swift for microcontrollers, and run their tests so
	@scripts/bootstrap build
	@scripts/build-embedded
	@scripts/test-embedded
	@scripts/test-esp

check-apple: ## compile and test on Linux what is for Apple's systems
	@scripts/bootstrap build
	@scripts/check-apple

firmware: ## build the microcontroller's images, and set them up in emulators
	@scripts/bootstrap firmware
	@swift build --no-color-diagnostics
	@scripts/test-firmware

firmware-hour: ## write random bytes to the microcontroller's images for an hour
	@scripts/bootstrap firmware
	@swift build --no-color-diagnostics
	@RANDOM_SECONDS=3600 scripts/test-firmware random_writes_for_a_minute_do_no_harm

lint: ## check the format of Swift and of shell scripts, and that what is made from other files is current
	@scripts/lint

index: ## write Docs/FieldCases.md anew from the names of the tests
	@scripts/field-cases --write

build: ## build the release programs, linked statically to the Swift runtime
	@scripts/bootstrap build
	swift build --no-color-diagnostics -c release --static-swift-stdlib --product gangway
	swift build --no-color-diagnostics -c release --static-swift-stdlib --product gangway-hub

install: ## install what `make build` built under PREFIX (/usr/local), below DESTDIR: programs, man pages, completions
	@DESTDIR="$(DESTDIR)" PREFIX="$(PREFIX)" scripts/install

uninstall: ## take away what `make install` put under PREFIX, below DESTDIR
	@DESTDIR="$(DESTDIR)" PREFIX="$(PREFIX)" scripts/install --remove

clean: ## remove what was built (the lab's cache stays)
	rm -rf .build .build-thread .build-address out
