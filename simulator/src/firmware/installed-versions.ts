import { appendFileSync, readFileSync } from "node:fs";
import { messageOf } from "../message-of.ts";

/** Which firmware devices were upgraded to, by their names. */
export type InstalledVersions = {
  /** Null for a device that runs what it was made with. */
  of(deviceName: string): string | null;
  keep(deviceName: string, version: string): void;
};

/**
 * Kept in a file, so that a device whose program starts again runs what it was upgraded to. A line of it is an upgrade,
 * `["name","version"]`; the last of a device counts. A file that cannot be read or written is reported.
 */
export function openInstalledVersions(path: string, log: (sentence: string) => void): InstalledVersions {
  const versions = versionsIn(readKept(path, log));
  return {
    of: (deviceName) => versions.get(deviceName) ?? null,
    keep(deviceName, version) {
      versions.set(deviceName, version);
      try {
        // A line that was cut off before stays one of its own.
        appendFileSync(path, `\n${JSON.stringify([deviceName, version])}`);
      } catch (error) {
        log(`The firmware of ${deviceName} cannot be kept: ${messageOf(error)}.`);
      }
    },
  };
}

function versionsIn(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const line of text.split("\n")) {
    const [deviceName, version] = partsOf(line);
    if (typeof deviceName === "string" && typeof version === "string") found.set(deviceName, version);
  }
  return found;
}

/** Empty where no device was upgraded yet. */
function readKept(path: string, log: (sentence: string) => void): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    if (!isMissing) log(`The firmware of upgraded devices cannot be read: ${messageOf(error)}.`);
    return "";
  }
}

/** Nothing of a line that was cut off when the program was killed. */
function partsOf(line: string): unknown[] {
  try {
    const read: unknown = JSON.parse(line);
    return Array.isArray(read) ? read : [];
  } catch {
    return [];
  }
}
