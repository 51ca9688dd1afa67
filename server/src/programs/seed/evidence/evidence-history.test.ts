import { contractAwards } from "@tracewater/contract/evidence/contract-awards";
import { entrustmentState } from "@tracewater/contract/evidence/entrustment-fields";
import {
  getEntrustment,
  getEntrustmentTrack,
  listEntrustments,
} from "@tracewater/contract/evidence/entrustments";
import { listEvidenceItems } from "@tracewater/contract/evidence/items";
import { undertakings } from "@tracewater/contract/evidence/undertakings";
import { getWorkOrder, listWorkOrders, workOrderState } from "@tracewater/contract/field/work-orders";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { onPlatform } from "../../../../test/test-platform.ts";
import { addPoint } from "../../../../test/test-samples.ts";
import { createHistoryClock, playSteps } from "../laboratory/history-clock.ts";
import { people } from "../laboratory/people.data.ts";
import { createSeedStore } from "../seed.store.ts";
import { planEvidence } from "./evidence-history.ts";
import { clientUnit } from "./people.data.ts";

const clock = createHistoryClock();
const hour = 3_600_000;
const untilMs = clock.now();
const page = { pageNum: 1, pageSize: 100 };

onPlatform(
  "The demo's evidence",
  (platform) => {
    let unitId = 0;

    beforeAll(async () => {
      unitId = await platform.addUnit("European plants (example)");
      const { pointId } = await addPoint(platform, unitId);
      const { id: deviceId } = await platform.addDevice({ unitId, deviceName: "WS-9001" });
      const box = await platform.addDevice({ unitId, family: "evidenceBox", deviceName: "EB-9001" });
      // Each morning something is put in, and taken out again seven days later.
      await sql`insert into device_event (device_id, unit_id, identifier, kind, ts, received_at, params)
        select ${box.id}, ${unitId}, 'opened', 'info', at, at, jsonb_build_object('slot', g % 12 + 1,
          'authority', kind || '-' || g, 'personA', case kind when 'DEP' then 'Wang Lei' else 'Xu Fang' end)
        from generate_series(0, 24) g cross join (values ('DEP', 0), ('REL', 7)) k(kind, later)
        cross join lateral (select to_timestamp(${untilMs} / 1000.0) - interval '25 days'
          + (g + later) * interval '1 day' as at) moment where at < to_timestamp(${untilMs} / 1000.0)`.execute(
        platform.db,
      );
      const places = [{ pointId, deviceId }];
      expect(await play(places)).toBeGreaterThan(100);
      expect(await play(places), "a second start").toBe(0);
    });

    async function play(places: { pointId: number; deviceId: number }[]): Promise<number> {
      const seeds = createSeedStore(platform.db);
      await seeds.addPeople(
        people.filter((one) => one.unit === 0).map(({ unit: _unit, ...one }) => ({ ...one, unitId })),
      );
      const who = async (name: string) => {
        const caller = await platform.past.callerAs((await seeds.findPerson(name)) ?? 0);
        if (caller === null) throw new Error(name);
        return caller;
      };
      const [sampler, sender] = [await who("anna.novak"), await who("jan.devries")];
      const staff = {
        ...{ unitId, laboratoryId: unitId, courier: "", sampler, sender },
        ...{ analyst: await who("marta.kowalska"), secondAnalyst: await who("lucas.moreau") },
        reviewer: await who("ingrid.larsen"),
      };
      const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
      const steps = await planEvidence(platform.past, platform.db, { staff, untilMs, places, dayOf });
      await playSteps(clock, steps);
      clock.set(untilMs);
      return steps.length;
    }

    test("has entrustments in every state, whose chains hold, and whose states are of their own times", async () => {
      const admin = await platform.admin();
      const { rows } = await platform.call(listEntrustments, { query: page }, admin);
      expect(new Set(rows.map((one) => one.state))).toEqual(new Set(entrustmentState.options));
      expect(rows.some((one) => one.isDecisionLate)).toBe(true);
      expect(rows.some((one) => one.decision === "supplement" && one.state === "submitted")).toBe(true);
      for (const { entrustmentId } of rows) {
        const params = { id: entrustmentId };
        const { data } = await platform.call(getEntrustmentTrack, { params }, admin);
        expect(data).toMatchObject({
          differences: [],
          incomplete: [],
          verification: { damaged: [] },
        });
        const times = data.events.map((event) => event.at);
        expect(times).toEqual([...times].sort((a, b) => a - b));
        expect(Math.max(...times)).toBeLessThan(untilMs);
      }
      const gaps = await Promise.all(
        rows.map(async ({ entrustmentId: id, state }) => {
          const { data } = await platform.call(getEntrustment, { params: { id } }, admin);
          return data.balance.some((one) => one.gap !== 0) ? state : null;
        }),
      );
      expect(gaps.filter((one) => one !== null)).toEqual(["reported"]);
    });

    test("has items in every state but the lost one, handovers under way and not taken, and a destruction to approve", async () => {
      const admin = await platform.admin();
      const { rows } = await platform.call(listEvidenceItems, { query: page }, admin);
      const states = [
        "registered",
        "sealed",
        "deposited",
        "inBox",
        "out",
        "inLaboratory",
        "returned",
      ] as const;
      expect([...new Set(rows.map((one) => one.state))].sort()).toEqual([...states, "destroyed"].sort());
      expect(rows.filter((one) => one.parentId !== null).length).toBeGreaterThan(2);
      expect(
        rows
          .filter((one) => one.offer !== null)
          .map((one) => one.offer?.isExpired)
          .sort(),
      ).toEqual([false, true]);
      const disposal = { query: { ...page, only: "disposal" as const } };
      expect((await platform.call(listEvidenceItems, disposal, admin)).rows).toHaveLength(1);
      const inBox = rows.filter((one) => one.state === "inBox");
      expect(inBox.every((one) => one.deviceName === "EB-9001" && one.holder.startsWith("Wang Lei"))).toBe(
        true,
      );
      expect(inBox.length).toBeGreaterThan(0);
      const query = { ...page, deviceName: "EB-9001" };
      expect((await platform.call(listEntrustments, { query }, admin)).total).toBe(2);
    });

    test("has undertakings and contract awards of each state, and an alarm on the box that is overdue", async () => {
      const admin = await platform.admin();
      const kept = await platform.call(undertakings.calls.list, { query: page }, admin);
      expect(kept.rows.map((one) => one.state).sort()).toEqual(["out", "overdue", "returned"]);
      const awards = await platform.call(contractAwards.calls.list, { query: page }, admin);
      expect(awards.rows.map((one) => one.state).sort()).toEqual(["ended", "running", "upcoming"]);
    });

    test("has work orders in each state, each step at its own time by the person who may take it", async () => {
      const admin = await platform.admin();
      const { rows } = await platform.call(listWorkOrders, { query: page }, admin);
      expect(new Set(rows.map((one) => one.state))).toEqual(new Set(workOrderState.options));
      const verified = rows.find((one) => one.state === "verified");
      const params = { id: verified?.orderId ?? 0 };
      const { data, events } = await platform.call(getWorkOrder, { params }, admin);
      expect(events.map((event) => [event.state, Math.round((untilMs - event.at) / hour)])).toEqual([
        ["dispatched", 230],
        ["accepted", 228],
        ["onSite", 200],
        ["done", 198],
        ["verified", 175],
      ]);
      expect(Math.round((untilMs - data.createdAt) / hour)).toBe(240);
      expect(events.at(-1)?.by).not.toBe(data.assignee);
    });

    test("shows a client's people the entrustments of their own office alone", async () => {
      const { id } = await platform.db
        .selectFrom("dept")
        .select("id")
        .where("name", "=", clientUnit)
        .executeTakeFirstOrThrow();
      const client = await platform.addUser({ unitId: id, roles: ["custodian"] });
      const { rows } = await platform.call(listEntrustments, { query: page }, client);
      expect(rows.map((one) => one.state).sort()).toEqual(["draft", "submitted"]);
      expect(rows.every((one) => one.unitName === clientUnit)).toBe(true);
    });
  },
  { now: clock.now },
);
