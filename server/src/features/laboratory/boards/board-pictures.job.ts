import type { JobDefinition } from "../../../platform/job-definition.ts";
import type { BoardIngest } from "./board-ingest.service.ts";
import type { BoardTestService } from "./board-test.service.ts";

/** Reads the pictures of boards that devices have uploaded since; results that wait become tests first. */
export function boardPicturesJob(options: {
  ingest: Pick<BoardIngest, "drain">;
  tests: Pick<BoardTestService, "readNew">;
}): JobDefinition {
  return {
    key: "boardPictures",
    name: { en: "Pictures of test boards", zh: "检测板图片判读" },
    about: {
      en: "Turns waiting results of handheld detectors into board tests and reads the pictures that arrived since.",
      zh: "将手持检测仪待处理的结果转为检测板记录，并判读新到达的图片。",
    },
    defaultCron: "*/5 * * * *",
    async run({ signal }) {
      const results = await options.ingest.drain();
      const read = await options.tests.readNew(signal);
      return {
        en: `${results} results processed, ${read} pictures read.`,
        zh: `已处理结果 ${results} 条，判读图片 ${read} 张。`,
        idle: results + read === 0,
      };
    },
  };
}
