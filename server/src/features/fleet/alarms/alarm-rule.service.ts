import type { AlarmRule } from "@tracewater/contract/fleet/alarm-rules";
import type { FamilyKey } from "@tracewater/contract/fleet/families";
import { z } from "zod";
import { AppError, fieldError, nameExists } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import type { ResourceService } from "../../../platform/resource/resource-service.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { OrgUnitService } from "../../system/org-units/org-unit.service.ts";
import type { ProductService } from "../products/product.service.ts";
import { searchTermsOf } from "./alarm-rule.model.ts";
import {
  type AlarmRuleStore,
  createAlarmRuleStore,
  type RuleBody,
  type RuleQuery,
} from "./alarm-rule.store.ts";
import { createAlarmTrialStore } from "./alarm-trial.store.ts";
import { createAlarmWatchStore } from "./alarm-watch.store.ts";
import { shippedRules } from "./shipped-rules.data.ts";

export type AlarmRuleService = ReturnType<typeof createAlarmRuleService>;

const dayMs = 86_400_000;
/** What one trial looks at, at most. */
export const maxTriedDevices = 40;

/** The rules by which alarms are made: checked against the thing model, and reported to every node when they change. */
export function createAlarmRuleService(options: {
  db: Db;
  orgUnits: OrgUnitService;
  products: ProductService;
  /** The rules are other ones: their alarms look again. */
  onChanged: () => Promise<void>;
}) {
  const { orgUnits, onChanged } = options;
  const store: AlarmRuleStore = createAlarmRuleStore(options.db);
  const trials = createAlarmTrialStore(options.db);
  const watches = createAlarmWatchStore(options.db);
  const check = createCheck(options);

  async function requireOwn(scope: Scope, id: number): Promise<void> {
    const found = await store.find(scope, id);
    // Shipped and platform-wide rules are read by everybody and written by who reaches all units.
    if (found !== undefined && found.unitId === null && scope.kind !== "all") throw notYours();
  }

  const service: ResourceService<AlarmRule, RuleBody, RuleQuery> = {
    count: store.count,
    list: store.list,
    listAfter: store.listAfter,
    find: store.find,

    async add(caller, body) {
      const id = await store.add(await check(caller.scope, body));
      if (id === undefined) throw nameExists();
      await onChanged();
      return id;
    },

    async change(caller, id, body) {
      await requireOwn(caller.scope, id);
      if (!(await store.change(caller.scope, id, await check(caller.scope, body)))) throw nameExists();
      await onChanged();
    },

    async remove(caller, ids) {
      for (const id of ids) await requireOwn(caller.scope, id);
      await store.remove(caller.scope, ids);
      await onChanged();
    },

    async unitsByName(scope) {
      const byName = new Map<string, number[]>();
      for (const unit of await orgUnits.list(scope))
        byName.set(unit.name, [...(byName.get(unit.name) ?? []), unit.id]);
      return byName;
    },

    async storeRows(scope, rows, update) {
      const endings = new Map<string, "added" | "updated" | AppError>();
      const good: RuleBody[] = [];
      for (const row of rows) {
        try {
          good.push(await check(scope, row));
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          endings.set(row.name, error);
        }
      }
      if (good.length === 0) return endings;
      for (const [name, ending] of await store.storeRows(scope, good, update)) endings.set(name, ending);
      await onChanged();
      return endings;
    },
  };

  return {
    service,
    check,
    ensureShipped: () => store.ensureShipped(shippedRules),
    listInUse: watches.listInUse,
    listWatches: watches.listWatches,
    notifyChanged: store.notifyChanged,
    listDevices: trials.listDevices,
    countDevices: trials.countDevices,
    listValues: trials.listValues,
    listEventTimes: trials.listEventTimes,

    /** Takes rules in by their names, all or none where one of them is wrong. */
    async importAll(
      caller: Caller,
      bodies: readonly RuleBody[],
      mayUpdate: boolean,
    ): Promise<{ added: string[]; updated: string[]; left: number }> {
      const checked: RuleBody[] = [];
      for (const [place, body] of bodies.entries())
        checked.push(await checkPlaced(caller.scope, body, place));
      const update = mayUpdate ? Object.keys(checked[0] ?? {}) : null;
      const stored = checked.length === 0 ? new Map() : await store.storeRows(caller.scope, checked, update);
      await onChanged();
      const named = (ending: string) =>
        [...stored].flatMap(([name, how]) => (how === ending ? [String(name)] : []));
      return { added: named("added"), updated: named("updated"), left: checked.length - stored.size };
    },

    week: (now: number) => ({ begin: new Date(now - 7 * dayMs), end: new Date(now) }),
  };

  async function checkPlaced(scope: Scope, body: RuleBody, place: number): Promise<RuleBody> {
    try {
      return await check(scope, body);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const fields = error.fields.map((one) => ({ ...one, field: `rules.${place}.${one.field}` }));
      const { en, zh } = error.text;
      throw new AppError(error.kind, { en: `${body.name}: ${en}`, zh: `${body.name}：${zh}` }, fields);
    }
  }
}

