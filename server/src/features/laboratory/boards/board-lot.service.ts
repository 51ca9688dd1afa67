import type { BodyOf, QueryOf } from "@tracewater/contract/call";
import type { BoardLot, boardLots } from "@tracewater/contract/laboratory/boards";
import { AppError, fieldError } from "../../../platform/app-error.ts";
import type { DayClock } from "../../../platform/day-clock.ts";
import type { PrintMoment } from "../../../platform/moments.ts";
import type { ResourceService } from "../../../platform/resource/resource-service.ts";
import { isForeignKeyViolation } from "../../../platform/store/constraint-errors.ts";
import type { Db } from "../../../platform/store/database.ts";
import { createBoardCatalogStore, storedLot } from "./board-catalog.store.ts";
import { expiryOf } from "./board-lot.model.ts";
import { requireWholeReach, sharedByAll } from "./board-type.service.ts";

type Body = BodyOf<typeof boardLots.calls.add>;
type Query = QueryOf<typeof boardLots.calls.list>;
export type BoardLotService = ReturnType<typeof createBoardLotService>;

/** Lots of boards, which all units share. */
export function createBoardLotService(options: { db: Db; printMoment: PrintMoment; clock: DayClock }) {
  const { db, printMoment, clock } = options;
  const catalog = createBoardCatalogStore(db);
  const { lots } = catalog;
  const toLot = (row: unknown): BoardLot => {
    const { createdAt, ...rest } = storedLot.parse(row);
    return { ...rest, expiry: expiryOf(rest.expiresOn, clock.today()), createTime: printMoment(createdAt) };
  };

  async function faultsOf(rows: readonly Body[]): Promise<(AppError | null)[]> {
    const labels = await catalog.labelsOf(rows.map(({ typeCode }) => typeCode));
    return rows.map((row) => typeFault(row, labels.get(row.typeCode)) ?? curveFault(row));
  }
  async function check(row: Body): Promise<void> {
    const [fault] = await faultsOf([row]);
    if (fault !== null && fault !== undefined) throw fault;
  }

  const service: ResourceService<BoardLot, Body, Query> = {
    count: (_scope, query) => lots.count(query),
    list: async (_scope, query, page) => (await lots.list(query, page)).map(toLot),
    listAfter: async (_scope, query, after, limit) => (await lots.listAfter(query, after, limit)).map(toLot),
    async find(_scope, id) {
      const found = await lots.find(id);
      return found === undefined ? undefined : toLot(found);
    },
    async add(caller, body) {
      requireWholeReach(caller);
      await check(body);
      const id = await lots.add(body);
      if (id === undefined) throw numberTaken();
      return id;
    },
    async change(caller, id, body) {
      requireWholeReach(caller);
      await check(body);
      if (!(await lots.change(id, body))) throw numberTaken();
    },
    async remove(caller, ids) {
      requireWholeReach(caller);
      try {
        await lots.remove(ids);
      } catch (error) {
        if (isForeignKeyViolation(error)) throw hasTests(await catalog.countTests(ids));
        throw error;
      }
    },
    unitsByName: async () => new Map(),
    async storeRows(scope, rows, update) {
      if (scope.kind !== "all") return new Map(rows.map(({ lotNo }) => [lotNo, sharedByAll]));
      const faults = await faultsOf(rows);
      const stored = await lots.storeRows(
        rows.filter((_, place) => faults[place] === null),
        update,
      );
      for (const [place, fault] of faults.entries()) {
        const row = rows[place];
        if (fault !== null && row !== undefined) stored.set(row.lotNo, fault);
      }
      return stored;
    },
  };
  return service;
}

function typeFault(row: Body, label: string | undefined): AppError | null {
  if (label === undefined)
    return fieldError("typeCode", { en: "board type not found", zh: "检测板类型不存在" });
  if (label !== row.label)
    return fieldError("label", {
      en: "is not the label of this board type",
      zh: "与检测板类型的标记物不一致",
    });
  return null;
}

/** A curve is whole or not there at all. */
function curveFault({ a, b, c, d, low, high }: Body): AppError | null {
  const given = { a, b, c, d, low, high };
  const missing = Object.entries(given).find(([, value]) => value === null);
  const isNone = Object.values(given).every((value) => value === null);
  if (isNone) return null;
  if (missing !== undefined)
    return fieldError(missing[0], {
      en: "is required with the other parameters of the curve",
      zh: "曲线参数须同时填写",
    });
  if (a === d) return fieldError("d", { en: "must differ from A", zh: "须不同于 A" });
  if ((low ?? 0) >= (high ?? 0))
    return fieldError("high", { en: "must be above the start of the range", zh: "须大于量程下限" });
  return null;
}

function hasTests(count: number): AppError {
  return new AppError("refused", {
    en: `${count} ${count === 1 ? "test was" : "tests were"} made with this lot. Disable it instead of deleting it.`,
    zh: `该批次已有 ${count} 条检测记录，请改为停用。`,
  });
}

function numberTaken(): AppError {
  const text = { en: "this lot number is already in use", zh: "该批号已被使用" };
  return new AppError("conflict", { en: "This lot number is already in use.", zh: "该批号已被使用。" }, [
    { field: "lotNo", text },
  ]);
}
