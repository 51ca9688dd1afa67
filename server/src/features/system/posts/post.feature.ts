import { type Post, postOptions, posts } from "@tracewater/contract/system/posts";
import { AppError } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { PrintMoment } from "../../../platform/moments.ts";
import type { ResourceService } from "../../../platform/resource/resource-service.ts";
import { type ResourceParts, serveResource } from "../../../platform/resource/serve-resource.ts";
import { isForeignKeyViolation } from "../../../platform/store/constraint-errors.ts";
import type { Db } from "../../../platform/store/database.ts";
import { createPostStore, type PostBody, type PostQuery, type PostRecord } from "./post.store.ts";

/** Posts: a list with a form, and the choice of those in use. */
export function servePosts(
  serve: Serve,
  options: { db: Db; print: PrintMoment },
  parts: ResourceParts,
): void {
  const store = createPostStore(options.db);
  serve.forCaller(postOptions, async () => ({ data: await store.options() }));
  serveResource(serve, posts, createPostHandler(store, options.print), parts);
}

function createPostHandler(
  store: ReturnType<typeof createPostStore>,
  print: PrintMoment,
): ResourceService<Post, PostBody, PostQuery> {
  const toPost = ({ createdAt, ...rest }: PostRecord): Post => ({ ...rest, createTime: print(createdAt) });
  return {
    count: (_scope, query) => store.count(query),
    list: async (_scope, query, page) => (await store.list(query, page)).map(toPost),
    listAfter: async (_scope, query, after, limit) =>
      (await store.listAfter(query, after, limit)).map(toPost),
    async find(_scope, id) {
      const found = await store.find(id);
      return found === undefined ? undefined : toPost(found);
    },
    async add(caller, post) {
      requireWholeReach(caller);
      const id = await store.add(post);
      if (id === undefined) throw codeTaken();
      return id;
    },
    async change(caller, id, post) {
      requireWholeReach(caller);
      if (!(await store.change(id, post))) throw codeTaken();
    },
    async remove(caller, ids) {
      requireWholeReach(caller);
      refuseHeld(await store.countHolders(ids));
      try {
        await store.remove(ids);
      } catch (error) {
        // Somebody was given the post in this very moment.
        if (isForeignKeyViolation(error)) refuseHeld(await store.countHolders(ids));
        throw error;
      }
    },
    unitsByName: async () => new Map(),
    storeRows: async (scope, rows, update) =>
      scope.kind === "all"
        ? store.storeRows(rows, update)
        : new Map(rows.map(({ postCode }) => [postCode, sharedByAll])),
  };
}

/** Positions belong to no unit: people of all units hold them. */
function requireWholeReach(caller: Caller): void {
  if (caller.scope.kind !== "all") throw sharedByAll;
}

const sharedByAll = new AppError("forbidden", {
  en: "All units share the same positions: only users with access to all units can change them.",
  zh: "岗位由所有单位共用，仅数据范围为全部的用户可以更改。",
});

function refuseHeld(holders: number): void {
  if (holders === 0) return;
  throw new AppError("refused", {
    en: `${holders} ${holders === 1 ? "person has" : "people have"} this position. Assign them another one first.`,
    zh: `该岗位仍有 ${holders} 人在岗，请先调整其岗位。`,
  });
}

function codeTaken(): AppError {
  const text = { en: "this code is already in use", zh: "该编码已被使用" };
  return new AppError("conflict", { en: "This code is already in use.", zh: "该编码已被使用。" }, [
    { field: "postCode", text },
  ]);
}
