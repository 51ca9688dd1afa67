import type { BodyOf, QueryOf } from "@tracewater/contract/call";
import type { Config, configs } from "@tracewater/contract/system/config";
import { type Caller, mayDo } from "../../../platform/caller.ts";
import { badField, Failure, noSuch } from "../../../platform/failure.ts";
import { createKeptAnswers } from "../../../platform/kept-answers.ts";
import type { ResourceDoor } from "../../../platform/resource/resource-door.ts";
import type { Db } from "../../../platform/store/database.ts";
import { builtInSettings } from "./built-in-settings.data.ts";
import { createConfigStore } from "./config.store.ts";

type Body = BodyOf<typeof configs.calls.add>;
type Door = ResourceDoor<Config, Body, QueryOf<typeof configs.calls.list>>;

export type SettingName = keyof typeof builtInSettings;
type SettingValue<N extends SettingName> = N extends "captchaEnabled" ? boolean : number;

/** How the program reads its own parameters: typed, and at most a few seconds old. */
export type ReadSetting = <N extends SettingName>(name: N) => Promise<SettingValue<N>>;

export type ConfigService = ReturnType<typeof createConfigService>;

export function createConfigService(options: { db: Db; zone: string; now: () => number }) {
  const store = createConfigStore(options.db, options.zone);
  const all = Object.values(builtInSettings);
  const kept = createKeptAnswers(() => store.values(all.map((one) => one.key)), options.now);
  const keptByKey = createKeptAnswers(store.findByKey, options.now);

  function forget(): void {
    kept.forget();
    keptByKey.forget();
  }

  const door: Door = {
    count: store.rows.count,
    list: store.rows.list,
    listAfter: store.rows.listAfter,
    find: store.rows.find,
    unitsByName: async () => new Map<string, number[]>(),

    async add(_caller, body) {
      checkValue(body);
      const id = await store.rows.add(body);
      if (id === undefined) throw taken();
      forget();
      return id;
    },

    async change({ scope }, id, body) {
      const before = await store.rows.find(scope, id);
      if (before?.configType === "0" && before.configKey !== body.configKey) throw fixedKey();
      checkValue(body);
      if (!(await store.rows.change(scope, id, body))) throw taken();
      forget();
    },

    async remove({ scope }, ids) {
      for (const id of ids) {
        const found = await store.rows.find(scope, id);
        if (found?.configType === "0") throw shipped(found.configKey);
      }
      await store.rows.remove(scope, ids);
      forget();
    },

    /** Values that the server could not use are refused row by row. */
    async storeRows(scope, rows, update) {
      const good = rows.filter((row) => faultOf(row) === null);
      const stored = good.length === 0 ? new Map() : await store.rows.storeRows(scope, good, update);
      forget();
      return stored;
    },
  };

  /** What stands in the store, or the fallback where somebody wrote nonsense past us. */
  const read: ReadSetting = async (name) => {
    const setting = builtInSettings[name];
    const text = (await kept.of("")).get(setting.key);
    const found = text === undefined ? null : setting.read(text);
    return (found?.ok === true ? found.value : setting.fallback) as SettingValue<typeof name>; // by its own reader
  };

  return {
    door,
    read,
    forget,

    /** Public values for every session; others as if they did not exist, but for who may read parameters. */
    async byKey(caller: Caller, key: string): Promise<string> {
      const found = await keptByKey.of(key);
      if (found === null || (found.isPublic !== "0" && !mayDo(caller, "system:config:query"))) {
        throw noSuch({ en: "parameter", zh: "参数" });
      }
      return found.configValue;
    },

    async ensureBuiltIn(): Promise<void> {
      await store.ensureBuiltIn(
        all.map((one) => ({
          configKey: one.key,
          configName: one.name.en,
          configNameZh: one.name.zh,
          configValue: String(one.fallback),
          isPublic: "isPublic" in one && one.isPublic ? ("0" as const) : ("1" as const),
          remark: one.remark.en,
          remarkZh: one.remark.zh,
        })),
      );
    },
  };
}

function faultOf(body: Body) {
  const setting = Object.values(builtInSettings).find((one) => one.key === body.configKey);
  const read = setting?.read(body.configValue);
  return read === undefined || read.ok ? null : read.words;
}

function checkValue(body: Body): void {
  const words = faultOf(body);
  if (words !== null) throw badField("configValue", words);
}

function taken(): Failure {
  const words = { en: "is taken already", zh: "已存在" };
  return new Failure("conflict", { en: "This key is taken already.", zh: "该参数键名已存在。" }, [
    { field: "configKey", words },
  ]);
}

function fixedKey(): Failure {
  return badField("configKey", { en: "is fixed: the program reads it", zh: "为系统内置，不能修改" });
}

function shipped(key: string): Failure {
  return new Failure("refused", {
    en: `The program reads "${key}"; it cannot be deleted.`,
    zh: `“${key}”为系统内置参数，不能删除。`,
  });
}
