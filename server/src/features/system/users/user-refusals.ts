/** Why a step on a user is refused, in both languages. */
import type { Caller } from "../../../platform/caller.ts";
import { Failure, noSuch } from "../../../platform/failure.ts";

export function noUser(): Failure {
  return noSuch({ en: "user", zh: "用户" });
}

export function refuseOneself(caller: Caller, ids: readonly number[]): void {
  if (!ids.includes(caller.userId)) return;
  throw new Failure("refused", {
    en: "You cannot delete or disable yourself.",
    zh: "不能删除或停用当前登录用户。",
  });
}

export function beyond(): Failure {
  return new Failure("forbidden", {
    en: "This user holds more rights than you do; you may not change him.",
    zh: "该用户的权限高于您，无法修改。",
  });
}

export function beyondGrant(): Failure {
  const words = { en: "more than you hold yourself", zh: "超出您自身的权限" };
  return new Failure(
    "forbidden",
    {
      en: "These roles would grant more than you hold yourself.",
      zh: "所选角色超出您自身的权限，无法授予。",
    },
    [{ field: "roleIds", words }],
  );
}

export function lastAdministrator(): Failure {
  return new Failure("refused", {
    en: "The platform would have no administrator left who can log in.",
    zh: "系统至少需要保留一名可登录的管理员。",
  });
}

export function ownPassword(): Failure {
  return new Failure("refused", {
    en: "Change your own password in the personal centre.",
    zh: "请在个人中心修改自己的密码。",
  });
}

export function nameTaken(): Failure {
  return new Failure(
    "conflict",
    {
      en: "This user name is taken, perhaps by a user who was deleted: names are not given twice.",
      zh: "该用户名已被使用（可能属于已删除的用户，用户名不可重复使用）。",
    },
    [{ field: "userName", words: { en: "this name is taken", zh: "该用户名已被使用" } }],
  );
}
