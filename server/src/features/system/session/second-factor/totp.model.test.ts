import { expect, test } from "vitest";
import { appCode } from "../../../../../test/app-codes.ts";
import { oathtoolCodes } from "../../../../../test/oathtool-codes.data.ts";
import { appUri, findStep, makeAppSecret } from "./totp.model.ts";

/** RFC 6238, appendix B, SHA-1: the last six of its eight digits. */
const vectors: readonly (readonly [seconds: number, code: string])[] = [
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
];
const rfcSecret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

test.each(vectors)("takes the code of RFC 6238 for second %s", (seconds, code) => {
  expect(appCode(rfcSecret, seconds * 1000)).toBe(code);
  expect(findStep(rfcSecret, code, seconds * 1000)).toBe(Math.floor(seconds / 30));
});

test.each(oathtoolCodes)(
  "takes the code that oathtool shows for the secret %s at second %i",
  (secret, seconds, code) => {
    expect(findStep(secret, code, seconds * 1000)).toBe(Math.floor(seconds / 30));
    expect(findStep(secret, code, (seconds + 30) * 1000)).toBe(Math.floor(seconds / 30));
    expect(appCode(secret, seconds * 1000)).toBe(code);
  },
);

test("takes what an independent implementation shows for 200 secrets, one step before and after, and no further", () => {
  const at = 1_790_000_015_000;
  for (let round = 0; round < 200; round++) {
    const secret = makeAppSecret();
    for (const steps of [-1, 0, 1]) {
      const shown = appCode(secret, at + steps * 30_000);
      expect(findStep(secret, shown, at)).toBe(Math.floor(at / 30_000) + steps);
    }
    const near = [-1, 0, 1].map((steps) => appCode(secret, at + steps * 30_000));
    const far = appCode(secret, at + 2 * 30_000);
    if (!near.includes(far)) expect(findStep(secret, far, at)).toBeNull();
  }
});

test("offers a secret as long as its hash, in the form that apps read", () => {
  const secret = makeAppSecret();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  const uri = new URL(appUri(secret, "Tracewater", "wang.li"));
  expect(uri.protocol).toBe("otpauth:");
  expect(decodeURIComponent(uri.pathname)).toContain("Tracewater:wang.li");
  expect(Object.fromEntries(uri.searchParams)).toMatchObject({
    ...{ secret, issuer: "Tracewater", algorithm: "SHA1", digits: "6", period: "30" },
  });
});
