/*
 * What we write, verified by a program that is not ours: Go's own library of the checksum database
 * (golang.org/x/mod/sumdb; Debian: golang-go and golang-golang-x-mod-dev). Skipped where it is not installed.
 */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { expect, test } from "vitest";
import { toBase64 } from "./base64.ts";
import { makeEvidence } from "./evidence.fixture.ts";
import { createMerkle } from "./merkle.ts";
import { textOfRow } from "./row-text.ts";
import { createTileTree } from "./tile-tree.ts";

const run = promisify(execFile);
const packages = "/usr/share/gocode/src/golang.org/x/mod/sumdb/note";
const hasGo = existsSync("/usr/bin/go") && existsSync(packages);

const program = `package main

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type proof struct {
	Index int64
	Text  string
	Path  []tlog.Hash
}

type input struct {
	Key, Note string
	Proofs    []proof
	Old       struct {
		Size int64
		Root tlog.Hash
		Path []tlog.Hash
	}
}

func check(err error) {
	if err != nil {
		fmt.Println("refused:", err)
		os.Exit(1)
	}
}

func main() {
	var in input
	check(json.NewDecoder(os.Stdin).Decode(&in))
	verifier, err := note.NewVerifier(in.Key)
	check(err)
	opened, err := note.Open([]byte(in.Note), note.VerifierList(verifier))
	check(err)
	lines := strings.Split(opened.Text, "\\n")
	size, err := strconv.ParseInt(lines[1], 10, 64)
	check(err)
	bytes, err := base64.StdEncoding.DecodeString(lines[2])
	check(err)
	var root tlog.Hash
	copy(root[:], bytes)
	for _, one := range in.Proofs {
		check(tlog.CheckRecord(one.Path, size, root, one.Index, tlog.RecordHash([]byte(one.Text))))
	}
	check(tlog.CheckTree(in.Old.Path, size, root, in.Old.Size, in.Old.Root))
	fmt.Println("accepted", len(in.Proofs))
}
`;

test.skipIf(!hasGo)(
  "Go's checksum-database library accepts our notes, inclusion and consistency proofs",
  async () => {
    const made = await makeEvidence({ others: 40 });
    const merkle = createMerkle(sha256);
    const texts = made.all.map((row) => textOfRow("custody", row));
    const tree = createTileTree({ merkle, size: 0, load: async () => undefined });
    for (const text of texts) await tree.append(merkle.hashLeaf(utf8ToBytes(text)));
    await tree.takeChanged();
    const { note, key } = JSON.parse(made.blocks.checkpoint);
    const proofs = made.blocks.proofs.split("\n").map((line) => {
      const { index, path } = JSON.parse(line);
      return { Index: index, Text: texts[index], Path: path };
    });
    const old = 77;
    const path = (await tree.proveConsistency(old)).map(toBase64);
    const input = {
      ...{ Key: key, Note: note, Proofs: proofs },
      Old: { Size: old, Root: toBase64(await tree.root(old)), Path: path },
    };
    const folder = await mkdtemp(join(tmpdir(), "tw-go-"));
    try {
      await writeFile(join(folder, "check.go"), program);
      const env = {
        ...process.env,
        GO111MODULE: "off",
        GOPATH: "/usr/share/gocode",
        GOCACHE: join(folder, "cache"),
      };
      await run("/usr/bin/go", ["build", "-o", "check", "check.go"], { cwd: folder, env });
      const ask = async (given: object): Promise<string> => {
        const asked = run(join(folder, "check"), []);
        asked.child.stdin?.end(JSON.stringify(given));
        return asked.then(
          ({ stdout }) => stdout.trim(),
          (error: { stdout: string }) => error.stdout.trim(),
        );
      };
      expect(await ask(input)).toBe(`accepted ${proofs.length}`);
      expect(
        await ask({ ...input, Note: note.replace(`\n${made.size}\n`, `\n${made.size - 1}\n`) }),
      ).toContain("refused");
      const [first, ...others] = proofs;
      expect(await ask({ ...input, Proofs: [{ ...first, Text: `${first?.Text} ` }, ...others] })).toContain(
        "refused",
      );
      expect(await ask({ ...input, Old: { ...input.Old, Root: toBase64(await tree.root(76)) } })).toContain(
        "refused",
      );
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
);
