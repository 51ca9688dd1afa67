import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

/** The pages of the console's build, as it wrote them down; null where it is not built (the console in development). */
export function readBuildPages(consoleFolder: string): readonly string[] | null {
  try {
    return z.array(z.string()).parse(JSON.parse(readFileSync(join(consoleFolder, "pages.json"), "utf8")));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}
