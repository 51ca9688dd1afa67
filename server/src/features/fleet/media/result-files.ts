import type { MediaState } from "@tracewater/contract/fleet/media";
import { sql } from "kysely";
import { notFound } from "../../../platform/app-error.ts";
import type { BlobStore } from "../../../platform/files/blob-store.ts";
import type { Db } from "../../../platform/store/database.ts";

type ResultFile = {
  state: MediaState;
  reasonEn: string;
  reasonZh: string;
  file: string | null;
  type: string | null;
};

/** The result files of batches, by the hash that their instrument announced; who may see the batch may have them. */
export function createResultFiles({ db, files, now }: { db: Db; files: BlobStore; now: () => number }) {
  async function findSheet(deviceId: number, sha256: string): Promise<ResultFile | undefined> {
    const at = new Date(now());
    const { rows } = await sql<ResultFile>`
      select case when state in ('stored', 'refused') then state when expires_at <= ${at} then 'missing'
        else 'waiting' end as state, reason_en, reason_zh, file, type from device_media
      where device_id = ${deviceId} and kind = 'sheet' and announced_sha256 = ${sha256}
      order by (state = 'stored') desc, id desc limit 1`.execute(db);
    return rows[0];
  }

  return {
    /** Whether it came. */
    findSheet,

    async openSheet(deviceId: number, sha256: string) {
      const found = await findSheet(deviceId, sha256);
      const file = found?.file == null ? null : await files.open(found.file);
      if (file === null) throw notFound({ en: "result file", zh: "结果文件" });
      return { file, type: found?.type ?? "text/plain" };
    },
  };
}
