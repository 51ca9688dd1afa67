import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { sha256Of } from "./sha-256.ts";

test("gives what another implementation gives for every length up to three blocks, and for 2,000 nonces", () => {
  const texts = Array.from({ length: 190 }, (_, length) => "3f2a:7 zZ~".repeat(20).slice(0, length));
  for (let nonce = 0; nonce < 2000; nonce++) texts.push(`8d5e8f0c-0000-4000-8000-${nonce * 7919}`);
  for (const text of texts) {
    const expected = createHash("sha256").update(text).digest("hex");
    expect(Buffer.from(sha256Of(text)).toString("hex"), text).toBe(expected);
  }
});
