import { generateFiles } from "@tracewater/contract/generator/generate-files";
import { keptModel, randomModel } from "@tracewater/contract/generator/models.fixture";
import ts from "typescript";
import { expect, test } from "vitest";

const count = 10_000;

test(`all files of ${count} models by chance parse`, () => {
  let kept = 0;
  const faults: string[] = [];
  for (let seed = 0; seed < count * 2 && kept < count; seed++) {
    const model = keptModel(randomModel(seed));
    if (model === null) continue;
    kept += 1;
    for (const { path, text } of generateFiles(model)) {
      if (path.endsWith(".json")) JSON.parse(text);
      if (!/\.tsx?$/.test(path)) continue;
      const source = ts.createSourceFile(path, text, ts.ScriptTarget.ES2023) as ts.SourceFile & {
        parseDiagnostics: ts.Diagnostic[];
      };
      for (const { messageText } of source.parseDiagnostics)
        faults.push(`${seed} ${path}: ${JSON.stringify(messageText)}`);
    }
  }
  expect(kept).toBe(count);
  expect(faults).toEqual([]);
});
