import { appendFileSync, readFileSync } from "node:fs";

/** Which firmware devices were upgraded to, by their names. */
export type InstalledVersions = {
  /** Null for a device that runs what it was made with. */
  of(deviceName: string): string | null;
  keep(deviceName: string, version: string): void;
};

/** Kept next to the credentials: a device whose program starts again runs what it was upgraded to. */
export function installedVersionsOf(credentials: string, log: (sentence: string) => void): InstalledVersions {
  return openInstalledVersions(`${credentials}.firmware`, log);
}

/** A line of the file is an upgrade, `["name","version"]`; the last of a device counts. */
export function openInstalledVersions(path: string, log: (sentence: string) => void): InstalledVersions {
  const versions = readLines(path);
  return {
    of: (deviceName) => versions.get(deviceName) ?? null,
    keep(deviceName, version) {
      versions.set(deviceName, version);
      try {
        // A line that was cut off before stays one of its own.
        appendFileSync(path, `\n${JSON.stringify([deviceName, version])}`);
      } catch (error) {
        log(
          `The firmware of ${deviceName} cannot be kept: ${error instanceof Error ? error.message : error}.`,
        );
      }
    },
  };
}

function readLines(path: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const line of textOf(path).split("\n")) {
    const [deviceName, version] = partsOf(line);
    if (typeof deviceName === "string" && typeof version === "string") found.set(deviceName, version);
  }
  return found;
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return ""; // no device was upgraded yet
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
