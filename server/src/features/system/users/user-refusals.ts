/** Why a step on a user is refused, in both languages. */

import { AppError, fieldError, notFound } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";

export function noUser(): AppError {
  return notFound({ en: "user", zh: "用户" });
}

export function refuseOneself(caller: Caller, ids: readonly number[]): void {
  if (!ids.includes(caller.userId)) return;
  throw new AppError("refused", {
    en: "You cannot delete or disable yourself.",
    zh: "不能删除或停用当前登录用户。",
  });
}

export function beyond(): AppError {
  return new AppError("forbidden", {
    en: "You cannot edit a user whose permissions exceed yours.",
    zh: "该用户的权限高于您，无法修改。",
  });
}

export function beyondGrant(): AppError {
  const text = { en: "exceeds your own permissions", zh: "超出您自身的权限" };
  return new AppError(
    "forbidden",
    {
      en: "These roles grant permissions that you do not hold.",
      zh: "所选角色超出您自身的权限，无法授予。",
    },
    [{ field: "roleIds", text }],
  );
}

export function lastAdministrator(): AppError {
  return new AppError("refused", {
    en: "At least one administrator who can log in must remain.",
    zh: "系统至少需要保留一名可登录的管理员。",
  });
}

export function ownPassword(): AppError {
  return new AppError("refused", {
    en: "Change your own password under My account.",
    zh: "请在个人中心修改自己的密码。",
  });
}

export function noPasswordForService(): AppError {
  return fieldError("password", {
    en: "a service account has no password; make an API key for it",
    zh: "服务账号没有密码，请为其创建 API 密钥",
  });
}

export function accountTypeStays(): AppError {
  return fieldError("serviceAccount", {
    en: "the account type never changes; add another user",
    zh: "账号类型不能更改，请另行新增用户",
  });
}

export function nameExists(): AppError {
  return new AppError(
    "conflict",
    {
      en: "This user name is already in use, possibly by a deleted user. User names are not reused.",
      zh: "该用户名已被使用（可能属于已删除的用户，用户名不可重复使用）。",
    },
    [{ field: "userName", text: { en: "this user name is already in use", zh: "该用户名已被使用" } }],
  );
}
