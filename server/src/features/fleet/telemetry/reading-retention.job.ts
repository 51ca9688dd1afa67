import type { JobDefinition } from "../../../platform/job-definition.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { ReadSetting } from "../../system/config/config.service.ts";
import { type PartitionedTable, partitionAt, partitionedTables, partitionsAhead } from "./partition.model.ts";
import {
  createPartitionStore,
  deletedAtOnce,
  type PartitionStore,
  type PlainTable,
} from "./partition.store.ts";

const dayMs = 86_400_000;

type Gone = { partitions: number; rows: number; held: number };

/**
 * Makes partitions before they are needed, brings rows of the default ones to theirs, and takes out what is older than
 * the parameters say. A partition goes as a whole, in no time, once all of it is too old; where a legal hold touches
 * it, the rows that nobody holds are deleted and the others stay.
 */
export function readingRetentionJob(options: { db: Db; read: ReadSetting }): JobDefinition {
  const { read } = options;
  const store = createPartitionStore(options.db);
  return {
    key: "readingRetention",
    name: { en: "Reading retention", zh: "监测数据清理" },
    about: {
      en: "Creates upcoming partitions for readings, rollups and messages, and deletes data older than the retention set in system config. Data under legal hold is kept.",
      zh: "预先创建监测数据、聚合数据和设备消息的分区，删除超过参数设置保留天数的数据；处于法律保全中的数据予以保留。",
    },
    defaultCron: "50 3 * * *",
    async run({ now, signal }) {
      const moved = await preparePartitions(store, new Date(now()));
      const since = (days: number) => (days === 0 ? null : new Date(now() - days * dayMs));
      const limits = {
        readings: since(await read("readingDays")),
        minutes: since(await read("minuteRollupDays")),
        hours: since(await read("hourRollupDays")),
        days: since(await read("dayRollupDays")),
        messages: since(await read("messageLogDays")),
        events: since(await read("eventDays")),
      };
      const gone: Gone = { partitions: 0, rows: 0, held: 0 };
      for (const name of ["readings", "minutes", "hours", "messages"] as const) {
        const limit = limits[name];
        if (limit !== null) await clearPartitions(store, partitionedTables[name], limit, gone, signal);
      }
      const plain: [PlainTable, Date | null][] = [
        [{ table: "telemetry_conflict", time: "ts" }, limits.readings],
        [{ table: "device_event", time: "ts" }, limits.events],
        [{ table: "telemetry_1d", time: "bucket" }, limits.days],
      ];
      for (const [table, limit] of plain) {
        if (limit !== null) gone.rows += await inBatches(() => store.deleteBefore(table, limit), signal);
      }
      return {
        en: `${gone.partitions} partitions and ${gone.rows} rows deleted, ${gone.held} partitions kept under legal hold, ${moved} rows moved to their partitions.`,
        zh: `已删除分区 ${gone.partitions} 个、数据 ${gone.rows} 条，因法律保全保留分区 ${gone.held} 个，归入对应分区的数据 ${moved} 条。`,
        idle: gone.partitions + gone.rows + moved === 0,
      };
    },
  };
}

/** The partitions of now and the near future, and those of rows that came before theirs; how many rows moved. */
export async function preparePartitions(store: PartitionStore, now: Date): Promise<number> {
  let moved = 0;
  for (const table of Object.values(partitionedTables)) {
    const wanted = partitionsAhead(table, now);
    for (const at of await store.listStray(table)) wanted.push(partitionAt(table, at));
    const known = new Set((await store.list(table)).map((partition) => partition.name));
    for (const partition of wanted) {
      if (!known.has(partition.name)) moved += await store.make(table, partition);
    }
  }
  return moved;
}

async function clearPartitions(
  store: PartitionStore,
  table: PartitionedTable,
  before: Date,
  gone: Gone,
  signal: AbortSignal,
): Promise<void> {
  for (const partition of await store.list(table)) {
    if (partition.end > before || signal.aborted) continue;
    // Said before it is done: nothing is recalculated from what is about to go.
    if (table.table === "telemetry") await store.raiseFloor("raw_floor", partition.end);
    if (table.table === "telemetry_1m") await store.raiseFloor("minute_floor", partition.end);
    if (await store.isHeld(partition)) {
      gone.held += 1;
      gone.rows += await inBatches(() => store.deleteFrom(table, partition), signal);
    } else {
      await store.drop(table, partition);
      gone.partitions += 1;
    }
  }
}

/** Deletes in batches until nothing is left, or until it is stopped; how many rows went. */
async function inBatches(one: () => Promise<number>, signal: AbortSignal): Promise<number> {
  let gone = 0;
  while (!signal.aborted) {
    const last = await one();
    gone += last;
    if (last < deletedAtOnce) break;
  }
  return gone;
}
