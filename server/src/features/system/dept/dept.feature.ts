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
} from "@tracewater/contract/system/dept";
import type { EventBus } from "../../../platform/event-bus.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { SystemEvents } from "../system-events.ts";
import type { DeptService } from "./dept.service.ts";
import type { DeptRecord } from "./dept.store.ts";

export function serveDepts(serve: Serve, depts: DeptService, events: EventBus<SystemEvents>): void {
  /** Who belongs where decides what people reach, and the state of a unit whether they get in. */
  const tell = () => events.emit("access.changed", { userIds: "all" });

  serve.forCaller(listDepts, async ({ query }, caller) => {
    const rows = await depts.list(caller.scope, { name: query.deptName, status: query.status });
    return { data: rows.map(toDept) };
  });
  serve.forCaller(listDeptsExcept, async ({ params }, caller) => ({
    data: (await depts.listExcept(caller.scope, params.id)).map(toDept),
  }));
  serve.forCaller(deptTree, async (_input, caller) => ({ data: await depts.tree(caller.scope) }));
  serve.forCaller(getDept, async ({ params }, caller) => ({
    data: toDept(await depts.find(caller.scope, params.id)),
  }));
  serve.forCaller(addDept, async ({ body, note }, caller) => {
    const id = await depts.add(caller, body);
    note({ thing: thingOf(id, body.deptName), after: body });
    return { data: { id } };
  });
  serve.forCaller(changeDept, async ({ body, note }, caller) => {
    const { before, after } = await depts.change(caller, body);
    note({ thing: thingOf(before.id, before.name), before, after });
    if (before.parentId !== after.parentId || before.status !== after.status) tell();
    return {};
  });
  serve.forCaller(moveDept, async ({ body, note }, caller) => {
    const moved = await depts.move(caller, body.deptId, body.parentId, body.before);
    note({
      thing: thingOf(moved.id, moved.name),
      before: { parentId: moved.parentId },
      after: { parentId: body.parentId },
    });
    if (moved.parentId !== body.parentId) tell();
    return {};
  });
  serve.forCaller(removeDepts, async ({ params, note }, caller) => {
    for (const gone of await depts.remove(caller, params.ids))
      note({ thing: thingOf(gone.id, gone.name), before: gone });
    return {};
  });
}

function thingOf(id: number, name: string) {
  return { kind: "dept", id, name, unitId: id };
}

function toDept({ id, parentId, name, ...rest }: DeptRecord): Dept {
  return { deptId: id, parentId: parentId ?? 0, deptName: name, ...rest };
}
