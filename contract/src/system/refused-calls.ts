/*
 * Calls of the family that this platform refuses on purpose: scheduled jobs come with the program, nobody deletes a
 * log, and no code is generated on the server. A client that offers them is told so in a sentence.
 */
import { z } from "zod";
import { type CallTitle, permission, session } from "../call.ts";
import { defineCall } from "../define-call.ts";

const admin = "/v2/admin";

function refused(
  name: string,
  method: "GET" | "POST" | "DELETE",
  path: string,
  right: string | null,
  title: CallTitle,
) {
  const params = path.includes("/:")
    ? z.object({ [path.slice(path.indexOf("/:") + 2)]: z.string().max(4000) })
    : z.object({});
  return defineCall({
    name,
    method,
    path: `${admin}${path}`,
    access: right === null ? session : permission(right),
    title,
    params,
    // A client's list of tables; the refusal is the same whatever is in it.
    query: z.object({ tables: z.string().max(4000).optional() }),
    body: z.looseObject({}),
  });
}

const addJob = { en: "Add a scheduled job", zh: "新增定时任务" };
const removeJobs = { en: "Delete scheduled jobs", zh: "删除定时任务" };
const removeLog = { en: "Delete log records", zh: "删除日志" };
const generate = { en: "Generate code", zh: "生成代码" };

/** Refused: only jobs of the program run. */
export const fixedJobs = {
  calls: {
    add: refused("addJob", "POST", "/monitor/job", "monitor:job:edit", addJob),
    remove: refused("removeJobs", "DELETE", "/monitor/job/:ids", "monitor:job:edit", removeJobs),
  },
};

/** Refused: the operation log is a chain; the others go by their retention alone. */
export const keptLogs = {
  calls: {
    removeOperations: refused(
      "removeOperations",
      "DELETE",
      "/monitor/operlog/:ids",
      "monitor:operlog:list",
      removeLog,
    ),
    cleanOperations: refused(
      "cleanOperations",
      "DELETE",
      "/monitor/operlog/clean",
      "monitor:operlog:list",
      removeLog,
    ),
    removeLogIns: refused(
      "removeLogIns",
      "DELETE",
      "/monitor/logininfor/:ids",
      "monitor:logininfor:list",
      removeLog,
    ),
    cleanLogIns: refused(
      "cleanLogIns",
      "DELETE",
      "/monitor/logininfor/clean",
      "monitor:logininfor:list",
      removeLog,
    ),
    removeJobLogs: refused(
      "removeJobLogs",
      "DELETE",
      "/monitor/jobLog/:ids",
      "monitor:jobLog:list",
      removeLog,
    ),
    cleanJobLogs: refused(
      "cleanJobLogs",
      "DELETE",
      "/monitor/jobLog/clean",
      "monitor:jobLog:list",
      removeLog,
    ),
  },
};

/** Refused: files are made in the browser, from models that the server keeps; it makes none itself. */
export const noGeneration = {
  calls: {
    one: refused("generateCode", "GET", "/tool/gen/genCode/:tableName", null, generate),
    many: refused("generateCodes", "GET", "/tool/gen/batchGenCode", null, generate),
  },
};
