import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { faultOf } from "./held-by.ts";
import { sentences } from "./sentences.data.ts";

test("every sentence of the specification is in the table, as it was written", () => {
  expect(sentences).toHaveLength(132);
  const text = sentences.map(({ section, says }) => `${section} ${says}`).join("\n");
  // Changes with any sentence that is lost or bent; a new one is added together with this.
  expect(createHash("sha256").update(text).digest("hex")).toBe(
    "03d7d28fff3392c4af4887ef5223ed989c7c54c4b13a4ed202dcd1c43700ba29",
  );
});

test("each is held by a test that is in its file and is not skipped", () => {
  const faults = sentences.flatMap(({ says, by }) => {
    if (by.length === 0) return [`no test holds "${says}"`];
    return by.flatMap((held) => faultOf(held) ?? []);
  });
  expect(faults).toEqual([]);
});
