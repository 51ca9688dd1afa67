import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { projectRoot } from "../setup/project-root.mjs";
import {
  linkedPaths,
  listDocuments,
  namedTests,
  npmScripts,
  quotedPaths,
  recordFaults,
  tabledVariables,
} from "./read-documents.mjs";

const rootFolders = readdirSync(projectRoot, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && ![".git", ".cache", "node_modules"].includes(entry.name))
  .map(({ name }) => name);
const documents = listDocuments(projectRoot).map((path) => ({
  path,
  text: readFileSync(join(projectRoot, path), "utf8"),
}));

describe("what the documents name exists", () => {
  test("npm commands", () => {
    const { scripts } = JSON.parse(readFileSync(join(projectRoot, "package.json"), "utf8"));
    const missing = documents.flatMap(({ path, text }) =>
      npmScripts(text)
        .filter((name) => !(name in scripts))
        .map((name) => `${path}: npm run ${name}`),
    );
    expect(missing).toEqual([]);
  });

  test("paths in backticks", () => {
    const missing = documents.flatMap(({ path, text }) =>
      quotedPaths(text, rootFolders)
        .filter((named) => !existsSync(join(projectRoot, named)))
        .map((named) => `${path}: ${named}`),
    );
    expect(missing).toEqual([]);
  });

  test("links and pictures", () => {
    const missing = documents.flatMap(({ path, text }) =>
      linkedPaths(text)
        .filter((target) => !existsSync(join(projectRoot, dirname(path), target)))
        .map((target) => `${path}: ${target}`),
    );
    expect(missing).toEqual([]);
  });

  test("tests, by their titles", () => {
    const missing = documents.flatMap(({ path, text }) =>
      namedTests(text)
        .filter(({ path: file, title }) => !readFileSync(join(projectRoot, file), "utf8").includes(title))
        .map(({ path: file, title }) => `${path}: ${file}: ${title}`),
    );
    expect(missing).toEqual([]);
  });

  const schema = join(projectRoot, "server", "src", "platform", "env.ts");
  const guides = documents.filter(({ path }) => /^docs\/operations[^/]*\.md$/.test(path));
  test.skipIf(!existsSync(schema) || guides.length === 0)("environment variables, all of them", () => {
    const declared = [...readFileSync(schema, "utf8").matchAll(/^\s+([A-Z][A-Z0-9_]+):/gm)].map(
      ([, name]) => name,
    );
    const documented = guides.flatMap(({ text }) => tabledVariables(text));
    expect([...new Set(documented)].sort()).toEqual([...new Set(declared)].sort());
  });
});

describe("decision records", () => {
  const records = documents.filter(({ path }) => path.startsWith("docs/decisions/"));

  test("have a number, a title, a date and a status each, are named by their titles, and leave no number out", () => {
    expect(records.length).toBeGreaterThan(70);
    expect(recordFaults(records)).toEqual([]);
  });

  const good = (number: string, status = "accepted") => ({
    path: `docs/decisions/${number}-use-the-one-queue.md`,
    text: `# ${number}. Use the one queue\n\nDate: 2026-01-02. Status: ${status}.\n\nText.\n`,
  });
  const without = (part: string | RegExp) => {
    const { path, text } = good("0001");
    return [{ path, text: text.replace(part, "") }];
  };

  test.each([
    ["a gap", [good("0001"), good("0003")], "number 2 is missing"],
    ["a number that is used twice", [good("0001"), good("0001")], "number 1 is used twice"],
    ["a record without a date", without("Date: 2026-01-02. "), "there is no line"],
    ["a record without a status", without(/ Status: \w+\./), "there is no line"],
    ["a title without a number", without("0001. "), "the first line is not"],
    ["a file name of another title", without(" one"), "the file name is not 0001-use-the-queue.md"],
    ["a successor that does not exist", [good("0001", "superseded by 0002")], "which does not exist"],
  ])("%s is a fault", (_what, faulty, fault) => {
    expect(recordFaults(faulty).join()).toContain(fault);
  });

  test("a record that a later one supersedes is none", () => {
    expect(recordFaults([good("0001", "superseded by 0002"), good("0002")])).toEqual([]);
  });
});

describe("reading a document", () => {
  test("finds tests by file and title", () => {
    const table =
      "| it holds | `a/b.test.ts`: that is; of an HLS camera |\n| else | the same: and so on | yes |";
    expect(namedTests(table)).toEqual([
      { path: "a/b.test.ts", title: "that is" },
      { path: "a/b.test.ts", title: "of an HLS camera" },
      { path: "a/b.test.ts", title: "and so on" },
    ]);
  });

  test("finds commands with options and without", () => {
    expect(npmScripts("`npm run demo`, npm run -s device -- add, `npm test`")).toEqual([
      "demo",
      "device",
      "test",
    ]);
  });

  test("finds paths, of patterns the fixed part, of built files none", () => {
    const text =
      "`server/src/main.ts:12` `node server/dist/main.js serve` `./data/demo` `e2e/**/*.long.test.ts` `GET /x`";
    expect(quotedPaths(text, ["server", "e2e"])).toEqual(["server/src/main.ts", "e2e"]);
  });

  test("passes over fenced blocks and addresses of the web", () => {
    const text = "```\n`server/none.ts`\n```\n[a](https://example.org) [b](docs/b.md#part) ![c](c.png)";
    expect(quotedPaths(text, ["server"])).toEqual([]);
    expect(linkedPaths(text)).toEqual(["docs/b.md", "c.png"]);
  });

  test("reads variables from the first column alone", () => {
    expect(tabledVariables("| `HTTP_PORT` | 8080 |\n| `TLS_CERT`, `TLS_KEY` | `PEM` |")).toEqual([
      "HTTP_PORT",
      "TLS_CERT",
      "TLS_KEY",
    ]);
  });
});
