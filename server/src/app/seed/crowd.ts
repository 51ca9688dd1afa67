import { randomUUID } from "node:crypto";
import type { AuditRecord } from "../../platform/audit/audit-record.ts";
import { createOffsetPrinter } from "../../platform/moments.ts";
import type { Db } from "../../platform/store/database.ts";
import { createCrowdStore } from "./crowd.store.ts";

export type Crowd = { departments: number; people: number; logRows: number };

const batch = 1000;

/** Departments, people and log rows for trials of size; says what it did on stderr. */
export async function addCrowd(db: Db, crowd: Crowd, zone: string, nowMs: number): Promise<void> {
  const store = createCrowdStore(db, createOffsetPrinter(zone));
  if (crowd.departments > 0) await store.addDepartments(crowd.departments);
  if (crowd.people > 0) await store.addPeople(crowd.people);
  if (crowd.logRows > 0) await store.addLogIns(crowd.logRows);
  for (let from = 0; from < crowd.logRows; from += batch) {
    const numbers = Array.from({ length: Math.min(batch, crowd.logRows - from) }, (_, at) => from + at);
    await store.addRecords(
      numbers.map((number) => toRecord(number, nowMs)),
      nowMs,
    );
  }
  process.stderr.write(
    `${crowd.departments} departments, ${crowd.people} people, ${crowd.logRows} rows of each log added\n`,
  );
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
