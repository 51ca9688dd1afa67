import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";

/** Where systems keep their programs. */
const systemFolders = ["/usr/local/bin", "/usr/bin", "/bin", "/opt/homebrew/bin"];

/** The ffmpeg that the operator named, else the system's, else the one that came with the packages; null without any. */
export async function findFfmpeg(named: string | undefined): Promise<string | null> {
  if (named !== undefined) return (await isProgram(named)) ? named : null;
  for (const folder of systemFolders) {
    const path = join(folder, "ffmpeg");
    if (await isProgram(path)) return path;
  }
  const shipped = shippedPath();
  return shipped !== null && (await isProgram(shipped)) ? shipped : null;
}

function shippedPath(): string | null {
  try {
    const name = `@ffmpeg-installer/${process.platform}-${process.arch}/package.json`;
    return join(createRequire(import.meta.url).resolve(name), "..", "ffmpeg");
  } catch {
    return null; // no package for this machine
  }
}

async function isProgram(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
