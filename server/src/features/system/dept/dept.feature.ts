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
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { DeptService } from "./dept.service.ts";
import type { DeptRecord } from "./dept.store.ts";

export function serveDepts(serve: Serve, depts: DeptService): void {
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
  serve.forCaller(addDept, async ({ body }, caller) => ({ data: { id: await depts.add(caller, body) } }));
  serve.forCaller(changeDept, async ({ body }, caller) => {
    await depts.change(caller, body);
    return {};
  });
  serve.forCaller(moveDept, async ({ body }, caller) => {
    await depts.move(caller, body.deptId, body.parentId, body.before);
    return {};
  });
  serve.forCaller(removeDepts, async ({ params }, caller) => {
    await depts.remove(caller, params.ids);
    return {};
  });
}

function toDept({ id, parentId, name, ...rest }: DeptRecord): Dept {
  return { deptId: id, parentId: parentId ?? 0, deptName: name, ...rest };
}
