import { getOpenApi, getOpenApiPage } from "@tracewater/contract/open-api";
import { searchThings } from "@tracewater/contract/operations/search";
import { getWaitingWork } from "@tracewater/contract/operations/waiting-work";
import { downloadFile } from "@tracewater/contract/resource/downloads";
import type { ImportProgress } from "@tracewater/contract/resource/imports";
import * as config from "@tracewater/contract/system/config";
import * as dept from "@tracewater/contract/system/dept";
import { getDictEntries } from "@tracewater/contract/system/dict-data";
import { listDictTypeOptions, refreshDictCache } from "@tracewater/contract/system/dict-types";
import * as licences from "@tracewater/contract/system/licences";
import * as menus from "@tracewater/contract/system/menus";
import * as notices from "@tracewater/contract/system/notices";
import { postOptions, posts } from "@tracewater/contract/system/posts";
import * as session from "@tracewater/contract/system/session";
import ExcelJS from "exceljs";
import { eventually } from "../eventually.ts";
import { bearer, type Session } from "../test-http.ts";
import type { Made, Rule } from "./access-cells.ts";
import type { AccessStage } from "./access-stage.ts";

/** A file that the platform made for one person: the faults of an import. */
async function madeFileOf(stage: AccessStage, owner: Session): Promise<Made> {
  const { calls } = posts;
  const template = await fetch(`${stage.platform.url}/prod-api${calls.importTemplate.path}`, {
    method: "POST",
    headers: { ...bearer(owner), "content-type": "application/x-www-form-urlencoded" },
  });
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(await template.arrayBuffer());
  workbook.worksheets[0]?.addRow(["", "a post without a code"]);
  const file = new Blob([await workbook.xlsx.writeBuffer()]);
  const begun: { data: ImportProgress } = JSON.parse((await stage.ask(calls.import, { file }, owner)).text);
  let fileName = begun.data.errorsFile;
  await eventually(async () => {
    const input = { params: { id: begun.data.importId } };
    fileName = (await stage.platform.call(calls.getImport, input, owner)).data.errorsFile;
    return fileName;
  }).not.toBeNull();
  return { input: { query: { fileName } }, owner };
}

/** A call without a record: the same for all. */
const plain = (input: Made["input"] = {}): Rule => ({ outside: "none", make: async () => ({ input }) });

/** Calls that are the same anyone who makes them, or that are open to all. */
export function plainRules(stage: AccessStage): Record<string, Rule> {
  return {
    [session.captchaImage.name]: plain(),
    [session.login.name]: {
      outside: "none",
      make: async () => {
        const { userName, password } = await stage.platform.addUser({});
        return { input: { body: { username: userName, password } } };
      },
    },
    [session.logout.name]: {
      outside: "none",
      // Without the actor's token: their other cells still need it.
      make: async () => ({ input: {} }),
    },
    [session.getSetup.name]: { ...plain(), succeeds: 404 }, // an administrator exists: closed for ever
    [session.setup.name]: {
      ...plain({ body: { code: "none", username: "someone", password: "a long enough password" } }),
      succeeds: 404,
    },
    [session.getInfo.name]: plain(),
    // A wrong password is refused to everybody alike.
    [session.confirmIdentity.name]: {
      ...plain({ body: { act: "addApiKey", password: "not theirs" } }),
      succeeds: 500,
    },
    [session.getConfirmationWays.name]: plain(),
    [session.getRouters.name]: plain(),
    [getOpenApi.name]: plain(),
    [getOpenApiPage.name]: plain(),
    [postOptions.name]: plain(),
    [listDictTypeOptions.name]: plain(),
    [refreshDictCache.name]: plain(),
    [getDictEntries.name]: plain({ params: { type: "sys_normal_disable" } }),
    [config.clearConfigCache.name]: plain(),
    [config.getConfigByKey.name]: {
      outside: "none",
      make: async () => {
        const key = stage.name();
        const body = { configName: key, configKey: key, configValue: "1", isPublic: "0" };
        await stage.platform.call(
          config.configs.calls.add,
          { body: { ...body, isPublic: "0" } },
          stage.admin,
        );
        return { input: { params: { key } } };
      },
    },
    [downloadFile.name]: {
      outside: "notFound",
      personal: { by: "system:post:import" },
      make: async (_unitId, side, actor) => {
        const own = stage.sessionOf(actor);
        const isOwn = side === "own" && own !== null && actor === "admin";
        return madeFileOf(stage, isOwn ? own : stage.others);
      },
    },
    [getWaitingWork.name]: plain(),
    [searchThings.name]: {
      outside: "notSeen",
      within: { permission: "field:samplePoint:list", without: "notSeen" },
      make: async (unitId) => {
        const name = stage.name();
        await stage.platform.db
          .insertInto("samplingPoint")
          .values({ code: name, name, kind: "other", unitId })
          .execute();
        return { input: { query: { keyword: name } }, sees: name };
      },
    },
  };
}

