/*
 * What the records of evidence boxes (undertakings, contract awards) have in common: each names a box of its unit, and
 * its days are in order. A row of an import is judged like one that is entered.
 */
import { AppError, fieldError } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import type { LocalizedText } from "../../../platform/localized-text.ts";
import type { ResourceService } from "../../../platform/resource/resource-service.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { OrgUnitService } from "../../system/org-units/org-unit.service.ts";
import { createBoxStore } from "./box.store.ts";

type Record = { deviceName: string; unitId: number };
type Rows<Row, Body, Query> = Pick<
  ResourceService<Row, Body, Query>,
  "count" | "list" | "find" | "listAfter" | "storeRows"
> & {
  add(body: Body): Promise<number | undefined>;
  change(scope: Scope, id: number, body: Body): Promise<boolean>;
  remove(scope: Scope, ids: readonly number[]): Promise<void>;
};

export function createBoxRecordService<Row extends Record, Body extends Record, Query>(
  parts: { db: Db; orgUnits: OrgUnitService },
  of: {
    rows: Rows<Row, Body, Query>;
    /** The number by which people know one: its field, and its value. */
    unique: { field: string; of: (body: Body) => string; taken: LocalizedText };
    /** What is wrong with its days; null where they are in order. */
    daysFault: (body: Body) => AppError | null;
    /** After rows were added, changed or removed. */
    onChanged?: () => Promise<unknown>;
  },
): ResourceService<Row, Body, Query> {
  const { rows, unique, daysFault, onChanged = async () => undefined } = of;
  const { orgUnits } = parts;
  const boxes = createBoxStore(parts.db);

  async function faultsOf(scope: Scope, bodies: readonly Body[]): Promise<(AppError | null)[]> {
    const unitOf = await boxes.unitsOf(
      scope,
      bodies.map(({ deviceName }) => deviceName),
    );
    return bodies.map((body) => (unitOf.get(body.deviceName) === body.unitId ? daysFault(body) : noBox()));
  }

  /** A record stays with its box when the box moves on to another unit. */
  async function check(caller: Caller, body: Body, before?: Row): Promise<void> {
    await orgUnits.require(caller.scope, body.unitId, "unitId");
    const isSame = before?.deviceName === body.deviceName && before.unitId === body.unitId;
    const fault = isSame ? daysFault(body) : (await faultsOf(caller.scope, [body]))[0];
    if (fault != null) throw fault;
  }

  const taken = () => new AppError("conflict", unique.taken, [{ field: unique.field, text: unique.taken }]);

  return {
    count: rows.count,
    list: rows.list,
    listAfter: rows.listAfter,
    find: rows.find,

    async add(caller, body) {
      await check(caller, body);
      const id = await rows.add(body);
      if (id === undefined) throw taken();
      await onChanged();
      return id;
    },

    async change(caller, id, body) {
      await check(caller, body, await rows.find(caller.scope, id));
      if (!(await rows.change(caller.scope, id, body))) throw taken();
      await onChanged();
    },

    async remove(caller, ids) {
      await rows.remove(caller.scope, ids);
      await onChanged();
    },

    unitsByName: orgUnits.idsByName,

    async storeRows(scope, bodies, update, caller) {
      const faults = await faultsOf(scope, bodies);
      const good = bodies.filter((_, place) => faults[place] === null);
      const stored = new Map(await rows.storeRows(scope, good, update, caller));
      for (const [place, fault] of faults.entries()) {
        const body = bodies[place];
        if (fault !== null && body !== undefined) stored.set(unique.of(body), fault);
      }
      return stored;
    },
  };
}

function noBox(): AppError {
  return fieldError("deviceName", {
    en: "no evidence box of this unit has this name",
    zh: "该单位没有此名称的物证箱",
  });
}
