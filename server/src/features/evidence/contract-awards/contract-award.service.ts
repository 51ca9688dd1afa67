import type { BodyOf, QueryOf } from "@tracewater/contract/call";
import type { ContractAward, contractAwards } from "@tracewater/contract/evidence/contract-awards";
import { fieldError } from "../../../platform/app-error.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { OrgUnitService } from "../../system/org-units/org-unit.service.ts";
import { createBoxRecordService } from "../box-records/box-record.service.ts";
import { createContractAwardRows } from "./contract-award.store.ts";

type Body = BodyOf<typeof contractAwards.calls.add>;
type Query = QueryOf<typeof contractAwards.calls.list>;

export type ContractAwardService = ReturnType<typeof createContractAwardService>;

export function createContractAwardService({
  db,
  orgUnits,
  zone,
}: {
  db: Db;
  orgUnits: OrgUnitService;
  zone: string;
}) {
  return createBoxRecordService<ContractAward, Body, Query>(
    { db, orgUnits },
    {
      rows: createContractAwardRows(db, zone),
      unique: {
        ...{ field: "contractNo", of: ({ contractNo }) => contractNo },
        taken: { en: "this contract number is already in use", zh: "该合同编号已被使用" },
      },
      daysFault: ({ beginsOn, endsOn }) =>
        endsOn < beginsOn
          ? fieldError("endsOn", { en: "must not be before the first day", zh: "不得早于开始日期" })
          : null,
    },
  );
}
