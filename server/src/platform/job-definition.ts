import type { LocalizedText } from "./localized-text.ts";

/** What a run did, in a sentence; `idle` where it found nothing to do beyond what each run does. */
export type JobReport = LocalizedText & { idle?: boolean };

/** A task of the registry. There is no other way to have something run by schedule. */
export type JobDefinition = {
  /** Never changes; schedules and log refer to it. */
  key: string;
  name: LocalizedText;
  /** What it does, in a sentence. */
  about: LocalizedText;
  defaultCron: string;
  /** Does its work and shows what it did. Whatever it throws is logged as its failure. */
  run(work: { now: () => number; signal: AbortSignal }): Promise<JobReport>;
};
