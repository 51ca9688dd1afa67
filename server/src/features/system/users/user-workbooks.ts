import type { User, UserBody, UserQuery } from "@tracewater/contract/system/users";
import { AppError } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import type { ResourceService } from "../../../platform/resource/resource-service.ts";
import type { OrgUnitService } from "../org-units/org-unit.service.ts";
import type { UserService } from "./user.service.ts";

type ResourceHandler = ResourceService<User, UserBody, UserQuery>;

/** The user list as spreadsheets: what exports and imports ask of it. */
export function createUserWorkbooks(options: {
  service: UserService;
  orgUnits: OrgUnitService;
}): Pick<ResourceHandler, "count" | "listAfter" | "unitsByName" | "storeRows"> {
  const { service, orgUnits } = options;
  return {
    count: service.count,
    listAfter: (_scope, query, afterId, limit, caller) => service.listAfter(caller, query, afterId, limit),
    unitsByName: orgUnits.idsByName,
    storeRows: (_scope, rows, update, caller) =>
      service.importRows(
        caller,
        rows.map((row) => ({ ...row, deptId: row.deptId ?? ownUnit(caller) })),
        update,
      ),
  };
}

/** Anyone who sees a part of the units brings people into their own where the sheet names none. */
function ownUnit(caller: Caller): number | null {
  if (caller.scope.kind === "all") return null;
  if (caller.deptId !== null && caller.scope.unitIds.includes(caller.deptId)) return caller.deptId;
  throw new AppError("badInput", {
    en: "You do not belong to a unit. Enter the unit in each row.",
    zh: "您不属于任何单位，请在每行填写所属单位。",
  });
}
