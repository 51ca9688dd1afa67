import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** Where data folders lie that tests copy instead of making each their own. */
    templates: string;
  }
}

/** What all files of a run share: the folder of templates, gone after the last of them. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "tracewater-templates-"));
  // As root the database runs as another user, who has to cross this folder.
  await chmod(folder, 0o755);
  project.provide("templates", folder);
  return () => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}
