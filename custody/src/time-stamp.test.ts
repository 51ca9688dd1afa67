import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { promisify } from "node:util";
import { afterAll, describe, expect, test } from "vitest";
import { readPem } from "./certificate.ts";
import { createTestAuthority, openssl, type TestAuthority } from "./stamp-authority.fixture.ts";
import { isTrustedStamp, nonceText, readStamp, tokenOf, writeStampRequest } from "./time-stamp.ts";

const text = "tracewater-1\n400\nAAAA\nthings 3 BBBB\n";
const tools = { execFile: promisify(execFile), mkdtemp, readFile, rm, writeFile, tmpdir };
const nonce = new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8]);

describe.skipIf(!existsSync(openssl))("A time stamp", () => {
  const made: TestAuthority[] = [];
  afterAll(async () => void (await Promise.all(made.map((one) => one.remove()))));
  async function makeAuthority(name: string, kind?: "ec" | "rsa", uses?: "stamps" | "other") {
    const authority = await createTestAuthority(tools, name, kind, uses);
    made.push(authority);
    return authority;
  }
  async function stampBy(name: string, kind?: "ec" | "rsa") {
    const authority = await makeAuthority(name, kind);
    const token = tokenOf(await authority.answer(writeStampRequest(text, nonce)));
    if (token === null) throw new Error("the authority refused");
    return { authority, token };
  }

  test.each(["ec", "rsa"] as const)(
    "of openssl with a key of kind %s is read as openssl reads it",
    async (kind) => {
      const { authority, token } = await stampBy("Stamp office", kind);
      expect(await authority.verify(token, text)).toContain("Verification: OK");
      const stamp = readStamp(token, text);
      expect(stamp).toMatchObject({ nonce: nonceText(nonce), signer: { name: "Stamp office" } });
      expect(Math.abs((stamp?.at ?? 0) - Date.now())).toBeLessThan(60_000);
      if (stamp === null) return;
      expect(isTrustedStamp(stamp, readPem(authority.rootPem))).toBe(true);
      const { authority: other } = await stampBy("Stamp office", kind);
      expect(isTrustedStamp(stamp, readPem(other.rootPem)), "a root of the same name").toBe(false);
      expect(readStamp(token, `${text} `)).toBeNull();
    },
  );

  test("is none where any one bit of it is changed that is signed, and never an exception", async () => {
    const { authority, token } = await stampBy("Stamp office");
    const trusted = readPem(authority.rootPem);
    let accepted = 0;
    for (let bit = 0; bit < token.length * 8; bit += 7) {
      const bytes = new Uint8Array(Buffer.from(token));
      bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      const stamp = readStamp(bytes, text);
      if (stamp !== null && isTrustedStamp(stamp, trusted)) accepted += 1;
    }
    // Versions and parameters outside of what is signed say nothing: openssl takes them too.
    expect(accepted).toBeLessThan(token.length / 20);
  });

  test("is none of somebody who is not certified for time stamps", async () => {
    const authority = await makeAuthority("A web server", "ec", "other");
    await expect(authority.answer(writeStampRequest(text, nonce))).rejects.toThrow();
  });
});
