/*
 * Alarms: raised by rules on the way of the readings into the database, by the sweep for what no message brings about,
 * by other parts for what they know (maintenance that is overdue); acknowledged, shelved and ended by people.
 */

import { severity } from "@tracewater/contract/fleet/alarm-rules";
import { type AlarmStep, alarmChange } from "@tracewater/contract/fleet/alarms";
import { familyKey } from "@tracewater/contract/fleet/families";
import { z } from "zod";
import { notFound } from "../../../platform/app-error.ts";
import type { EventBus } from "../../../platform/event-bus.ts";
import type { Log } from "../../../platform/log.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { PgNotifications } from "../../../platform/store/pg-notifications.ts";
import type { OrgUnitService } from "../../system/org-units/org-unit.service.ts";
import type { DeviceService } from "../devices/device.service.ts";
import type { FleetEvents } from "../fleet-events.ts";
import type { ProductService } from "../products/product.service.ts";
import { type Act, createAlarmStore, type OwnAlarm } from "./alarm.store.ts";
import { alarmName, createAlarmActs } from "./alarm-acts.ts";
import { createAlarmNotifier } from "./alarm-notifier.ts";
import type { AlarmDetail } from "./alarm-queries.store.ts";
import { createAlarmRuleService } from "./alarm-rule.service.ts";
import { createAlarmRuleLoader } from "./alarm-rule-loader.ts";
import { createAlarmSweepStore } from "./alarm-sweep.store.ts";
import { createAlarmWatch } from "./alarm-watch.ts";

export type AlarmService = ReturnType<typeof createAlarmService>;

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
  const watch = createAlarmWatch(node);
  const notifier = createAlarmNotifier({ db, onNotified: options.onNotified, log, now });

  const rules = createAlarmRuleService({
    ...options,
    async onChanged() {
      // Alarms of rules that are gone or out of use end with them.
      await sweeper.endByRule(new Date(now()));
      await loader.loadRules();
      await rules.notifyChanged();
    },
  });

  const loader = createAlarmRuleLoader({ rules, watch, log });

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
    notifier.notifySoon();
  }

  notifications.on("alarm_changed", onNotification);
  notifications.on("alarm_rules", loader.loadSoon);
  notifications.onGap(() => {
    loader.loadSoon();
    // What was raised meanwhile rang for nobody.
    notifier.notifySoon();
  });
  const stopListening = events.on("device.described", () => {
    rules
      .notifyChanged()
      .catch((error) => log.warn({ reason: String(error) }, "other nodes were not notified"));
  });

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

    ...createAlarmActs({ store, devices, now }),

    /** Alarms of another part's own, in its transaction where it gives one; what is open already stays as it is. */
    raiseOwn: (alarms: readonly OwnAlarm[], trx?: Db) =>
      (trx === undefined ? store : createAlarmStore(trx)).raiseOwn(alarms),
    endOwn: (origins: readonly string[], act: Act, trx?: Db) =>
      (trx === undefined ? store : createAlarmStore(trx)).endOwn(origins, act),

    notifyAll: notifier.notifyAll,

    /** What no message brings about. Several at once change nothing twice. */
    async sweep(at: Date): Promise<{ raised: number; ended: number; escalated: number; back: number }> {
      const back = await sweeper.comeBack(at);
      const ended =
        (await sweeper.endSilence(at)) + (await sweeper.endByRule(at)) + (await sweeper.endNormal(at));
      const raised = (await sweeper.raiseSilent(at)) + (await sweeper.raiseOffline(at));
      return { raised, ended, escalated: await sweeper.escalate(at), back };
    },

    async start(): Promise<void> {
      await loader.start();
      // Of the run before there may be some of which nobody has been reported.
      notifier.notifySoon();
    },

    async stop(): Promise<void> {
      stopListening();
      await Promise.all([loader.stop(), notifier.stop()]);
    },
  };
}
