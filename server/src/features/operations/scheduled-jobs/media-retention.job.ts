import type { JobDefinition } from "../../../platform/job-definition.ts";
import type { MediaService } from "../../fleet/media/media.service.ts";
import type { ReadSetting } from "../../system/config/config.service.ts";

const dayMs = 86_400_000;

/** Deletes pictures and clips that are older than they are to be kept, with their files. */
export function mediaRetentionJob(options: {
  read: ReadSetting;
  media: Pick<MediaService, "expire">;
}): JobDefinition {
  return {
    key: "mediaRetention",
    name: { en: "Picture and clip retention", zh: "图片与视频清理" },
    about: {
      en: "Deletes pictures and clips older than the retention set in system config, and recordings older than their camera's retention.",
      zh: "删除超过参数设置保留天数的图片与视频，以及超过摄像头保留天数的录像。",
    },
    defaultCron: "40 3 * * *",
    async run({ now, signal }) {
      const before = (days: number) => (days === 0 ? null : new Date(now() - days * dayMs));
      const picture = before(await options.read("pictureDays"));
      const clip = before(await options.read("clipDays"));
      const gone = await options.media.expire({ picture, clip }, signal);
      return {
        en: `${gone} pictures and clips deleted.`,
        zh: `已删除图片与视频 ${gone} 个。`,
        idle: gone === 0,
      };
    },
  };
}
