import type { BodyOf, QueryOf } from "@tracewater/contract/call";
import type { Undertaking, undertakings } from "@tracewater/contract/evidence/undertakings";
import { fieldError } from "../../../platform/app-error.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { OrgUnitService } from "../../system/org-units/org-unit.service.ts";
import { createBoxRecordService } from "../box-records/box-record.service.ts";
import { createUndertakingRows } from "./undertaking.store.ts";

type Body = BodyOf<typeof undertakings.calls.add>;
type Query = QueryOf<typeof undertakings.calls.list>;

export type UndertakingService = ReturnType<typeof createUndertakingService>;

export function createUndertakingService(options: {
  db: Db;
  orgUnits: OrgUnitService;
  zone: string;
  onChanged: () => Promise<unknown>;
}) {
  const { db, orgUnits, zone, onChanged } = options;
  return createBoxRecordService<Undertaking, Body, Query>(
    { db, orgUnits },
    {
      ...{ rows: createUndertakingRows(db, zone), onChanged },
      unique: {
        ...{ field: "undertakingNo", of: ({ undertakingNo }) => undertakingNo },
        taken: { en: "this undertaking number is already in use", zh: "该承办编号已被使用" },
      },
      daysFault: ({ beginsOn, dueOn, returnedOn }) => {
        const isBefore = (day: string | null) => day !== null && day < beginsOn;
        if (isBefore(dueOn)) return fieldError("dueOn", beforeBegin);
        return isBefore(returnedOn) ? fieldError("returnedOn", beforeBegin) : null;
      },
    },
  );
}

const beforeBegin = { en: "must not be before the first day", zh: "不得早于开始日期" };
