import type { OnlineSession } from "@tracewater/contract/system/online";
import { AppError, notFound } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import type { PrintMoment } from "../../../platform/moments.ts";
import type { Db } from "../../../platform/store/database.ts";
import { readAgent } from "../agent.model.ts";
import type { SessionService } from "../session/session.service.ts";
import { createOnlineStore, type OnlineQuery, type OnlineRow } from "./online.store.ts";

export type OnlineService = ReturnType<typeof createOnlineService>;

/** The open sessions, as their administrators and their own users see and end them. */
export function createOnlineService(options: { db: Db; sessions: SessionService; print: PrintMoment }) {
  const { sessions, print } = options;
  const store = createOnlineStore(options.db);
  const toSession = ({ createdAt, lastSeenAt, ...row }: OnlineRow): OnlineSession => ({
    ...row,
    ...readAgent(row.agent),
    loginTime: print(createdAt),
    lastSeen: print(lastSeenAt),
  });
  return {
    async list(
      caller: Caller,
      query: OnlineQuery,
      page: (total: number) => { limit: number; offset: number },
    ) {
      const total = await store.count(caller, query);
      return { rows: (await store.list(caller, query, page(total))).map(toSession), total };
    },
    listOwn: async (caller: Caller): Promise<OnlineSession[]> => (await store.listOwn(caller)).map(toSession),

    /** Ends sessions of people whom the caller may change; gives whose they were. */
    async end(caller: Caller, ids: readonly string[]): Promise<OnlineSession[]> {
      const found = await store.find(caller, ids);
      if (found.length < ids.length) throw noSession();
      if (found.some((one) => !one.changeable)) throw beyond();
      await sessions.end(ids);
      return found.map(toSession);
    },

    async endOwn(caller: Caller, ids: readonly string[]) {
      const asked = new Set(ids);
      const own = (await store.listOwn(caller)).filter((one) => asked.has(String(one.tokenId)));
      if (own.length < asked.size) throw noSession();
      await sessions.end(ids);
      return own;
    },
  };
}

function noSession(): AppError {
  return notFound({ en: "session", zh: "会话" });
}

function beyond(): AppError {
  return new AppError("forbidden", {
    en: "One of these users has permissions that exceed yours. You cannot end their session.",
    zh: "其中有用户的权限高于您，无法强制其下线。",
  });
}