export function orgUnitRules(stage: AccessStage): Record<string, Rule> {
  const department = async (unitId: number) => {
    const name = stage.name();
    return { name, id: await stage.platform.addUnit(name, unitId) };
  };
  const listed: Rule = {
    outside: "notSeen",
    make: async (unitId) => ({ input: {}, sees: (await department(unitId)).name }),
  };
  const onOne = (input: (id: number, unitId: number, name: string) => Made["input"]): Rule => ({
    outside: "notFound",
    make: async (unitId) => {
      const { id, name } = await department(unitId);
      return { input: input(id, unitId, name) };
    },
  });
  return {
    [dept.listDepts.name]: listed,
    [dept.deptTree.name]: listed,
    [dept.listDeptsExcept.name]: onOne((id) => ({ params: { id } })),
    [dept.getDept.name]: onOne((id) => ({ params: { id } })),
    [dept.addDept.name]: {
      outside: "field",
      make: async (parentId) => ({ input: { body: { parentId, deptName: stage.name() } } }),
    },
    [dept.changeDept.name]: onOne((deptId, parentId, deptName) => ({ body: { deptId, parentId, deptName } })),
    [dept.sortDepts.name]: onOne((id) => ({ body: { deptIds: String(id), orderNums: "10" } })),
    [dept.moveDept.name]: onOne((deptId, parentId) => ({ body: { deptId, parentId } })),
    [dept.removeDepts.name]: onOne((id) => ({ params: { ids: id } })),
  };
}

export function licenceRules(stage: AccessStage): Record<string, Rule> {
  const days = { validFrom: "2026-01-01", validUntil: "2099-12-31" };
  const grant = async (unitId: number) =>
    (await stage.platform.call(licences.grantLicence, { body: { unitId, ...days } }, stage.admin)).data.id;
  return {
    [licences.listLicences.name]: {
      outside: "notSeen",
      make: async (unitId) => ({ input: { query: { unitId } }, sees: `"unitId":${unitId},` }),
    },
    [licences.issueLicence.name]: {
      outside: "field",
      make: async (unitId) => ({ input: { body: { unitId, ...days } } }),
    },
    [licences.grantLicence.name]: {
      outside: "field",
      make: async (unitId) => ({ input: { body: { unitId, ...days } } }),
    },
    [licences.withdrawLicence.name]: {
      outside: "notFound",
      make: async (unitId) => ({ input: { body: { licenceId: await grant(unitId) } } }),
    },
    // Its codes have a test of their own; anyone who is logged in may try one.
    [licences.addAuthCode.name]: { ...plain({ body: { authorizationCode: "none" } }), succeeds: 500 },
  };
}

export function menuRules(stage: AccessStage): Record<string, Rule> {
  const body = (name: string) => ({ parentId: 0, menuName: name, menuType: "M" as const, path: name });
  const onOne = (input: (id: number, name: string) => Made["input"]): Rule => ({
    outside: "none",
    make: async () => {
      const name = stage.name();
      const { data } = await stage.platform.call(menus.addMenu, { body: body(name) }, stage.admin);
      return { input: input(data.id, name) };
    },
  });
  return {
    [menus.listMenus.name]: plain(),
    [menus.listMenuComponents.name]: plain(),
    [menus.getMenu.name]: onOne((id) => ({ params: { id } })),
    [menus.addMenu.name]: { outside: "none", make: async () => ({ input: { body: body(stage.name()) } }) },
    [menus.changeMenu.name]: onOne((menuId, name) => ({ body: { menuId, ...body(name) } })),
    [menus.sortMenus.name]: onOne((id) => ({ body: { menuIds: String(id), orderNums: "10" } })),
    [menus.moveMenu.name]: onOne((menuId) => ({ body: { menuId, parentId: 0 } })),
    [menus.removeMenu.name]: onOne((id) => ({ params: { id } })),
  };
}

export function noticeRules(stage: AccessStage): Record<string, Rule> {
  const body = (unitId: number, name: string) => ({
    noticeTitle: name,
    noticeContent: "<p>read me</p>",
    audience: "units" as const,
    unitIds: [unitId],
  });
  const publish = async (unitId: number) => {
    const name = stage.name();
    const { data } = await stage.platform.call(notices.addNotice, { body: body(unitId, name) }, stage.admin);
    return { id: data.id, name };
  };
  const onOne = (input: (id: number, unitId: number, name: string) => Made["input"]): Rule => ({
    outside: "notFound",
    make: async (unitId) => {
      const { id, name } = await publish(unitId);
      return { input: input(id, unitId, name) };
    },
  });
  return {
    [notices.listNotices.name]: {
      outside: "notSeen",
      make: async (unitId) => {
        const { name } = await publish(unitId);
        return { input: { query: { noticeTitle: name } }, sees: name };
      },
    },
    [notices.getNotice.name]: onOne((id) => ({ params: { id } })),
    [notices.addNotice.name]: {
      outside: "field",
      make: async (unitId) => ({ input: { body: body(unitId, stage.name()) } }),
    },
    [notices.changeNotice.name]: onOne((noticeId, unitId, name) => ({
      body: { noticeId, ...body(unitId, name) },
    })),
    [notices.publishNotice.name]: onOne((noticeId) => ({ body: { noticeId } })),
    [notices.removeNotices.name]: onOne((id) => ({ params: { ids: id } })),
    [notices.listNoticeReaders.name]: onOne((noticeId) => ({ query: { noticeId } })),
    [notices.listTopNotices.name]: plain(),
    [notices.listMyNotices.name]: plain(),
    [notices.markAllNoticesRead.name]: plain(),
    [notices.markNoticeRead.name]: {
      outside: "notFound",
      // It reaches the people of a unit, whatever their roles; the administrator is of none.
      personal: { by: null },
      make: async (unitId, side, actor) => {
        const reader = await stage.platform.addUser({ unitId });
        const toAll = side === "own" && actor === "admin";
        const given = { ...body(unitId, stage.name()), status: "0" as const };
        const audience = toAll ? { audience: "all" as const, unitIds: [] } : {};
        const input = { body: { ...given, ...audience } };
        const { data } = await stage.platform.call(notices.addNotice, input, stage.admin);
        return { input: { query: { noticeId: data.id } }, owner: reader };
      },
    },
  };
}
