import type { Words } from "./words.ts";

/** A task of the registry. There is no other way to have something run by schedule. */
export type JobDefinition = {
  /** Never changes; schedules and log refer to it. */
  key: string;
  name: Words;
  /** What it does, in a sentence. */
  about: Words;
  defaultCron: string;
  /** Does its work and tells what it did. Whatever it throws is logged as its failure. */
  run(work: { now: () => number; signal: AbortSignal }): Promise<Words>;
};
