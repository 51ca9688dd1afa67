import type { BodyOf, QueryOf } from "@tracewater/contract/call";
import type { Config, configs } from "@tracewater/contract/system/config";
import { AppError, fieldError } from "../../../platform/app-error.ts";
import { type Caller, mayDo } from "../../../platform/caller.ts";
import type { LocalizedText } from "../../../platform/localized-text.ts";
import type { ResourceService } from "../../../platform/resource/resource-service.ts";
import type { Db } from "../../../platform/store/database.ts";
import { createTtlCache } from "../../../platform/ttl-cache.ts";
import { builtInSettings } from "./built-in-settings.data.ts";
import { createConfigStore } from "./config.store.ts";

type Body = BodyOf<typeof configs.calls.add>;
type ResourceHandler = ResourceService<Config, Body, QueryOf<typeof configs.calls.list>>;

export type SettingName = keyof typeof builtInSettings;
type SettingValue<N extends SettingName> = (typeof builtInSettings)[N] extends { fallback: boolean }
  ? boolean
  : number;

/** How the program reads its own parameters: typed, and at most a few seconds old. */
export type ReadSetting = <N extends SettingName>(name: N) => Promise<SettingValue<N>>;

type Condition = (value: string) => Promise<LocalizedText | null>;

export type ConfigService = ReturnType<typeof createConfigService>;

export function createConfigService(options: { db: Db; zone: string; now: () => number }) {
  const store = createConfigStore(options.db, options.zone);
  const all = Object.values(builtInSettings);
  const kept = createTtlCache(() => store.values(all.map((one) => one.key)), options.now);
  const keptByKey = createTtlCache(store.findByKey, options.now);
  const conditions = new Map<string, Condition>();

  /** What is wrong with a value by itself, or where things are as they are. */
  async function faultNow(body: Body): Promise<LocalizedText | null> {
    const fault = faultOf(body);
    return fault ?? (await conditions.get(body.configKey)?.(body.configValue)) ?? null;
  }

  async function checkValue(body: Body): Promise<void> {
    const text = await faultNow(body);
    if (text !== null) throw fieldError("configValue", text);
  }

  function clear(): void {
    kept.clear();
    keptByKey.clear();
  }

  const service: ResourceHandler = {
    count: store.rows.count,
    list: store.rows.list,
    listAfter: store.rows.listAfter,
    find: store.rows.find,
    unitsByName: async () => new Map<string, number[]>(),

    async add(_caller, body) {
      await checkValue(body);
      const id = await store.rows.add(body);
      if (id === undefined) throw taken();
      clear();
      return id;
    },

    async change({ scope }, id, body) {
      const before = await store.rows.find(scope, id);
      if (before?.configType === "0" && before.configKey !== body.configKey) throw fixedKey();
      await checkValue(body);
      if (!(await store.rows.change(scope, id, body))) throw taken();
      clear();
    },

    async remove({ scope }, ids) {
      for (const id of ids) {
        const found = await store.rows.find(scope, id);
        if (found?.configType === "0") throw shipped(found.configKey);
      }
      await store.rows.remove(scope, ids);
      clear();
    },

    /** Values that the server could not use are refused row by row. */
    async storeRows(scope, rows, update) {
      const faults = await Promise.all(rows.map(faultNow));
      const good = rows.filter((_row, at) => faults[at] === null);
      const stored = good.length === 0 ? new Map() : await store.rows.storeRows(scope, good, update);
      clear();
      return stored;
    },
  };

  /** What is in the database, or the fallback where somebody wrote nonsense past us. */
  const read: ReadSetting = async (name) => {
    const setting = builtInSettings[name];
    const text = (await kept.of("")).get(setting.key);
    const found = text === undefined ? null : setting.read(text);
    return (found?.ok === true ? found.value : setting.fallback) as SettingValue<typeof name>; // by its own reader
  };

  return {
    service,
    read,
    clear,

    /** A parameter that is true only where things are so: `whyNot` says what is missing. */
    allowOnlyIf(name: SettingName, whyNot: () => Promise<LocalizedText | null>): void {
      conditions.set(builtInSettings[name].key, async (value) => (value === "true" ? whyNot() : null));
    },

    /**
     * Public values for every session; others as if they did not exist, but for who may read parameters. What does
     * not exist is empty, as clients of the family take it.
     */
    async byKey(caller: Caller, key: string): Promise<string> {
      const found = await keptByKey.of(key);
      if (found === null || (found.isPublic !== "0" && !mayDo(caller, "system:config:query"))) {
        return "";
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
  return read === undefined || read.ok ? null : read.text;
}

function taken(): AppError {
  const text = { en: "already exists", zh: "已存在" };
  return new AppError(
    "conflict",
    { en: "This key already exists. Choose another one.", zh: "该参数键名已存在，请更换。" },
    [{ field: "configKey", text }],
  );
}

function fixedKey(): AppError {
  return fieldError("configKey", {
    en: "cannot be changed: it is a built-in parameter",
    zh: "为系统内置，不能修改",
  });
}

function shipped(key: string): AppError {
  return new AppError("refused", {
    en: `"${key}" is a built-in parameter and cannot be deleted.`,
    zh: `“${key}”为系统内置参数，不能删除。`,
  });
}
