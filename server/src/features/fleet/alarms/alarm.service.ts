/*
 * Alarms: raised by rules on the way of the readings into the database, by the sweep for what no message brings about,
 * by other parts for what they know (maintenance that is overdue); acknowledged, shelved and ended by people.
 */

import { severity } from "@tracewater/contract/fleet/alarm-rules";
import { type Alarm, type AlarmStep, alarmChange, type Maintenance } from "@tracewater/contract/fleet/alarms";
import { familyKey } from "@tracewater/contract/fleet/families";
import { z } from "zod";
import { notFound } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import type { EventBus } from "../../../platform/event-bus.ts";
import type { Log } from "../../../platform/log.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { PgNotifications } from "../../../platform/store/pg-notifications.ts";
import { isDatabaseUnavailable } from "../../../platform/store/store-errors.ts";
import type { OrgUnitService } from "../../system/org-units/org-unit.service.ts";
import type { Device, DeviceService } from "../devices/device.service.ts";
import type { FleetEvents } from "../fleet-events.ts";
import type { ProductService } from "../products/product.service.ts";
import { type Act, type AlarmDetail, createAlarmStore, type OwnAlarm } from "./alarm.store.ts";
import { createAlarmNotificationStore } from "./alarm-notification.store.ts";
import { createAlarmRuleService } from "./alarm-rule.service.ts";
import type { RuleInUse } from "./alarm-rule.store.ts";
import { createAlarmSweepStore } from "./alarm-sweep.store.ts";
import { conditionOf } from "./alarm-trial.ts";
import { createAlarmWatch } from "./alarm-watch.ts";
import type { CompiledRule } from "./watch-plan.ts";

export type AlarmService = ReturnType<typeof createAlarmService>;

/** What another node may have changed unheard is looked up so often. */
const lookAgainMs = 30_000;
const maxNotifiedPerRun = 200;
/** Rules that change together are compiled once. */
const debounceMs = 50;

/** What people alone do to an alarm. */
const byPeople: ReadonlySet<string> = new Set(["acknowledged", "shelved"]);

const alarmFact = z.object({
  node: z.string(),
  change: alarmChange,
  alarmId: z.number(),
  /** Null for an alarm of a display. */
  deviceId: z.number().nullable(),
  unitId: z.number(),
  typeKey: familyKey.nullable(),
  ruleId: z.number().nullable(),
  severity,
  isOpen: z.boolean(),
  at: z.number(),
});

