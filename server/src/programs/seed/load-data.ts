import { randomUUID } from "node:crypto";
import type { AuditRecord } from "../../platform/audit/audit-record.ts";
import { createOffsetPrinter } from "../../platform/moments.ts";
import type { Db } from "../../platform/store/database.ts";
import { createLoadDataStore } from "./load-data.store.ts";

export type LoadData = { departments: number; people: number; logRows: number };

const batch = 1000;

/** Departments, people and log rows for trials of size; says what it did on stderr. */
export async function addLoadData(db: Db, loadData: LoadData, zone: string, nowMs: number): Promise<void> {
  const store = createLoadDataStore(db, createOffsetPrinter(zone));
  if (loadData.departments > 0) await store.addDepartments(loadData.departments);
  for (const [first, last] of batches(loadData.people)) await store.addPeople(first, last);
  for (const [first, last] of batches(loadData.logRows)) {
    await store.addLogIns(first, last);
    const numbers = Array.from({ length: last - first + 1 }, (_, at) => first + at);
    await store.addRecords(
      numbers.map((number) => toRecord(number, nowMs)),
      nowMs,
    );
  }
  process.stderr.write(
    `added ${loadData.departments} departments, ${loadData.people} people and ${loadData.logRows} rows to each log\n`,
  );
}

/** Small enough for the database's patience with one statement, on a slow machine too. */
function batches(count: number): [first: number, last: number][] {
  const starts = Array.from({ length: Math.ceil(count / batch) }, (_, at) => at * batch + 1);
  return starts.map((first) => [first, Math.min(count, first + batch - 1)]);
}

function toRecord(number: number, nowMs: number): AuditRecord {
  const name = `person${String((number % 1000) + 1).padStart(7, "0")}`;
  return {
    id: randomUUID(),
    time: nowMs,
    user: { id: 0, name, nick: name },
    unit: null,
    unitId: null,
    via: null,
    address: `10.0.${number % 250}.7`,
    agent: "seed",
    call: "changeSamplingPoint",
    method: "PUT",
    path: "/v2/admin/samplePoint",
    title: { en: "Change sampling points", zh: "修改采样点" },
    thing: `samplePoint ${number} SP-${number}`,
    changes: [
      {
        kind: "samplePoint",
        id: String(number),
        name: `SP-${number}`,
        before: { name: "Inlet" },
        after: { name: "Outlet" },
      },
    ],
    input: { params: {}, query: {}, body: { pointId: number, name: "Outlet" } },
    code: number % 20 === 0 ? 400 : 200,
    message: "",
    cost: number % 40,
  };
}
