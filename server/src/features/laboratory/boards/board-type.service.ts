import type { BodyOf, QueryOf } from "@tracewater/contract/call";
import type { BoardType, boardTypes } from "@tracewater/contract/laboratory/boards";
import { AppError, fieldError } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import type { PrintMoment } from "../../../platform/moments.ts";
import type { ResourceService } from "../../../platform/resource/resource-service.ts";
import { isForeignKeyViolation } from "../../../platform/store/constraint-errors.ts";
import type { Db } from "../../../platform/store/database.ts";
import { createBoardCatalogStore, storedType } from "./board-catalog.store.ts";

type Body = BodyOf<typeof boardTypes.calls.add>;
type Query = QueryOf<typeof boardTypes.calls.list>;

/** Types of boards, which all units share. */
export function createBoardTypeService(options: {
  db: Db;
  printMoment: PrintMoment;
}): ResourceService<BoardType, Body, Query> {
  const catalog = createBoardCatalogStore(options.db);
  const { types } = catalog;
  const toType = (row: unknown): BoardType => {
    const { createdAt, ...rest } = storedType.parse(row);
    return { ...rest, createTime: options.printMoment(createdAt) };
  };

  return {
    count: (_scope, query) => types.count(query),
    list: async (_scope, query, page) => (await types.list(query, page)).map(toType),
    listAfter: async (_scope, query, after, limit) =>
      (await types.listAfter(query, after, limit)).map(toType),
    async find(_scope, id) {
      const found = await types.find(id);
      return found === undefined ? undefined : toType(found);
    },
    async add(caller, body) {
      requireWholeReach(caller);
      check(body);
      const id = await types.add(body);
      if (id === undefined) throw codeTaken();
      return id;
    },
    async change(caller, id, body) {
      requireWholeReach(caller);
      check(body);
      const before = await types.find(id);
      if (
        before !== undefined &&
        storedType.parse(before).label !== body.label &&
        (await catalog.countLots([id])) > 0
      )
        throw fieldError("label", {
          en: "cannot be changed: lots of this type exist",
          zh: "该类型已有批次，不能更改",
        });
      if (!(await types.change(id, body))) throw codeTaken();
    },
    async remove(caller, ids) {
      requireWholeReach(caller);
      try {
        await types.remove(ids);
      } catch (error) {
        if (isForeignKeyViolation(error)) throw hasLots(await catalog.countLots(ids));
        throw error;
      }
    },
    unitsByName: async () => new Map(),
    async storeRows(scope, rows, update) {
      if (scope.kind !== "all") return new Map(rows.map(({ typeCode }) => [typeCode, sharedByAll]));
      const faults = rows.map((row) => [row, faultOf(row)] as const);
      const stored = await types.storeRows(
        faults.filter(([, fault]) => fault === null).map(([row]) => row),
        update,
      );
      for (const [row, fault] of faults) if (fault !== null) stored.set(row.typeCode, fault);
      return stored;
    },
  };
}

function check(body: Body): void {
  const fault = faultOf(body);
  if (fault !== null) throw fault;
}

function faultOf(body: Body): AppError | null {
  if (body.readUntil <= body.readFrom)
    return fieldError("readUntil", { en: "must be after the start of the window", zh: "须晚于最早判读时间" });
  if (body.tempHigh <= body.tempLow)
    return fieldError("tempHigh", { en: "must be above the lowest temperature", zh: "须高于最低温度" });
  if (body.label === "colloidalGold" && body.signal === "emission")
    return fieldError("signal", { en: "emission is for fluorescent boards", zh: "发光强度仅用于荧光检测板" });
  return null;
}

/** Types and lots belong to no unit: the detectors of all units read with them. */
export function requireWholeReach(caller: Caller): void {
  if (caller.scope.kind !== "all") throw sharedByAll;
}

export const sharedByAll = new AppError("forbidden", {
  en: "All units share the same board types and lots: only users with access to all units can change them.",
  zh: "检测板类型和批次由所有单位共用，仅数据范围为全部的用户可以更改。",
});

function hasLots(count: number): AppError {
  return new AppError("refused", {
    en: `${count} ${count === 1 ? "lot belongs" : "lots belong"} to this type. Disable the type instead of deleting it.`,
    zh: `该类型下有 ${count} 个批次，请改为停用。`,
  });
}

function codeTaken(): AppError {
  const text = { en: "this code is already in use", zh: "该编码已被使用" };
  return new AppError("conflict", { en: "This code is already in use.", zh: "该编码已被使用。" }, [
    { field: "typeCode", text },
  ]);
}
