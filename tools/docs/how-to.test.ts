import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "../setup/project-root.mjs";
import { edited, isChange, stepsOf } from "./follow-how-to.mjs";

/** `how-to.long.test.ts` follows the pages in a copy of the tree; here their places alone are looked for. */
const folder = join(projectRoot, "docs/how-to");
const pages = readdirSync(folder).filter((name) => name.endsWith(".md") && name !== "README.md");

test("there are pages, and the list of them names each", () => {
  expect(pages.length).toBeGreaterThanOrEqual(4);
  const list = readFileSync(join(folder, "README.md"), "utf8");
  expect(pages.filter((name) => !list.includes(`](${name})`))).toEqual([]);
});

test.each(pages)("docs/how-to/%s: every new file is new, and every edit finds its one line", (page) => {
  const steps = stepsOf(readFileSync(join(folder, page), "utf8")).filter(isChange);
  const texts = new Map<string, string>();
  expect(steps.length).toBeGreaterThan(1);
  for (const step of steps) {
    const { path } = step;
    if (step.kind === "new") {
      expect(existsSync(join(projectRoot, path)) || texts.has(path), path).toBe(false);
      texts.set(path, step.text);
    } else {
      texts.set(path, edited(texts.get(path) ?? readFileSync(join(projectRoot, path), "utf8"), step));
    }
  }
});

test("an edit whose line is not there, or is there twice, is refused", () => {
  const edit = (anchor: string) => ({ kind: "after" as const, path: "a.ts", anchor, text: "c\n" });
  expect(edited("a\nb\n", edit("a"))).toBe("a\nc\nb\n");
  expect(() => edited("a\nb\n", edit("x"))).toThrow("0 lines");
  expect(() => edited("ab\nb\n", edit("b"))).toThrow("2 lines");
});
