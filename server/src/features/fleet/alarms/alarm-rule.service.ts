import type { AlarmRule } from "@tracewater/contract/fleet/alarm-rules";
import type { FamilyKey } from "@tracewater/contract/fleet/families";
import { z } from "zod";
import type { Caller } from "../../../platform/caller.ts";
import { badField, Failure } from "../../../platform/failure.ts";
import type { ResourceDoor } from "../../../platform/resource/resource-door.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { DeptService } from "../../system/dept/dept.service.ts";
import type { ProductService } from "../products/product.service.ts";
import { wordsOf } from "./alarm-rule.model.ts";
import {
  type AlarmRuleStore,
  createAlarmRuleStore,
  type RuleBody,
  type RuleQuery,
} from "./alarm-rule.store.ts";
import { shippedRules } from "./shipped-rules.data.ts";

export type AlarmRuleService = ReturnType<typeof createAlarmRuleService>;

const dayMs = 86_400_000;
/** What one trial looks at, at most. */
export const mostTriedDevices = 40;

/** The rules by which alarms are made: checked against the thing model, and told to every node when they change. */
export function createAlarmRuleService(options: {
  db: Db;
  depts: DeptService;
  products: ProductService;
  /** The rules are other ones: their alarms look again. */
  onChanged: () => Promise<void>;
}) {
  const { depts, onChanged } = options;
  const store: AlarmRuleStore = createAlarmRuleStore(options.db);
  const check = createCheck(options);

  async function requireOwn(scope: Scope, id: number): Promise<void> {
    const found = await store.find(scope, id);
    // Shipped and platform-wide rules are read by everybody and written by who reaches all units.
    if (found !== undefined && found.unitId === null && scope.kind !== "all") throw notYours();
  }

  const door: ResourceDoor<AlarmRule, RuleBody, RuleQuery> = {
    count: store.count,
    list: store.list,
    listAfter: store.listAfter,
    find: store.find,

    async add(caller, body) {
      const id = await store.add(await check(caller.scope, body));
      if (id === undefined) throw nameTaken();
      await onChanged();
      return id;
    },

    async change(caller, id, body) {
      await requireOwn(caller.scope, id);
      if (!(await store.change(caller.scope, id, await check(caller.scope, body)))) throw nameTaken();
      await onChanged();
    },

    async remove(caller, ids) {
      for (const id of ids) await requireOwn(caller.scope, id);
      await store.remove(caller.scope, ids);
      await onChanged();
    },

    async unitsByName(scope) {
      const byName = new Map<string, number[]>();
      for (const unit of await depts.list(scope))
        byName.set(unit.name, [...(byName.get(unit.name) ?? []), unit.id]);
      return byName;
    },

    async storeRows(scope, rows, update) {
      const endings = new Map<string, "added" | "updated" | Failure>();
      const good: RuleBody[] = [];
      for (const row of rows) {
        try {
          good.push(await check(scope, row));
        } catch (error) {
          if (!(error instanceof Failure)) throw error;
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
    door,
    check,
    ensureShipped: () => store.ensureShipped(shippedRules),
    listInUse: store.listInUse,
    listWatches: store.listWatches,
    tellChanged: store.tellChanged,
    listDevices: store.listDevices,
    countDevices: store.countDevices,
    listValues: store.listValues,
    listEventTimes: store.listEventTimes,

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
      if (!(error instanceof Failure)) throw error;
      const fields = error.fields.map((one) => ({ ...one, field: `rules.${place}.${one.field}` }));
      const { en, zh } = error.words;
      throw new Failure(error.kind, { en: `${body.name}: ${en}`, zh: `${body.name}：${zh}` }, fields);
    }
  }
}

/** A rule that can be worked with, or the field that is wrong and why. */
function createCheck(options: { depts: DeptService; products: ProductService }) {
  return async function check(scope: Scope, given: RuleBody): Promise<RuleBody> {
    const rule = {
      ...given,
      devices: wordsOf(given.devices).join(","),
      emails: readAddresses(given.emails, "emails"),
      escalateEmails: readAddresses(given.escalateEmails, "escalateEmails"),
    };
    if (rule.unitId === null && scope.kind !== "all") {
      throw badField("unitId", { en: "name one of your units", zh: "请选择您数据范围内的单位" });
    }
    if (rule.unitId !== null) await options.depts.require(scope, rule.unitId, "unitId");
    const { model } = await options.products.requireByFamily(rule.typeKey satisfies FamilyKey);
    if (rule.source === "property") checkProperty(rule, model.properties);
    else if (rule.source === "event") checkEvent(rule, model.events);
    else checkSilence(rule);
    if (rule.clearBy === "event" && !model.events.some((one) => one.identifier === rule.clearEvent)) {
      throw badField("clearEvent", { en: "the thing model has no such event", zh: "物模型中没有该事件" });
    }
    if (rule.clearBy === "after" && rule.clearAfterMin === null) {
      throw badField("clearAfterMin", { en: "say after how many minutes", zh: "请填写恢复时限（分钟）" });
    }
    return rule;
  };
}

type Property = { identifier: string; dataType: { type: string } };

function checkProperty(rule: RuleBody, properties: readonly Property[]): void {
  const property = properties.find((one) => one.identifier === rule.identifier);
  if (property === undefined) {
    throw badField("identifier", { en: "the thing model has no such property", zh: "物模型中没有该属性" });
  }
  if (!["int", "float", "double", "enum", "bool"].includes(property.dataType.type)) {
    throw badField("identifier", {
      en: "is not a number, nor one of a few states",
      zh: "不是数值或状态类属性",
    });
  }
  if (rule.threshold === null)
    throw badField("threshold", { en: "say from which value on", zh: "请填写阈值" });
  if (rule.clearThreshold === null) return;
  const { operator, threshold, clearThreshold } = rule;
  const isBeyond =
    operator === "gt" || operator === "ge" ? clearThreshold > threshold : clearThreshold < threshold;
  if (operator === "eq" || operator === "ne" || isBeyond) {
    throw badField("clearThreshold", {
      en: "has to lie on the side where all is well",
      zh: "恢复阈值应位于正常值一侧",
    });
  }
}

function checkEvent(rule: RuleBody, events: readonly { identifier: string }[]): void {
  if (!events.some((one) => one.identifier === rule.identifier)) {
    throw badField("identifier", { en: "the thing model has no such event", zh: "物模型中没有该事件" });
  }
  if (rule.clearBy !== "auto") return;
  throw badField("clearBy", {
    en: "an event is over in a moment: choose by hand, with an event, or after a time",
    zh: "事件不会自动恢复：请选择人工恢复、由事件恢复或超时恢复",
  });
}

function checkSilence(rule: RuleBody): void {
  if (rule.durationS < 30) {
    throw badField("durationS", { en: "has to be 30 seconds or more", zh: "不能少于 30 秒" });
  }
  if (rule.clearBy !== "auto") {
    throw badField("clearBy", {
      en: "it clears by itself when the device is back",
      zh: "设备恢复后自动恢复",
    });
  }
}

const address = z.email().max(254);

function readAddresses(text: string, field: string): string {
  const list = wordsOf(text);
  const wrong = list.find((one) => !address.safeParse(one).success);
  if (wrong !== undefined) {
    throw badField(field, { en: `${wrong} is not an e-mail address`, zh: `${wrong} 不是有效的邮箱地址` });
  }
  return list.join(",");
}

function notYours(): Failure {
  return new Failure("forbidden", {
    en: "This rule counts for all units; only who reaches all of them may change it.",
    zh: "该规则适用于所有单位，只有数据范围为全部的用户可以修改。",
  });
}

function nameTaken(): Failure {
  const words = { en: "this name is taken", zh: "该名称已被使用" };
  return new Failure("conflict", { en: "This name is taken already.", zh: "该名称已被使用。" }, [
    { field: "name", words },
  ]);
}
