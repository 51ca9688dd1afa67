import type { User, UserQuery } from "@tracewater/contract/system/users";
import type { Caller } from "../../../platform/caller.ts";
import type { PrintMoment } from "../../../platform/moments.ts";
import type { Db } from "../../../platform/store/database.ts";
import { createUserStore, type Members, type UserRow } from "./user.store.ts";
import { beyond, noUser } from "./user-refusals.ts";

/** The users whom a caller meets, and those of them whom the caller may change. */
export function createUserReader(options: { db: Db; print: PrintMoment }) {
  const store = createUserStore(options.db);
  const toUser = ({ createdAt, updatedAt, lastSeenAt, ...row }: UserRow): User => ({
    ...row,
    createTime: options.print(createdAt),
    updateTime: updatedAt === null ? "" : options.print(updatedAt),
    loginDate: lastSeenAt === null ? "" : options.print(lastSeenAt),
  });

  async function find(caller: Caller, id: number): Promise<User> {
    const [row] = await store.find(caller, [id]);
    if (row === undefined) throw noUser();
    return toUser(row);
  }

  /** One that the caller may change. */
  async function findChangeable(caller: Caller, id: number): Promise<User> {
    const user = await find(caller, id);
    if (!user.changeable) throw beyond();
    return user;
  }

  async function requireChangeable(caller: Caller, ids: readonly number[]): Promise<void> {
    const found = await store.find(caller, ids);
    if (found.length < ids.length) throw noUser();
    if (found.some((user) => !user.changeable)) throw beyond();
  }

  return {
    findChangeable,
    requireChangeable,
    find,
    async list(caller: Caller, query: UserQuery, page: (total: number) => { limit: number; offset: number }) {
      const total = await store.count(caller.scope, query);
      const rows = await store.list(caller, query, page(total));
      return { rows: rows.map(toUser), total };
    },
    count: store.count,
    async listAfter(caller: Caller, query: UserQuery, afterId: number, limit: number): Promise<User[]> {
      return (await store.listAfter(caller, query, afterId, limit)).map(toUser);
    },
    listRoles: store.listRoles,
    listPosts: store.listPosts,
    listPostIds: store.listPostIds,

    async listMembers(
      caller: Caller,
      query: UserQuery,
      members: Members,
      page: (total: number) => { limit: number; offset: number },
    ) {
      const total = await store.count(caller.scope, query, members);
      const rows = await store.list(caller, query, page(total), members);
      return { rows: rows.map(toUser), total };
    },
  };
}
