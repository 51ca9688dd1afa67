import type { BodyOf, QueryOf } from "@tracewater/contract/call";
import { textIn } from "@tracewater/contract/locales";
import type { DictDatum, DictEntry, dictData } from "@tracewater/contract/system/dict-data";
import type { DictType, dictTypes } from "@tracewater/contract/system/dict-types";
import { AppError, fieldError } from "../../../platform/app-error.ts";
import type { Language } from "../../../platform/localized-text.ts";
import type { ResourceService } from "../../../platform/resource/resource-service.ts";
import { systemScope } from "../../../platform/scope.ts";
import { isForeignKeyViolation } from "../../../platform/store/constraint-errors.ts";
import type { Db } from "../../../platform/store/database.ts";
import { createTtlCache } from "../../../platform/ttl-cache.ts";
import { createDictStore } from "./dict.store.ts";
import { domainDictionaries } from "./domain-dictionaries.data.ts";
import { systemDictionaries } from "./system-dictionaries.data.ts";

type TypeBody = BodyOf<typeof dictTypes.calls.add>;
type DataBody = BodyOf<typeof dictData.calls.add>;
type TypeHandler = ResourceService<DictType, TypeBody, QueryOf<typeof dictTypes.calls.list>>;
type DataHandler = ResourceService<DictDatum, DataBody, QueryOf<typeof dictData.calls.list>>;

export type DictService = ReturnType<typeof createDictService>;

type DictStore = ReturnType<typeof createDictStore>;

const noUnits = async () => new Map<string, number[]>();

/** Dictionaries: what the program brings along can be reworded and set out of use, but neither deleted nor renamed. */
export function createDictService(options: { db: Db; zone: string; now: () => number }) {
  const store = createDictStore(options.db, options.zone);
  const kept = createTtlCache(store.listEntries, options.now);

  return {
    types: createTypeService(store, kept.clear),
    data: createDataService(store, kept.clear),

    /** The values in use of a type, worded for one language. */
    async entries(type: string, language: Language): Promise<DictEntry[]> {
      const found = await kept.of(type);
      return found.map((one) => ({
        ...one,
        dictLabelEn: one.dictLabel,
        dictLabel: textIn({ en: one.dictLabel, zh: one.dictLabelZh || one.dictLabel }, language),
      }));
    },

    async typesInUse(): Promise<DictType[]> {
      return store.types.list(systemScope, { status: "0" }, { limit: 2000, offset: 0 });
    },

    refresh: kept.clear,

    async ensureShipped(): Promise<void> {
      await store.ensureShipped([...systemDictionaries, ...domainDictionaries]);
    },
  };
}

/** `onChange` is called when the values in use may have changed. */
function createTypeService(store: DictStore, onChange: () => void): TypeHandler {
  return {
    count: store.types.count,
    list: store.types.list,
    listAfter: store.types.listAfter,
    find: store.types.find,
    unitsByName: noUnits,

    async add(_caller, body) {
      const id = await store.types.add(body);
      if (id === undefined) throw taken("dictType");
      return id;
    },

    async change({ scope }, id, body) {
      const before = await store.types.find(scope, id);
      if (before?.builtIn === "0" && before.dictType !== body.dictType) throw fixed("dictType");
      if (!(await store.types.change(scope, id, body))) throw taken("dictType");
      onChange();
    },

    async remove({ scope }, ids) {
      for (const id of ids) {
        const found = await store.types.find(scope, id);
        if (found?.builtIn === "0") throw shipped(found.dictType);
        if (found !== undefined && found.dataCount > 0) throw holdsData(found.dictType, found.dataCount);
      }
      try {
        await store.types.remove(scope, ids);
      } catch (error) {
        if (isForeignKeyViolation(error)) throw holdsData("", 1); // a value was added in this very moment
        throw error;
      }
      onChange();
    },

    async storeRows(scope, rows, update) {
      const stored = await store.types.storeRows(scope, rows, withoutKey(update, "dictType"));
      onChange();
      return stored;
    },
  };
}

function createDataService(store: DictStore, onChange: () => void): DataHandler {
  async function requireType(type: string): Promise<void> {
    if (await store.hasType(type)) return;
    throw fieldError("dictType", { en: "dictionary type not found", zh: "字典类型不存在" });
  }

  async function finish(id: number, body: DataBody): Promise<void> {
    if (body.isDefault === "0") await store.keepOneDefault(body.dictType, id);
    onChange();
  }

  return {
    count: store.data.count,
    list: store.data.list,
    listAfter: store.data.listAfter,
    find: store.data.find,
    unitsByName: noUnits,

    async add(_caller, body) {
      await requireType(body.dictType);
      const id = await store.data.add(body);
      if (id === undefined) throw taken("dictValue");
      await finish(id, body);
      return id;
    },

    async change({ scope }, id, body) {
      const before = await store.data.find(scope, id);
      if (before?.builtIn === "0" && before.dictValue !== body.dictValue) throw fixed("dictValue");
      if (before?.builtIn === "0" && before.dictType !== body.dictType) throw fixed("dictType");
      await requireType(body.dictType);
      if (!(await store.data.change(scope, id, body))) throw taken("dictValue");
      await finish(id, body);
    },

    async remove({ scope }, ids) {
      for (const id of ids) {
        const found = await store.data.find(scope, id);
        if (found?.builtIn === "0") throw shipped(found.dictLabel);
      }
      await store.data.remove(scope, ids);
      onChange();
    },

    /** Rows of a type that does not exist are refused, the others stored. */
    async storeRows(scope, rows, update) {
      const known = await store.knownTypes([...new Set(rows.map((row) => row.dictType))]);
      const good = rows.filter((row) => known.has(row.dictType));
      const named = withoutKey(withoutKey(update, "dictType"), "dictValue");
      const stored = good.length === 0 ? new Map() : await store.data.storeRows(scope, good, named);
      onChange();
      return stored;
    },
  };
}

/** An import never moves a value that is; with nothing to write it writes what it found. */
function withoutKey(update: readonly string[] | null, key: string): readonly string[] | null {
  if (update === null) return null;
  const others = update.filter((name) => name !== key);
  return others.length === 0 ? update : others;
}

function taken(field: string): AppError {
  const text = { en: "already exists", zh: "已存在" };
  return new AppError(
    "conflict",
    { en: "This value already exists. Choose another one.", zh: "该字典键值已存在，请更换。" },
    [{ field, text }],
  );
}

function fixed(field: string): AppError {
  return fieldError(field, { en: "cannot be changed: it is built in", zh: "为系统内置，不能修改" });
}

function shipped(name: string): AppError {
  return new AppError("refused", {
    en: `"${name}" is built in and cannot be deleted. Disable it instead.`,
    zh: `“${name}”为系统内置，不能删除，可改为停用。`,
  });
}

function holdsData(name: string, count: number): AppError {
  return new AppError("refused", {
    en: `The dictionary "${name}" contains ${count} ${count === 1 ? "value" : "values"}. Delete them first.`,
    zh: `字典“${name}”下有 ${count} 个字典项，请先删除。`,
  });
}
