import {
  addDept,
  changeDept,
  type Dept,
  deptTree,
  getDept,
  listDepts,
  listDeptsExcept,
  moveDept,
  removeDepts,
  sortDepts,
} from "@tracewater/contract/system/dept";
import type { EventBus } from "../../../platform/event-bus.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import { toSorting } from "../../../platform/store/sort-rows.ts";
import type { SystemEvents } from "../system-events.ts";
import type { OrgUnitService } from "./org-unit.service.ts";
import type { OrgUnitRecord } from "./org-unit.store.ts";

export function serveOrgUnits(serve: Serve, orgUnits: OrgUnitService, events: EventBus<SystemEvents>): void {
  /** Who belongs where decides what people reach, and the state of a unit whether they get in. */
  const emitAccessChanged = () => events.emit("access.changed", { userIds: "all" });

  serve.forCaller(listDepts, async ({ query }, caller) => {
    const { deptName: name, deptId, parentId, status } = query;
    const rows = await orgUnits.list(caller.scope, { name, id: deptId, parentId, status });
    return { data: rows.map(toOrgUnit) };
  });
  serve.forCaller(listDeptsExcept, async ({ params }, caller) => ({
    data: (await orgUnits.listExcept(caller.scope, params.id)).map(toOrgUnit),
  }));
  serve.forCaller(deptTree, async (_input, caller) => ({ data: await orgUnits.tree(caller.scope) }));
  serve.forCaller(getDept, async ({ params }, caller) => ({
    data: toOrgUnit(await orgUnits.find(caller.scope, params.id)),
  }));
  serve.forCaller(addDept, async ({ body, audit }, caller) => {
    const id = await orgUnits.add(caller, body);
    audit({ subject: auditSubject(id, body.deptName), after: body });
    return { data: { id } };
  });
  serve.forCaller(changeDept, async ({ body, audit }, caller) => {
    const { before, after } = await orgUnits.change(caller, body);
    audit({ subject: auditSubject(before.id, before.name), before, after });
    if (before.parentId !== after.parentId || before.status !== after.status) emitAccessChanged();
    return {};
  });
  serve.forCaller(sortDepts, async ({ body, audit }, caller) => {
    for (const { before, orderNum } of await orgUnits.sort(
      caller.scope,
      toSorting(body.deptIds, body.orderNums),
    )) {
      audit({
        subject: auditSubject(before.id, before.name),
        before: { orderNum: before.orderNum },
        after: { orderNum },
      });
    }
    return {};
  });
  serve.forCaller(moveDept, async ({ body, audit }, caller) => {
    const moved = await orgUnits.move(caller, body.deptId, body.parentId, body.before);
    audit({
      subject: auditSubject(moved.id, moved.name),
      before: { parentId: moved.parentId },
      after: { parentId: body.parentId },
    });
    if (moved.parentId !== body.parentId) emitAccessChanged();
    return {};
  });
  serve.forCaller(removeDepts, async ({ params, audit }, caller) => {
    for (const gone of await orgUnits.remove(caller, params.ids))
      audit({ subject: auditSubject(gone.id, gone.name), before: gone });
    return {};
  });
}

function auditSubject(id: number, name: string) {
  return { kind: "dept", id, name, unitId: id };
}

function toOrgUnit({ id, parentId, name, ...rest }: OrgUnitRecord): Dept {
  return { deptId: id, parentId: parentId ?? 0, deptName: name, ...rest };
}
