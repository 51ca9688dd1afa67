import { Sentence } from "./sentence.mjs";

/**
 * Nothing newer than Node 16 is imported up to here, so that an old Node reaches the sentence.
 * @param {string} [version] like process.version
 */
export function requireNode(version = process.version) {
  const [major = 0, minor = 0] = version.replace("v", "").split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new Sentence(`Tracewater needs Node 20.19 or newer (24 is recommended). This is Node ${version}.`);
}
