import { textIn } from "@tracewater/contract/locales";
import {
  type AppUser,
  addAppUser,
  changeAppUser,
  changeAppUserStatus,
  exportAppUsers,
  exportAppUsersByForm,
  getAppUser,
  listAppActions,
  listAppUsers,
  resetAppPassword,
} from "@tracewater/contract/system/app-users";
import type { ExportFiles } from "../../../platform/files/export-files.ts";
import { limited, sendWorkbook } from "../../../platform/files/send-workbook.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import { type ExportRequest, serveExport } from "../../../platform/http/serve-export.ts";
import type { Language } from "../../../platform/localized-text.ts";
import type { Cell } from "../../../platform/xlsx/workbook-writer.ts";
import type { AppUserService } from "./app-user.service.ts";
import type { AppUserQuery } from "./app-user.store.ts";

/** The list of APP users, what one of them did, and what is done to one. */
export function serveAppUsers(serve: Serve, service: AppUserService, files: ExportFiles): void {
  async function answerExport(
    query: AppUserQuery,
    { caller, language, reply }: ExportRequest,
  ): Promise<void> {
    await sendWorkbook(files, {
      ownerId: caller.userId,
      subject: "appUser",
      name: textIn({ en: "APP users.xlsx", zh: "APP用户.xlsx" }, language),
      columns: columns[language].map(([, head, width]) => ({ head, width })),
      rows: toCells(service.listAll(caller, query), language),
      reply,
    });
  }

  serve.forCaller(listAppUsers, ({ query }, caller) => service.list(caller, query));
  serveExport(serve, exportAppUsers, exportAppUsersByForm, answerExport);
  serve.forCaller(getAppUser, async ({ params: { id } }, caller) => ({
    data: await service.find(caller, id),
    ...(await service.readOf(caller, id)),
    roles: await service.listRoles(caller, id),
  }));
  serve.forCaller(listAppActions, ({ params, query, language }, caller) =>
    service.listActions(caller, params.id, query, language),
  );
  serve.forCaller(addAppUser, async ({ body, audit }, caller) => {
    const userId = await service.add(caller, body);
    audit({ subject: subjectOf(await service.find(caller, userId)), after: body });
    return { data: { userId } };
  });
  serve.forCaller(changeAppUser, async ({ body, audit }, caller) => {
    const before = await service.find(caller, body.userId);
    await service.change(caller, body);
    const after = await service.find(caller, body.userId);
    audit({ subject: subjectOf(before), before: toAuditPayload(before), after: toAuditPayload(after) });
    return {};
  });
  serve.forCaller(changeAppUserStatus, async ({ body, audit }, caller) => {
    const before = await service.find(caller, body.userId);
    await service.setStatus(caller, body.userId, body.status);
    audit({
      subject: subjectOf(before),
      before: { status: before.status },
      after: { status: body.status },
    });
    return {};
  });
  serve.forCaller(resetAppPassword, async ({ body, audit }, caller) => {
    const user = await service.find(caller, body.userId);
    const oneTimePassword = await service.resetPassword(caller, body.userId);
    audit({
      subject: subjectOf(user),
      before: { hasPassword: user.hasPassword },
      after: { hasPassword: true },
    });
    return { data: { oneTimePassword } };
  });
}

function subjectOf({ userId, nickName, deptId }: AppUser) {
  return { kind: "appUser", id: userId, name: nickName, unitId: deptId };
}

function toAuditPayload(user: AppUser) {
  const { nickName, phonenumber, email, deptId, roleNames, remark, validUntil } = user;
  return { nickName, phonenumber, email, deptId, roleNames, remark, validUntil };
}

type Column = readonly [keyof AppUser, string, number];

const columns: Record<Language, readonly Column[]> = {
  en: [
    ["nickName", "Name", 18],
    ["phonenumber", "Phone number", 18],
    ["email", "E-mail", 28],
    ["deptName", "Unit", 24],
    ["roleNames", "Roles", 28],
    ["status", "Status (0 enabled, 1 disabled)", 18],
    ["validUntil", "Valid until", 14],
    ["devices", "Devices", 10],
    ["remark", "Remark", 30],
  ],
  zh: [
    ["nickName", "姓名", 18],
    ["phonenumber", "手机号", 18],
    ["email", "邮箱", 28],
    ["deptName", "单位", 24],
    ["roleNames", "角色", 28],
    ["status", "状态（0 启用，1 停用）", 18],
    ["validUntil", "有效期至", 14],
    ["devices", "设备数", 10],
    ["remark", "备注", 30],
  ],
};

async function* toCells(users: AsyncIterable<AppUser>, language: Language): AsyncGenerator<readonly Cell[]> {
  for await (const user of limited(users)) {
    yield columns[language].map(([name]): Cell => {
      const value = user[name];
      return typeof value === "number" || typeof value === "string" ? value : "";
    });
  }
}