/** A rule that can be worked with, or the field that is wrong and why. */
function createCheck(options: { orgUnits: OrgUnitService; products: ProductService }) {
  return async function check(scope: Scope, given: RuleBody): Promise<RuleBody> {
    const rule = {
      ...given,
      devices: searchTermsOf(given.devices).join(","),
      emails: readAddresses(given.emails, "emails"),
      escalateEmails: readAddresses(given.escalateEmails, "escalateEmails"),
    };
    if (rule.unitId === null && scope.kind !== "all") {
      throw fieldError("unitId", { en: "select one of your units", zh: "请选择您数据范围内的单位" });
    }
    if (rule.unitId !== null) await options.orgUnits.require(scope, rule.unitId, "unitId");
    const { model } = await options.products.requireByFamily(rule.typeKey satisfies FamilyKey);
    if (rule.source === "property") checkProperty(rule, model.properties);
    else if (rule.source === "event") checkEvent(rule, model.events);
    else checkSilence(rule);
    if (rule.clearBy === "event" && !model.events.some((one) => one.identifier === rule.clearEvent)) {
      throw fieldError("clearEvent", { en: "the thing model has no such event", zh: "物模型中没有该事件" });
    }
    if (rule.clearBy === "after" && rule.clearAfterMin === null) {
      throw fieldError("clearAfterMin", { en: "enter the number of minutes", zh: "请填写恢复时限（分钟）" });
    }
    return rule;
  };
}

type Property = { identifier: string; dataType: { type: string } };

function checkProperty(rule: RuleBody, properties: readonly Property[]): void {
  const property = properties.find((one) => one.identifier === rule.identifier);
  if (property === undefined) {
    throw fieldError("identifier", { en: "the thing model has no such property", zh: "物模型中没有该属性" });
  }
  if (!["int", "float", "double", "enum", "bool"].includes(property.dataType.type)) {
    throw fieldError("identifier", {
      en: "must be a number or a state with a few values",
      zh: "应为数值或状态类属性",
    });
  }
  if (rule.threshold === null) throw fieldError("threshold", { en: "enter a threshold", zh: "请填写阈值" });
  if (rule.clearThreshold === null) return;
  const { operator, threshold, clearThreshold } = rule;
  const isBeyond =
    operator === "gt" || operator === "ge" ? clearThreshold > threshold : clearThreshold < threshold;
  if (operator === "eq" || operator === "ne" || isBeyond) {
    throw fieldError("clearThreshold", {
      en: "must be on the normal side of the threshold",
      zh: "恢复阈值应位于正常值一侧",
    });
  }
}

function checkEvent(rule: RuleBody, events: readonly { identifier: string }[]): void {
  if (!events.some((one) => one.identifier === rule.identifier)) {
    throw fieldError("identifier", { en: "the thing model has no such event", zh: "物模型中没有该事件" });
  }
  if (rule.clearBy !== "auto") return;
  throw fieldError("clearBy", {
    en: "an event does not clear by itself; choose manual clearing, a clearing event or a time limit",
    zh: "事件不会自动恢复：请选择人工恢复、由事件恢复或超时恢复",
  });
}

function checkSilence(rule: RuleBody): void {
  if (rule.durationS < 30) {
    throw fieldError("durationS", { en: "must be at least 30 seconds", zh: "不能少于 30 秒" });
  }
  if (rule.clearBy !== "auto") {
    throw fieldError("clearBy", {
      en: "clears automatically when the device reports again",
      zh: "设备恢复后自动恢复",
    });
  }
}

const address = z.email().max(254);

function readAddresses(text: string, field: string): string {
  const list = searchTermsOf(text);
  const wrong = list.find((one) => !address.safeParse(one).success);
  if (wrong !== undefined) {
    throw fieldError(field, {
      en: `${wrong} is not a valid e-mail address`,
      zh: `${wrong} 不是有效的邮箱地址`,
    });
  }
  return list.join(",");
}

function notYours(): AppError {
  return new AppError("forbidden", {
    en: "This rule applies to all units. Only users whose data scope is all units can edit it.",
    zh: "该规则适用于所有单位，只有数据范围为全部的用户可以修改。",
  });
}
