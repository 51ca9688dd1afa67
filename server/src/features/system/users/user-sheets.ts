import type { User, UserBody, UserQuery } from "@tracewater/contract/system/users";
import type { Caller } from "../../../platform/caller.ts";
import { Failure } from "../../../platform/failure.ts";
import type { ResourceDoor } from "../../../platform/resource/resource-door.ts";
import type { DeptService } from "../dept/dept.service.ts";
import type { UserService } from "./user.service.ts";

type Door = ResourceDoor<User, UserBody, UserQuery>;

/** The user list as spreadsheets: what exports and imports ask of it. */
export function createUserSheets(options: {
  service: UserService;
  depts: DeptService;
}): Pick<Door, "count" | "listAfter" | "unitsByName" | "storeRows"> {
  const { service, depts } = options;
  return {
    count: service.count,
    listAfter: (_scope, query, afterId, limit, caller) => service.listAfter(caller, query, afterId, limit),
    unitsByName: depts.idsByName,
    storeRows: (_scope, rows, update, caller) =>
      service.importRows(
        caller,
        rows.map((row) => ({ ...row, deptId: row.deptId ?? ownUnit(caller) })),
        update,
      ),
  };
}

/** Whoever sees a part of the units brings people into his own where the sheet names none. */
function ownUnit(caller: Caller): number | null {
  if (caller.scope.kind === "all") return null;
  if (caller.deptId !== null && caller.scope.unitIds.includes(caller.deptId)) return caller.deptId;
  throw new Failure("badInput", {
    en: "You belong to no unit yourself: name the unit in each row.",
    zh: "您不属于任何单位，请在每行填写所属单位。",
  });
}