export function createAlarmService(options: {
  db: Db;
  node: string;
  notifications: PgNotifications;
  orgUnits: OrgUnitService;
  products: ProductService;
  devices: DeviceService;
  events: EventBus<FleetEvents>;
  /** Deliveries were made of what alarms have to report. */
  onNotified: () => void;
  log: Log;
  now: () => number;
}) {
  const { db, node, notifications, devices, events, log, now } = options;
  const store = createAlarmStore(db);
  const sweeper = createAlarmSweepStore(db);
  const notificationStore = createAlarmNotificationStore(db);
  const watch = createAlarmWatch(node);
  let timer: NodeJS.Timeout | null = null;
  let settleTimer: NodeJS.Timeout | null = null;
  let stopping = false;
  let loading: Promise<void> = Promise.resolve();
  let notifyTimer: NodeJS.Timeout | null = null;
  let underway: Promise<void> = Promise.resolve();

  const rules = createAlarmRuleService({
    ...options,
    async onChanged() {
      // Alarms of rules that are gone or out of use end with them.
      await sweeper.endByRule(new Date(now()));
      await loadRules();
      await rules.notifyChanged();
    },
  });

  async function loadRules(): Promise<void> {
    const inUse = await rules.listInUse();
    watch.setRules(inUse.map(compile));
  }

  async function loadStates(): Promise<void> {
    const mark = watch.mark();
    watch.restore(await rules.listWatches(), mark);
  }

  /** Everything again, one at a time; whatever the database refuses now is asked for again soon. */
  function load(): Promise<void> {
    loading = loading
      .then(() => Promise.all([loadRules(), loadStates()]))
      .then(() => undefined)
      .catch((error) => {
        if (!isDatabaseUnavailable(error)) log.error({ err: error }, "alarm rules could not be read");
      });
    return loading;
  }

  function loadSoon(): void {
    if (settleTimer !== null || stopping) return;
    settleTimer = setTimeout(() => {
      settleTimer = null;
      void load();
    }, debounceMs).unref();
  }

  function lookAgain(): void {
    if (stopping) return;
    timer = setTimeout(() => void load().then(lookAgain), lookAgainMs).unref();
  }

  function onNotification(payload: string): void {
    const fact = alarmFact.parse(JSON.parse(payload));
    const { deviceId, unitId, typeKey, alarmId, change, isOpen } = fact;
    // What this node's own readings did it knows since their commit, and maybe more since then.
    if (fact.node !== node && fact.ruleId !== null && deviceId !== null && !byPeople.has(change)) {
      watch.applyExternal({ ruleId: fact.ruleId, deviceId, isOpen, at: fact.at });
    }
    events.emit("alarm.changed", {
      ...{ deviceId, unitId, typeKey, alarmId, change, isOpen },
      severity: fact.severity,
    });
    notifySoon();
  }

  /** Makes deliveries of what has to be reported; every node may, and each step is taken once. */
  async function notifyAll(): Promise<void> {
    while ((await notificationStore.notifyDue(new Date(now()), maxNotifiedPerRun)) === maxNotifiedPerRun) {}
    options.onNotified();
  }

  /** Soon, once for a burst; what is missed now the job reports within a minute. */
  function notifySoon(): void {
    if (notifyTimer !== null || stopping) return;
    notifyTimer = setTimeout(() => {
      notifyTimer = null;
      underway = underway.then(notifyAll).catch((error) => {
        if (!isDatabaseUnavailable(error)) log.error({ err: error }, "alarms could not be notified");
      });
    }, debounceMs).unref();
  }

  notifications.on("alarm_changed", onNotification);
  notifications.on("alarm_rules", loadSoon);
  notifications.onGap(() => {
    loadSoon();
    // What was raised meanwhile rang for nobody.
    notifySoon();
  });
  const stopListening = events.on("device.described", () => {
    rules
      .notifyChanged()
      .catch((error) => log.warn({ reason: String(error) }, "other nodes were not notified"));
  });

  const actOf = (caller: Caller, note: string): Act => ({
    by: caller.nickName || caller.userName,
    at: new Date(now()),
    note,
  });

  async function requireAll(scope: Scope, ids: readonly number[]): Promise<Alarm[]> {
    const wanted = [...new Set(ids)];
    const found = await store.listByIds(scope, wanted);
    if (found.length < wanted.length) throw notFound(alarmName);
    return found;
  }

  /** What an act made of the alarms, each before and after. */
  async function acted(scope: Scope, ids: readonly number[], act: () => Promise<number[]>) {
    const before = await requireAll(scope, ids);
    const changed = await act();
    return { changed: changed.length, before, after: await store.listByIds(scope, ids) };
  }

  return {
    /** What the way into the database asks. */
    watch,
    rules,
    list: store.list,
    count: store.count,
    countOpen: store.countOpen,

    async require(scope: Scope, id: number): Promise<AlarmDetail & { steps: AlarmStep[] }> {
      const found = await store.find(scope, id);
      if (found === undefined) throw notFound(alarmName);
      return { ...found, steps: await store.listSteps(id) };
    },

    acknowledge: (caller: Caller, ids: readonly number[], note: string) =>
      acted(caller.scope, ids, () => store.acknowledge(ids, actOf(caller, note))),
    clear: (caller: Caller, ids: readonly number[], note: string) =>
      acted(caller.scope, ids, () => store.clear(ids, actOf(caller, note))),
    shelve: (caller: Caller, ids: readonly number[], minutes: number, note: string) =>
      acted(caller.scope, ids, () =>
        minutes === 0
          ? store.unshelve(ids, actOf(caller, note))
          : store.shelve(ids, new Date(now() + minutes * 60_000), actOf(caller, note)),
      ),
    async addNote(caller: Caller, id: number, note: string): Promise<Alarm> {
      const [found] = await requireAll(caller.scope, [id]);
      if (found === undefined) throw notFound(alarmName);
      await store.addNote(id, actOf(caller, note));
      return found;
    },

    async maintenanceOf(scope: Scope, deviceId: number): Promise<Maintenance> {
      await devices.require(scope, deviceId);
      const found = await store.findMaintenance(deviceId, new Date(now()));
      return found ?? { deviceId, since: null, until: null, reason: "", by: "" };
    },

    async setMaintenance(
      caller: Caller,
      given: { deviceId: number; minutes: number; reason: string },
    ): Promise<{ device: Device; before: Maintenance; after: Maintenance }> {
      const device = await devices.require(caller.scope, given.deviceId);
      const before = await this.maintenanceOf(caller.scope, device.id);
      const act = actOf(caller, given.reason);
      if (given.minutes === 0) await store.endMaintenance(device.id, act);
      else await store.beginMaintenance(device.id, new Date(now() + given.minutes * 60_000), act);
      return { device, before, after: await this.maintenanceOf(caller.scope, device.id) };
    },

    /** Alarms of another part's own, in its transaction where it gives one; what is open already stays as it is. */
    raiseOwn: (alarms: readonly OwnAlarm[], trx?: Db) =>
      (trx === undefined ? store : createAlarmStore(trx)).raiseOwn(alarms),
    endOwn: (origins: readonly string[], act: Act, trx?: Db) =>
      (trx === undefined ? store : createAlarmStore(trx)).endOwn(origins, act),

    notifyAll,

    /** What no message brings about. Several at once change nothing twice. */
    async sweep(at: Date): Promise<{ raised: number; ended: number; escalated: number; back: number }> {
      const back = await sweeper.comeBack(at);
      const ended =
        (await sweeper.endSilence(at)) + (await sweeper.endByRule(at)) + (await sweeper.endNormal(at));
      const raised = (await sweeper.raiseSilent(at)) + (await sweeper.raiseOffline(at));
      return { raised, ended, escalated: await sweeper.escalate(at), back };
    },

    async start(): Promise<void> {
      await load();
      lookAgain();
      // Of the run before there may be some of which nobody has been reported.
      notifySoon();
    },

    async stop(): Promise<void> {
      stopping = true;
      stopListening();
      if (timer !== null) clearTimeout(timer);
      if (settleTimer !== null) clearTimeout(settleTimer);
      if (notifyTimer !== null) clearTimeout(notifyTimer);
      await loading;
      await underway;
    },
  };
}

const alarmName = { en: "alarm", zh: "告警" };

function compile(rule: RuleInUse): CompiledRule {
  return {
    id: rule.id,
    revision: rule.revision,
    typeKey: rule.typeKey,
    source: rule.source,
    identifier: rule.identifier,
    condition: conditionOf(rule),
    clearEvent: rule.clearBy === "event" ? rule.clearEvent : null,
    unitIds: rule.unitIds === null ? null : new Set(rule.unitIds),
    deviceIds: rule.deviceIds === null ? null : new Set(rule.deviceIds),
  };
}
