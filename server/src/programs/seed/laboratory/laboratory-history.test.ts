import { listWorkOrders, workOrderState } from "@tracewater/contract/field/work-orders";
import { listAssayBatches, listControlCharts } from "@tracewater/contract/laboratory/analytical-batches";
import { verifyCustodyChain } from "@tracewater/contract/laboratory/custody";
import { listPlans } from "@tracewater/contract/laboratory/plans";
import { listReports } from "@tracewater/contract/laboratory/reports";
import { getDeliveryDetail, listSampleDeliveries } from "@tracewater/contract/laboratory/sample-deliveries";
import { listSamplings } from "@tracewater/contract/laboratory/samplings";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { onPlatform } from "../../../../test/test-platform.ts";
import { addPoint } from "../../../../test/test-samples.ts";
import { addBottleHistory } from "../bottle-history.ts";
import { plantUnits } from "../plan.ts";
import { createHistoryClock, type HistoryClock } from "./history-clock.ts";
import { playLaboratory } from "./laboratory-history.ts";

const hour = 3_600_000;

// Samples leave on Tuesdays and Fridays at 08:00: hours after a delivery left, and between two of them.
for (const [moment, startMs] of [
  ["a Friday afternoon", coming(5, 15.8)],
  ["a Wednesday night", coming(3, 2.5)],
] as const) {
  describe(moment, () => demoAt(createHistoryClock(startMs)));
}

/** ms of the next such weekday (0 is Sunday) and hour, in UTC. */
function coming(weekday: number, hours: number): number {
  const midnight = Math.ceil(Date.now() / (24 * hour)) * 24 * hour;
  return midnight + ((weekday - new Date(midnight).getUTCDay() + 7) % 7) * 24 * hour + hours * hour;
}

