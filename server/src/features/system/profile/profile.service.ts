import type { BodyOf } from "@tracewater/contract/call";
import type { changeOwnPassword, changeProfile } from "@tracewater/contract/system/profile";
import { fieldError } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import type { EventBus } from "../../../platform/event-bus.ts";
import type { Db } from "../../../platform/store/database.ts";
import { hashPassword, refusePassword, shortestPassword } from "../password.model.ts";
import type { SessionService } from "../session/session.service.ts";
import type { SystemEvents } from "../system-events.ts";
import type { Portraits } from "./portraits.ts";
import { createProfileStore, type ProfileRow } from "./profile.store.ts";

export type ProfileService = ReturnType<typeof createProfileService>;

/** Where portraits are fetched, behind the API's prefix; with it in front is what a user shows. */
export const portraitPath = "/profile/avatar/";

/** One's own centre: anyone who is logged in, about themselves alone. */
export function createProfileService(options: {
  db: Db;
  sessions: SessionService;
  events: EventBus<SystemEvents>;
  portraits: Portraits;
}) {
  const { sessions, events, portraits } = options;
  const store = createProfileStore(options.db);
  const shortestFor = (row: ProfileRow) =>
    row.managesPeople ? shortestPassword.administrator : shortestPassword.user;

  async function show(caller: Caller, avatarUrl: string): Promise<void> {
    const before = (await store.read(caller.userId)).avatar;
    await store.change(caller.userId, { avatarUrl });
    if (before.startsWith(portraitPath) && !(await store.isShown(before)))
      await portraits.discard(before.slice(portraitPath.length));
    events.emit("access.changed", { userIds: [caller.userId] });
  }

  /** A picture that is there and that nobody else shows: what they show is theirs to remove. */
  const mayShow = async (caller: Caller, name: string) =>
    (await portraits.exists(name)) && !(await store.isShown(portraitPath + name, caller.userId));

  return {
    async read(caller: Caller) {
      const row = await store.read(caller.userId);
      return { row, shortestPassword: shortestFor(row) };
    },

    async change(caller: Caller, body: BodyOf<typeof changeProfile>): Promise<void> {
      const { avatar, ...facts } = body;
      if (avatar !== undefined && !(await mayShow(caller, avatar))) {
        throw fieldError("avatar", { en: "picture not found", zh: "图片不存在" });
      }
      await store.change(caller.userId, facts);
      if (avatar !== undefined) await show(caller, portraitPath + avatar);
      else events.emit("access.changed", { userIds: [caller.userId] });
    },

    /** All other sessions of their end with it. */
    async changePassword(
      caller: Caller,
      body: BodyOf<typeof changeOwnPassword>,
      address: string,
    ): Promise<void> {
      const wrong = { en: "The old password is wrong.", zh: "旧密码错误。", field: "oldPassword" };
      await sessions.provePassword(caller, body.oldPassword, address, wrong);
      const row = await store.read(caller.userId);
      const weak = refusePassword(body.newPassword, row.userName, shortestFor(row));
      if (weak !== null) throw fieldError("newPassword", weak);
      if (body.newPassword === body.oldPassword) {
        throw fieldError("newPassword", { en: "must differ from the old password", zh: "不能与旧密码相同" });
      }
      const passwordHash = await hashPassword(body.newPassword);
      await store.change(caller.userId, { passwordHash, passwordUntil: null });
      await sessions.endAllOf([caller.userId], caller.sessionId);
      events.emit("access.changed", { userIds: [caller.userId] });
    },

    /** Takes an uploaded file as the portrait; the one before is gone. */
    async setPortrait(caller: Caller, path: string): Promise<string> {
      const name = await portraits.keep(caller.userId, path);
      await show(caller, portraitPath + name);
      return portraitPath + name;
    },

    removePortrait: (caller: Caller) => show(caller, ""),

    /** How many pictures that nobody shows went. */
    expirePortraits: (): Promise<number> =>
      portraits.expire(async (names) => {
        const shown = await store.listShown(names.map((name) => portraitPath + name));
        return new Set(shown.map((url) => url.slice(portraitPath.length)));
      }),
  };
}
