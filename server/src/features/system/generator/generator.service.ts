import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { registryPaths } from "@tracewater/contract/generator/edit-registries";
import { habitsOf } from "@tracewater/contract/generator/field-habits";
import {
  compareWithTable,
  type Drift,
  modelOfResource,
  type NamedResource,
} from "@tracewater/contract/generator/resource-facts";
import type { ResourceModel } from "@tracewater/contract/generator/resource-model";
import { modelOfTable } from "@tracewater/contract/generator/table-facts";
import type { ModelRow } from "@tracewater/contract/system/generated-modules";
import { personLabel } from "@tracewater/contract/system/person-label";
import { AppError, fieldError, notFound } from "../../../platform/app-error.ts";
import { allPermissions, type Caller } from "../../../platform/caller.ts";
import type { Db } from "../../../platform/store/database.ts";
import { createCatalogStore } from "./catalog.store.ts";
import { createGeneratorStore, type StoredModel } from "./generator.store.ts";

const maxTables = 1000;

export type GeneratorService = ReturnType<typeof createGeneratorService>;

/** Models of resources for administrators: nothing here writes a file, or runs what somebody wrote. */
export function createGeneratorService(options: {
  db: Db;
  /** The resources that there are. */
  resources: readonly NamedResource[];
  /** The root of the installation, where its sources are with it. */
  sourceFolder: string;
}) {
  const { db, resources, sourceFolder } = options;
  const store = createGeneratorStore(db);
  const catalog = createCatalogStore(db);

  async function require(caller: Caller, id: number): Promise<StoredModel> {
    requireAdministrator(caller);
    const found = await store.find(id);
    if (found === undefined) throw notFound({ en: "generated module", zh: "生成模块" });
    return found;
  }

  return {
    require,
    requireAdministrator,
    count: store.count,
    list: store.list,

    async driftOf(model: ResourceModel): Promise<Drift[] | null> {
      const facts = await catalog.findTable(model.table);
      return facts === undefined ? null : compareWithTable(model, facts);
    },

    async add(caller: Caller, model: ResourceModel, origin: ModelRow["origin"]): Promise<number> {
      requireAdministrator(caller);
      const id = await store.add(model, origin, personLabel(caller));
      if (id === undefined) throw tableTaken();
      return id;
    },

    async change(caller: Caller, id: number, model: ResourceModel): Promise<void> {
      if (!(await store.change(id, model, personLabel(caller)))) throw tableTaken();
    },

    remove: store.remove,

    async sources(caller: Caller) {
      requireAdministrator(caller);
      const title = ({ labels }: NamedResource) => ({
        en: labels.en["title"] ?? "",
        zh: labels.zh["title"] ?? "",
      });
      return {
        tables: await catalog.listTables(maxTables),
        resources: resources.map((one) => ({ table: one.table, title: title(one) })),
      };
    },

    async start(caller: Caller, from: "table" | "resource", table: string): Promise<ResourceModel> {
      requireAdministrator(caller);
      if (from === "resource") {
        const resource = resources.find((one) => one.table === table);
        if (resource === undefined) throw unknownTable();
        return modelOfResource(resource);
      }
      const facts = await catalog.findTable(table);
      if (facts === undefined) throw unknownTable();
      // What the other lists have taken for a field of this name.
      const others = resources.filter((one) => one.table !== table);
      return modelOfTable(facts, habitsOf(others.flatMap((one) => modelOfResource(one).fields)));
    },

    /** The sources that this installation has, by a fixed list of paths. */
    async registries(caller: Caller): Promise<{ path: string; text: string }[]> {
      requireAdministrator(caller);
      const read = registryPaths.map(async (path) => {
        const text = await readSource(join(sourceFolder, path));
        return text === null ? [] : [{ path, text }];
      });
      return (await Promise.all(read)).flat();
    },
  };
}

/** Null where the installation came without its sources. */
async function readSource(path: string): Promise<string | null> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

/** Whatever a role was granted: names of tables and sources are the administrators' alone. */
function requireAdministrator(caller: Caller): void {
  if (caller.permissions.has(allPermissions)) return;
  throw new AppError("forbidden", {
    en: "The generator is for administrators only.",
    zh: "代码生成仅限系统管理员使用。",
  });
}

function tableTaken(): AppError {
  return fieldError("model.table", {
    en: "already has a generated module",
    zh: "已有对应的生成模块",
  });
}

function unknownTable(): AppError {
  return fieldError("table", { en: "is not a table of the platform", zh: "不是平台的数据表" });
}
