import { statfs } from "node:fs/promises";
import type { JobDefinition } from "../../../platform/job-definition.ts";
import type { ReadSetting } from "../../system/config/config.service.ts";
import type { NoticeService } from "../../system/notices/notice.service.ts";

const bytesInMb = 1024 * 1024;

/** Reports the administrators while there is still time to make room. */
export function diskWatchJob(options: {
  dataDir: string;
  read: ReadSetting;
  notices: Pick<NoticeService, "notify">;
  today: () => string;
}): JobDefinition {
  return {
    key: "diskWatch",
    name: { en: "Disk space check", zh: "磁盘空间检查" },
    about: {
      en: "Notifies the administrators once a day while free space in the data folder is below the limit.",
      zh: "数据目录剩余空间低于预警值时，每天通知管理员一次。",
    },
    defaultCron: "*/10 * * * *",
    async run() {
      const { bavail, bsize } = await statfs(options.dataDir);
      const free = Math.floor((bavail * bsize) / bytesInMb);
      const limit = await options.read("diskWarnMb");
      if (free >= limit) {
        return {
          ...{ en: `${free} MB free, limit ${limit} MB.`, zh: `剩余 ${free} MB，预警值 ${limit} MB。` },
          idle: true,
        };
      }
      const text = {
        en: `The data folder has ${free} MB free, below the limit of ${limit} MB. Below 300 MB all writes stop. Free some space.`,
        zh: `数据目录剩余 ${free} MB，低于预警值 ${limit} MB，请及时清理磁盘。低于 300 MB 时将停止写入。`,
      };
      await options.notices.notify({
        audience: { kind: "administrators" },
        title: { en: "Disk space is low", zh: "磁盘空间不足" },
        text,
        kind: "notice",
        key: `disk/${options.today()}`,
      });
      return text;
    },
  };
}
