import { fieldError } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import { requireConfirmed } from "../../../platform/confirmation.ts";
import { beyondGrant } from "./user-refusals.ts";
import type { UserChange } from "./user-writer.store.ts";

/** Roles and posts of a user as asked for, and then what must hold: nobody gives what they do not hold. */
export async function assign(
  users: UserChange,
  caller: Caller,
  userId: number,
  asked: { roleIds?: readonly number[]; postIds?: readonly number[] },
): Promise<void> {
  const { roleIds, postIds } = asked;
  const given = roleIds === undefined ? null : await users.setRoles(caller, userId, roleIds);
  if (given?.known === false) {
    throw fieldError("roleIds", { en: "role not found", zh: "角色不存在" });
  }
  if (postIds !== undefined && !(await users.setPosts(userId, postIds))) {
    throw fieldError("postIds", { en: "position not found", zh: "岗位不存在" });
  }
  await refuseOverreach(users, caller, [userId]);
  if (given?.madeAdministrator) requireConfirmed(caller);
}

export async function refuseOverreach(
  users: UserChange,
  caller: Caller,
  ids: readonly number[],
): Promise<void> {
  if (await users.isAnyBeyond(caller, ids)) throw beyondGrant();
  if (await users.holdForeignRole(ids)) {
    throw fieldError("roleIds", {
      en: "one of the roles is reserved for another unit",
      zh: "所选角色仅限其他单位的人员使用",
    });
  }
}
