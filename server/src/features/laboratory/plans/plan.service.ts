import type { BodyOf } from "@tracewater/contract/call";
import { type CommandState, commandState } from "@tracewater/contract/fleet/commands";
import type { closePlan, SamplingPlan } from "@tracewater/contract/laboratory/plans";
import { personLabel } from "@tracewater/contract/system/person-label";
import { AppError } from "../../../platform/app-error.ts";
import { type Caller, personsBehind } from "../../../platform/caller.ts";
import type { DayClock } from "../../../platform/day-clock.ts";
import { nextNumbers } from "../../../platform/record-number.store.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { SamplingPointService } from "../../field/sampling-points/sampling-point.service.ts";
import type { CommandService } from "../../fleet/commands/command.service.ts";
import type { Device, DeviceService } from "../../fleet/devices/device.service.ts";
import type { ProductService } from "../../fleet/products/product.service.ts";
import { checkGiven, type GivenPlan, programOf } from "./plan.model.ts";
import { createPlanStore, createPlanWriter, type HeldPlan, type PlanRow } from "./plan.store.ts";
import { createPlanQueries, samplerFamily, zoneOf } from "./plan-queries.service.ts";
import * as refusals from "./plan-refusals.ts";
import { wasFilledBy } from "./running-plan.store.ts";

/** For stores whose rows name the plan of a filling. */
export { wasFilledBy };

export type PlanService = ReturnType<typeof createPlanService>;

const minWaitS = 10;
const maxWaitS = 604_800;
/** Between its begin and its end, whether its sampler has its program or not. */
const runs = ["running", "notProgrammed"] as const;
const openStates: readonly string[] = ["queued", "sent", "acknowledged"] satisfies CommandState[];

