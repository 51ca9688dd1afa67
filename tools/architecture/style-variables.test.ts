import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "../setup/project-root.mjs";
import { listSources } from "./source-files.mjs";

const texts = listSources(projectRoot, "console/src").map((name) => ({
  name,
  text: readFileSync(join(projectRoot, name), "utf8"),
}));

test("every variable that a style sheet reads without a fallback is declared somewhere", () => {
  const sheets = texts.filter(({ name }) => name.endsWith(".css"));
  expect(sheets.length).toBeGreaterThan(50);
  const declared = new Set(texts.flatMap(({ text }) => text.match(/--[a-z0-9-]+(?=:|":)/g) ?? []));
  const unknown = sheets.flatMap(({ name, text }) =>
    [...text.matchAll(/var\((--[a-z0-9-]+)\)/g)]
      .map(([, variable = ""]) => variable)
      // The wall writes its theme's colours by their names.
      .filter((variable) => !declared.has(variable) && !variable.startsWith("--wall-"))
      .map((variable) => `${name}: ${variable}`),
  );
  expect(unknown).toEqual([]);
});
