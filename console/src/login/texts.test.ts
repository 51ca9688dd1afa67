import { expect, test } from "vitest";
import { moreTexts } from "./more-texts.ts";
import { texts } from "./texts.ts";

test("no Chinese text is empty or left in English", () => {
  for (const [key, text] of Object.entries({ ...texts.zh, ...moreTexts.zh })) {
    expect(JSON.stringify(text), key).toMatch(/\p{Script=Han}/u);
  }
});
