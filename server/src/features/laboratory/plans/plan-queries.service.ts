/** Sampling plans as they are read: in lists, one with what it conflicts with, and what a new one could be for a point. */
import type { QueryOf } from "@tracewater/contract/call";
import {
  type checkPlan,
  type PlanConflict,
  type SamplingPlan,
  weekDay,
} from "@tracewater/contract/laboratory/plans";
import type { DayClock } from "../../../platform/day-clock.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { SamplingPointService } from "../../field/sampling-points/sampling-point.service.ts";
import type { DeviceService } from "../../fleet/devices/device.service.ts";
import { createPlanStore } from "./plan.store.ts";
import * as refusals from "./plan-refusals.ts";

export const samplerFamily = "waterSample";
const maxSamplers = 50;

export function createPlanQueries(options: {
  db: Db;
  points: SamplingPointService;
  devices: DeviceService;
  clock: DayClock;
  now: () => number;
}) {
  const { points, devices, clock } = options;
  const store = createPlanStore(options.db, options.now);

  async function require(scope: Scope, id: number): Promise<SamplingPlan> {
    const found = await store.find(scope, id);
    if (found === undefined) throw refusals.noPlan();
    return found;
  }

  function conflictsOf(scope: Scope, plan: Pick<SamplingPlan, "planId" | "deviceId" | "days"> & Times) {
    if (plan.deviceId === null) return Promise.resolve<PlanConflict[]>([]);
    const { deviceId, days, planId: except } = plan;
    const span = { startsAt: new Date(plan.startsAt), endsAt: new Date(plan.endsAt) };
    return store.listConflicts(scope, { deviceId, days, except, ...span });
  }

  return {
    list: store.list,
    listBefore: store.listBefore,
    listByIds: store.listByIds,
    count: store.count,
    require,

    async detail(scope: Scope, id: number) {
      const plan = await require(scope, id);
      const [point, conflicts] = await Promise.all([
        points.find(scope, plan.pointId),
        plan.state === "draft" ? conflictsOf(scope, plan) : [],
      ]);
      return { ...plan, designFlow: point?.designFlow ?? null, conflicts };
    },

    async check(scope: Scope, query: QueryOf<typeof checkPlan>) {
      const point = await points.find(scope, query.pointId);
      if (point === undefined) throw refusals.noPoint;
      const filter = { typeKey: samplerFamily, pointId: query.pointId } as const;
      const found = await devices.list(scope, filter, {
        ...{ order: { column: "deviceName" as const, descending: false }, limit: maxSamplers, offset: 0 },
      });
      const { deviceId = null, startsAt, endsAt, planId = 0 } = query;
      const days = weekDay.options.filter((day) => (query.days ?? "").split(",").includes(day));
      const conflicts =
        startsAt === undefined || endsAt === undefined
          ? []
          : await conflictsOf(scope, { planId, deviceId, days, startsAt, endsAt });
      const samplers = found
        .filter((one) => one.retiredAt === null)
        .map((one) => ({ deviceId: one.id, deviceName: one.deviceName, nickname: one.nickname }));
      return { designFlow: point.designFlow, zone: zoneOf(point, clock), samplers, conflicts };
    },
  };
}

/** Where a plan names none. */
export function zoneOf(point: { zone: string }, clock: DayClock): string {
  return point.zone || clock.zone;
}

type Times = { startsAt: number; endsAt: number };
