import { timingSafeEqual } from "node:crypto";
import type { Caller } from "../../../platform/caller.ts";
import { shareLookUps } from "../../../platform/shared-look-up.ts";
import { toCaller } from "./caller.model.ts";
import type { SessionRow, SessionStore } from "./session.store.ts";
import { digest, isClosed } from "./session-opener.ts";

const touchEveryMs = 60_000;

/** Who stands behind a session, an API key or a log-in name. */
export function createSessionCallers(options: {
  store: SessionStore;
  /** After how long without a request a session ends; 0 for never. */
  idleMinutes: () => Promise<number>;
  now: () => number;
  /** The day in the server's zone, by which authorizations run. */
  today: () => string;
}) {
  const { store, now, today } = options;
  const findSession = createSessionLookUp(options);

  return {
    /**
     * The caller behind a bearer token and the browser's cookie; null where there is none (any longer). What a page
     * asks for by itself does not keep a session open.
     */
    async findCaller(token: string, cookie: string | null, isPresent = true): Promise<Caller | null> {
      const row = await findSession(token);
      if (row === null || !isBoundTo(row, cookie)) return null;
      if (isPresent && now() - row.lastSeenAt.getTime() > touchEveryMs) await store.touch(row.sessionId);
      return toCaller(row);
    },

    /** A user without a session: whom an API key stands for; null where they may not be used without a browser. */
    async callerAs(userId: number): Promise<Caller | null> {
      const row = await store.findAs(userId, today());
      return row === null || row.forbidsUnbound ? null : toCaller(row);
    },

    /** Somebody who may come in, by their log-in name, as others name them; null where there is none. */
    async personNamed(userName: string): Promise<Caller | null> {
      const user = await store.findUser(userName, today());
      if (user === undefined || isClosed(user) || user.passwordHash === null) return null;
      const row = await store.findAs(user.id, today());
      return row === null ? null : toCaller(row);
    },
  };
}

/** Finds a session by its token; simultaneous requests of one session share a query. */
function createSessionLookUp(options: {
  store: SessionStore;
  idleMinutes: () => Promise<number>;
  today: () => string;
}) {
  return shareLookUps(async (token: string) =>
    options.store.find(digest(token), options.today(), await options.idleMinutes()),
  );
}

function isBoundTo(row: SessionRow, cookie: string | null): boolean {
  if (row.cookieHash === null) return !row.forbidsUnbound;
  return cookie !== null && timingSafeEqual(row.cookieHash, digest(cookie));
}
