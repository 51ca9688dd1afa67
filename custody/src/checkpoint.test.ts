import { describe, expect, test } from "vitest";
import {
  isNoteSigned,
  readCheckpoint,
  readNote,
  readNoteKey,
  signNote,
  writeCheckpoint,
  writeNoteKey,
} from "./checkpoint.ts";
import { signingKey } from "./head.ts";

const key = signingKey("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60");
const verifier = { name: "tracewater-1", publicKey: key.publicKey };
const body = writeCheckpoint({
  origin: verifier.name,
  rows: { size: 12, root: new Uint8Array(32).fill(7) },
  things: { size: 3, root: new Uint8Array(32).fill(9) },
});
const signed = signNote(body, { name: verifier.name, secretKey: key.secretKey });

describe("A checkpoint", () => {
  test("is a signed note whose text gives back what it commits to", () => {
    const note = readNote(signed);
    expect(note?.text).toBe(body);
    expect(readCheckpoint(body)).toMatchObject({
      origin: verifier.name,
      rows: { size: 12 },
      things: { size: 3 },
    });
    expect(note !== null && isNoteSigned(note, verifier)).toBe(true);
  });

  test("is not valid with a changed bit, wherever it is", () => {
    const bytes = Buffer.from(signed, "utf8");
    for (let bit = 0; bit < bytes.length * 8; bit += 7) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      const note = readNote(changed.toString("utf8"));
      expect(note !== null && isNoteSigned(note, verifier), `bit ${bit}`).toBe(false);
    }
  });

  test("is verified by the key of its signer alone, which has a text of its own", () => {
    const text = writeNoteKey(verifier);
    expect(readNoteKey(text)).toEqual(verifier);
    expect(readNoteKey(text.replace("tracewater-1", "tracewater-2"))).toBeNull();
    const note = readNote(signed);
    const stranger = signingKey("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb");
    expect(note !== null && isNoteSigned(note, { ...verifier, publicKey: stranger.publicKey })).toBe(false);
    expect(note !== null && isNoteSigned(note, { ...verifier, name: "another" })).toBe(false);
  });

  test("reads the published verifier key of the Go checksum database", () => {
    // The key that the go command has built in for sum.golang.org.
    const text = "sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8";
    const read = readNoteKey(text);
    expect(read?.name).toBe("sum.golang.org");
    expect(read === null ? "" : writeNoteKey(read)).toBe(text);
  });
});