/** Sampling plans: written by one person, approved by another, sent to the sampler of their point. */
export function createPlanService(options: {
  db: Db;
  points: SamplingPointService;
  devices: DeviceService;
  products: ProductService;
  commands: Pick<CommandService, "writeService" | "onCreated">;
  clock: DayClock;
  now: () => number;
}) {
  const { db, points, devices, products, commands, clock, now } = options;
  const store = createPlanStore(db, now);
  const queries = createPlanQueries(options);
  const { require } = queries;

  async function findDevice(scope: Scope, id: number): Promise<Device | undefined> {
    const [found] = await devices.listByIds(scope, [id]);
    return found?.typeKey === samplerFamily && found.retiredAt === null ? found : undefined;
  }

  /** Throws where the plan cannot be; gives it as the database takes it. */
  async function finish(scope: Scope, given: GivenPlan) {
    const point = await points.find(scope, given.pointId);
    if (point === undefined) throw refusals.noPoint;
    if (given.deviceId !== null) {
      const device = await findDevice(scope, given.deviceId);
      if (device === undefined) throw refusals.noDevice;
      if (device.pointId !== given.pointId) throw refusals.otherPoint;
    }
    checkGiven(given, point.designFlow);
    const zone = given.zone || zoneOf(point, clock);
    if (!(await store.knowsZone(zone))) throw refusals.noZone;
    const { startsAt, endsAt, ...rest } = given;
    return { ...rest, zone, startsAt: new Date(startsAt), endsAt: new Date(endsAt), unitId: point.unitId };
  }

  /** A step from one of these states: the plan is locked, so that of two who take one the second is notified. */
  async function step(
    caller: Caller,
    id: number,
    from: readonly SamplingPlan["state"][],
    decide: (held: HeldPlan, plan: SamplingPlan, trx: Db) => Promise<PlanRow>,
  ): Promise<{ before: SamplingPlan; after: SamplingPlan }> {
    const before = await require(caller.scope, id);
    await db.transaction().execute(async (trx) => {
      const writer = createPlanWriter(trx);
      const held = await writer.hold(id);
      if (held === undefined) throw refusals.noPlan();
      const current = await createPlanStore(trx, now).find(caller.scope, id);
      if (current === undefined) throw refusals.noPlan();
      if (!from.includes(current.state)) throw refusals.wrongState(current);
      await writer.change(id, await decide(held, current, trx));
    });
    return { before, after: await require(caller.scope, id) };
  }

  return {
    ...queries,

    async add(caller: Caller, given: GivenPlan): Promise<{ id: number; planNo: string }> {
      const row = await finish(caller.scope, given);
      return db.transaction().execute(async (trx) => {
        const [planNo = ""] = await nextNumbers(trx, "SP", clock.today());
        const by = { madeBy: personLabel(caller), madeById: caller.userId, writerIds: personsBehind(caller) };
        return { id: await createPlanWriter(trx).add({ ...row, ...by, planNo }), planNo };
      });
    },

    async change(caller: Caller, { planId, ...given }: GivenPlan & { planId: number }) {
      await require(caller.scope, planId);
      const row = await finish(caller.scope, given);
      return step(caller, planId, ["draft"], async ({ writerIds }) => ({
        ...row,
        writerIds: [...new Set([...writerIds, ...personsBehind(caller)])],
      }));
    },

    async remove(caller: Caller, ids: readonly number[]): Promise<SamplingPlan[]> {
      const wanted = [...new Set(ids)];
      const found = await store.listByIds(caller.scope, wanted);
      if (found.length < wanted.length) throw refusals.noPlan();
      const wrong = found.find((one) => one.state !== "draft");
      if (wrong !== undefined) throw refusals.wrongState(wrong);
      await db.transaction().execute(async (trx) => {
        if ((await createPlanWriter(trx).remove(wanted)) < wanted.length) throw changedMeanwhile();
      });
      return found;
    },

    approve: (caller: Caller, id: number) =>
      step(caller, id, ["draft"], async ({ writerIds, deviceId, startsAt, endsAt, days }, _plan, trx) => {
        if (writerIds.includes(caller.userId)) throw refusals.ownPlan;
        if (endsAt.getTime() <= now()) throw refusals.overAlready;
        if (deviceId !== null) {
          const span = { deviceId, startsAt, endsAt, days, except: id };
          const taken = await createPlanWriter(trx).findApproved(span);
          if (taken !== undefined) throw refusals.sameDays(taken);
        }
        const by = { approvedBy: personLabel(caller), approvedById: caller.userId };
        return { state: "approved", ...by, approvedAt: new Date(now()) };
      }),

    close(caller: Caller, { planId, how, reason }: BodyOf<typeof closePlan>) {
      const from = how === "end" ? runs : (["draft", "approved", ...runs] as const);
      return step(caller, planId, from, async () => ({
        state: how === "end" ? "ended" : "cancelled",
        stateReason: reason,
        endedAt: new Date(now()),
        endedBy: personLabel(caller),
      }));
    },

    /** The command is written with the plan that names it, and waits for the sampler until the plan is over. */
    async program(caller: Caller, id: number) {
      const plan = await require(caller.scope, id);
      if (plan.deviceId === null) throw refusals.noSampler;
      const device = await findDevice(caller.scope, plan.deviceId);
      if (device === undefined || device.pointId !== plan.pointId) throw refusals.movedAway;
      const point = await points.find(caller.scope, plan.pointId);
      const { model } = await products.require(device.productId);
      let row: Awaited<ReturnType<CommandService["writeService"]>> | null = null;
      const done = await step(caller, id, ["approved", ...runs], async (held, current, trx) => {
        if (openStates.includes(current.programmed?.state ?? "")) throw refusals.waitsAlready;
        const terms = termsOf(plan, held.endsAt.getTime() - now());
        const params = programOf(current, point?.designFlow ?? null);
        row = await commands.writeService(trx, caller, device, {
          ...{ model, service: "setProgram", params, terms },
        });
        return { commandId: row.id, programmedAt: new Date(now()), programmedBy: personLabel(caller) };
      });
      if (row !== null) commands.onCreated([row]);
      const { programmed } = done.after;
      const state = commandState.parse(programmed?.state ?? "queued");
      return { plan: done.after, commandId: programmed?.commandId ?? "", state };
    },
  };
}

/** The program of a plan that is over in `left` ms waits as long, and is not sent again. */
function termsOf({ planNo }: SamplingPlan, left: number) {
  const leftS = Math.ceil(left / 1000);
  return { expiresIn: Math.max(minWaitS, Math.min(maxWaitS, leftS)), retries: 0, reason: planNo };
}

function changedMeanwhile(): AppError {
  return new AppError("conflict", {
    en: "Someone else changed one of these plans in the meantime. Refresh and try again.",
    zh: "其中有计划已被他人更改，请刷新后重试。",
  });
}
