/** The partitions of the tables that grow for ever: which there are, and which are wanted. */
export type PartitionedTable = {
  table: "telemetry" | "telemetry_1m" | "telemetry_1h" | "message_log";
  /** The column by which it is parted. */
  time: "ts" | "bucket" | "received_at";
  step: Step;
  /** How many of them are made before they are needed. */
  ahead: number;
};

export type Step = "week" | "month" | "year";

export type Partition = { name: string; begin: Date; end: Date };

export const partitionedTables = {
  readings: { table: "telemetry", time: "ts", step: "month", ahead: 2 },
  minutes: { table: "telemetry_1m", time: "bucket", step: "month", ahead: 2 },
  hours: { table: "telemetry_1h", time: "bucket", step: "year", ahead: 1 },
  messages: { table: "message_log", time: "received_at", step: "week", ahead: 3 },
} as const satisfies Record<string, PartitionedTable>;

const weekMs = 7 * 86_400_000;
/** 1970-01-05, a Monday. */
const firstMonday = 4 * 86_400_000;

/** The partition that holds a moment. All begin at midnight UTC. */
export function partitionAt({ table, step }: Pick<PartitionedTable, "table" | "step">, at: Date): Partition {
  const begin = startOf(step, at);
  const end = startAfter(step, begin);
  const length = step === "year" ? 4 : step === "month" ? 7 : 10;
  return { name: `${table}_${begin.toISOString().slice(0, length).replaceAll("-", "_")}`, begin, end };
}

/** The partition of now and those that come after it. */
export function partitionsAhead(of: PartitionedTable, now: Date): Partition[] {
  const made = [partitionAt(of, now)];
  for (let last = made[0]; last !== undefined && made.length <= of.ahead; last = made.at(-1)) {
    made.push(partitionAt(of, last.end));
  }
  return made;
}

function startOf(step: Step, at: Date): Date {
  if (step === "week")
    return new Date(Math.floor((at.getTime() - firstMonday) / weekMs) * weekMs + firstMonday);
  return new Date(Date.UTC(at.getUTCFullYear(), step === "month" ? at.getUTCMonth() : 0));
}

function startAfter(step: Step, begin: Date): Date {
  if (step === "week") return new Date(begin.getTime() + weekMs);
  if (step === "month") return new Date(Date.UTC(begin.getUTCFullYear(), begin.getUTCMonth() + 1));
  return new Date(Date.UTC(begin.getUTCFullYear() + 1, 0));
}