function demoAt(clock: HistoryClock): void {
  onPlatform(
    "The demo's laboratory",
    (platform) => {
      test("lives its weeks by the rules: all of its custody chain holds, and every state is there", async () => {
        const unitId = await platform.addUnit(plantUnits[0]);
        const { db } = platform;
        for (const place of [1, 2, 3]) {
          const { pointId } = await addPoint(platform, unitId);
          await db
            .updateTable("samplingPoint")
            .set({ population: 90_000 })
            .where("id", "=", pointId)
            .execute();
          const { id } = await platform.addDevice({ unitId, deviceName: `WS-90${place}` });
          await db.updateTable("device").set({ pointId }).where("id", "=", id).execute();
          await sql`insert into device_point (device_id, point_id, since)
          values (${id}, ${pointId}, now() - interval '90 days')`.execute(db);
          if (place === 3) {
            // A bottle a day: 71 aliquots at 20 minutes; on the thirteenth day the pump failed after two.
            await sql`insert into device_event (device_id, unit_id, identifier, kind, ts, received_at, params)
            select ${id}, ${unitId}, 'sampleTaken', 'info', at, at, jsonb_build_object('index', 1, 'volume', 13,
              'bottleVolume', (g % 71 + 1) * 13, 'boxTemp', 4, 'trigger', 'program')
            from generate_series(0, 71 * 26 - 10) g cross join lateral (select to_timestamp(${clock.now()} / 1000.0)
              - interval '26 days' + g / 71 * interval '1 day' + g % 71 * interval '20 minutes' as at) moment
            where g / 71 <> 12 or g % 71 < 2`.execute(db);
            continue;
          }
          // 24 bottles a day, an hour each; the last set is there still.
          await sql`insert into device_event (device_id, unit_id, identifier, kind, ts, received_at, params)
          select ${id}, ${unitId}, 'sampleTaken', 'info', at, at, jsonb_build_object('index', g % 24 + 1,
            'volume', 250, 'bottleVolume', 250, 'boxTemp', 4, 'trigger', 'program')
          from generate_series(0, 24 * 8 - 10) g cross join lateral (select to_timestamp(${clock.now()} / 1000.0)
            - interval '8 days' + g * interval '59 minutes' + g / 24 * interval '24 minutes' as at) moment`.execute(
            db,
          );
        }
        await addBottleHistory(db, clock.now());
        const stage = { db, history: platform.past, clock, zone: "Asia/Shanghai", days: 28 };
        const played = await playLaboratory(stage);
        expect(played.loads).toBeGreaterThan(100);

        const admin = await platform.admin();
        const chain = (await platform.call(verifyCustodyChain, {}, admin)).data;
        expect(chain.check).toMatchObject({ fault: null });
        expect(chain.rows).toBeGreaterThan(100);
        const page = { pageNum: 1, pageSize: 100 };
        const { rows } = await platform.call(listSampleDeliveries, { query: page }, admin);
        expect(rows.filter((one) => one.decision === "conditional")).toHaveLength(2);
        expect(rows.some((one) => one.state === "inTransit")).toBe(true);
        const warm = rows.find((one) => (one.tempMax ?? 0) > 8);
        const { data } = await platform.call(
          getDeliveryDetail,
          { params: { id: warm?.deliveryId ?? 0 } },
          admin,
        );
        // Each step has its own time, in its order, and another person at the other end.
        const times = data.events.map((one) => one.at);
        expect(times).toEqual([...times].sort((a, b) => a - b));
        expect(data.receivedBy).not.toBe(data.handedBy);
        expect((data.handedAt ?? 0) - data.createdAt).toBe(hour / 2);
        const own = { query: { ...page, origin: "auto" as const } };
        const taken = (await platform.call(listSamplings, own, admin)).rows;
        expect(taken.length).toBeGreaterThan(1);
        expect(taken.every((one) => one.began < one.createdAt)).toBe(true);
        const scant = taken.filter((one) => one.volume !== null && one.volume < 40);
        expect(scant.map((one) => [one.volume, one.state])).toEqual([[26, "void"]]);
        // What a load is made of was pumped by the program of a plan, aliquot by aliquot.
        const daily = taken.filter((one) => one.deviceName === "WS-903" && one.state !== "void");
        expect(daily.length).toBeGreaterThan(20);
        expect(daily.every((one) => one.kind === "composite24" && one.aliquotsTaken === 71)).toBe(true);
        expect(daily.every((one) => one.planNo !== null)).toBe(true);
        const { rows: states } = await sql<{ state: string }>`select distinct state from assay`.execute(db);
        expect(states.map((one) => one.state).sort()).toEqual(
          expect.arrayContaining(["approved", "draft", "inReview", "superseded"]),
        );

        const plans = (await platform.call(listPlans, { query: page }, admin)).rows;
        // Their samplers get the program once they connect; the one with a bottle a day has run it all along.
        expect([...new Set(plans.map((one) => one.state))].sort()).toEqual([
          "draft",
          "notProgrammed",
          "running",
        ]);
        expect(
          plans
            .filter((one) => one.state === "notProgrammed")
            .every((one) => one.programmed?.state === "queued"),
        ).toBe(true);
        expect(plans.every((one) => one.approvedBy === null || one.approvedBy !== one.createdBy)).toBe(true);
        const batches = (await platform.call(listAssayBatches, { query: page }, admin)).rows;
        expect(batches.filter((one) => one.failed.length > 0).map((one) => one.failed)).toEqual([
          ["ketamine"],
        ]);
        expect(batches.every((one) => one.assays > 0)).toBe(true);
        const charts = (await platform.call(listControlCharts, { query: page }, admin)).rows;
        expect(charts.some((one) => one.limits !== null)).toBe(true);
        // A find out of the ordinary has kept its bottle and asks for somebody to go there.
        const orders = (await platform.call(listWorkOrders, { query: page }, admin)).rows;
        expect(orders.some((one) => one.assayId !== null)).toBe(true);
        expect(new Set(orders.map((one) => one.state))).toEqual(new Set(workOrderState.options));
        const reports = (await platform.call(listReports, { query: page }, admin)).rows;
        expect(reports.map((one) => one.state)).toEqual(["done"]);
        // Four weeks of a laboratory: 10 s on an idle machine.
      }, 120_000);
    },
    { now: clock.now },
  );
}
