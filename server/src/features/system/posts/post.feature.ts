import { type Post, postOptions, posts } from "@tracewater/contract/system/posts";
import { Failure } from "../../../platform/failure.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { PrintMoment } from "../../../platform/moments.ts";
import type { ResourceDoor } from "../../../platform/resource/resource-door.ts";
import { type ResourceParts, serveResource } from "../../../platform/resource/serve-resource.ts";
import type { Db } from "../../../platform/store/database.ts";
import { isReferred } from "../../../platform/store/taken.ts";
import { createPostStore, type PostBody, type PostQuery, type PostRecord } from "./post.store.ts";

/** Posts: a list with a form, and the choice of those in use. */
export function servePosts(
  serve: Serve,
  options: { db: Db; print: PrintMoment },
  parts: ResourceParts,
): void {
  const store = createPostStore(options.db);
  serve.forCaller(postOptions, async () => ({ data: await store.options() }));
  serveResource(serve, posts, createPostDoor(store, options.print), parts);
}

function createPostDoor(
  store: ReturnType<typeof createPostStore>,
  print: PrintMoment,
): ResourceDoor<Post, PostBody, PostQuery> {
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
    async add(_caller, post) {
      const id = await store.add(post);
      if (id === undefined) throw codeTaken();
      return id;
    },
    async change(_caller, id, post) {
      if (!(await store.change(id, post))) throw codeTaken();
    },
    async remove(_caller, ids) {
      refuseHeld(await store.countHolders(ids));
      try {
        await store.remove(ids);
      } catch (error) {
        // Somebody was given the post in this very moment.
        if (isReferred(error)) refuseHeld(await store.countHolders(ids));
        throw error;
      }
    },
    unitsByName: async () => new Map(),
    storeRows: (_scope, rows, update) => store.storeRows(rows, update),
  };
}

function refuseHeld(holders: number): void {
  if (holders === 0) return;
  throw new Failure("refused", {
    en: `${holders} ${holders === 1 ? "person holds" : "people hold"} it; give them another post first.`,
    zh: `该岗位仍有 ${holders} 人在岗，请先调整其岗位。`,
  });
}

function codeTaken(): Failure {
  const words = { en: "this code is taken", zh: "该编码已被使用" };
  return new Failure("conflict", { en: "This code is taken already.", zh: "该编码已被使用。" }, [
    { field: "postCode", words },
  ]);
}
