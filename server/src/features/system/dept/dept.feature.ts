import { listDepts } from "@tracewater/contract/system/dept";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { DeptService } from "./dept.service.ts";

export function serveDepts(serve: Serve, depts: DeptService): void {
  serve.forCaller(listDepts, async (_input, caller) => {
    const rows = await depts.list(caller.scope);
    return {
      data: rows.map((row) => ({
        deptId: row.id,
        parentId: row.parentId ?? 0,
        deptName: row.name,
        orderNum: row.orderNum,
        status: row.status,
      })),
    };
  });
}
