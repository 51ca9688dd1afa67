import type { BodyOf } from "@tracewater/contract/call";
import type { addDept, changeDept, DeptNode } from "@tracewater/contract/system/dept";
import { AppError, fieldError, notFound } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import type { DayClock } from "../../../platform/day-clock.ts";
import type { Scope } from "../../../platform/scope.ts";
import { isForeignKeyViolation, onUniqueViolation } from "../../../platform/store/constraint-errors.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { Sorting } from "../../../platform/store/sort-rows.ts";
import type { LicenceService } from "../licences/licence.service.ts";
import { createOrgUnitStore, type Held, type OrgUnitRecord } from "./org-unit.store.ts";
import type { OrgUnitFields } from "./org-unit-tree.store.ts";

export type OrgUnitService = ReturnType<typeof createOrgUnitService>;

type Added = BodyOf<typeof addDept>;
type Changed = BodyOf<typeof changeDept>;

/** Enterprise units and their departments: one tree, its roots being the units. */
export function createOrgUnitService(options: { db: Db; clock: DayClock; licences: LicenceService }) {
  const { clock, licences } = options;
  const store = createOrgUnitStore(options.db);
  const firstLicence = (by: Caller | null, terms = licences.defaultTerms()) => ({
    ...terms,
    issuedBy: by?.userId ?? null,
    issuedByName: by?.userName ?? "",
    at: clock.now(),
  });

  async function requireOwn(scope: Scope, id: number): Promise<OrgUnitRecord> {
    const found = await store.find(scope, id);
    if (found === undefined) throw notFound(orgUnitName);
    return found;
  }

  /** Throws where the unit is outside the scope, with the same words as for one that does not exist. */
  async function require(scope: Scope, id: number, field: string): Promise<OrgUnitRecord> {
    const found = await store.find(scope, id);
    if (found === undefined) throw fieldError(field, { en: "unit not found", zh: "单位不存在" });
    return found;
  }

  /** A new place for a branch: within reach, in use, and with room where it belongs to another enterprise unit. */
  async function requirePlace(scope: Scope, parentId: number, branch: number | null): Promise<void> {
    const parent = await require(scope, parentId, "parentId");
    if (parent.status === "1") throw fieldError("parentId", { en: "is disabled", zh: "已停用" });
    if (branch !== null) await licences.requireRoomFor(branch, parentId);
  }

  return {
    require,
    list: store.list,
    listWithHolders: store.listWithHolders,
    ensureUnit: (name: string) => store.ensureUnit(name, firstLicence(null)),
    firstLicence,

    /** Throws where the scope holds no enterprise unit of that id. */
    async requireUnit(scope: Scope, id: number, field: string): Promise<OrgUnitRecord> {
      const found = await require(scope, id, field);
      if (found.parentId === null) return found;
      throw fieldError(field, { en: "is a department, not an enterprise unit", zh: "是部门，不是企业单位" });
    },

    find: requireOwn,

    async tree(scope: Scope): Promise<DeptNode[]> {
      return toTree(await store.list(scope, { status: "0" }));
    },

    /** The ids behind the names of units that the scope reaches; several units may have one name. */
    async idsByName(scope: Scope): Promise<Map<string, number[]>> {
      const byName = new Map<string, number[]>();
      for (const unit of await store.list(scope)) {
        byName.set(unit.name, [...(byName.get(unit.name) ?? []), unit.id]);
      }
      return byName;
    },

    async listExcept(scope: Scope, id: number): Promise<OrgUnitRecord[]> {
      await requireOwn(scope, id);
      const branch = new Set(await store.branchOf(id));
      return (await store.list(scope)).filter((one) => !branch.has(one.id));
    },

    async add(caller: Caller, given: Added): Promise<number> {
      if (given.parentId === 0) requireWholeReach(caller);
      else await requirePlace(caller.scope, given.parentId, null);
      if (given.parentId !== 0 && given.authorization !== undefined) {
        throw fieldError("authorization", { en: "applies to enterprise units only", zh: "仅适用于企业单位" });
      }
      if (given.authorization !== undefined) licences.checkTerms(given.authorization);
      const licence = given.parentId === 0 ? firstLicence(caller, given.authorization) : null;
      const added = await onUniqueViolation(
        store.add({ ...toFields(given), parentId: given.parentId || null }, licence),
        () => undefined,
      );
      if (added === undefined) throw nameExists();
      return added;
    },

    async change(caller: Caller, given: Changed): Promise<{ before: OrgUnitRecord; after: OrgUnitRecord }> {
      const before = await requireOwn(caller.scope, given.deptId);
      const parentId = given.parentId || null;
      if (parentId !== before.parentId) {
        if (parentId === null || before.parentId === null) throw rootStaysRoot();
        await requirePlace(caller.scope, parentId, before.id);
      }
      if (before.parentId === null && given.status !== before.status) requireWholeReach(caller);
      const after = { ...toFields(given), parentId };
      refuseUnless(await onUniqueViolation(store.change(before.id, after), () => "taken" as const));
      return { before, after: { ...after, id: before.id } };
    },

    async move(caller: Caller, id: number, parentId: number, before: number | null): Promise<OrgUnitRecord> {
      const orgUnit = await requireOwn(caller.scope, id);
      if (orgUnit.parentId === null) throw rootStaysRoot();
      if (orgUnit.parentId !== parentId) await requirePlace(caller.scope, parentId, id);
      refuseUnless(await store.move(id, parentId, before));
      return orgUnit;
    },

    /** Sets the places of several departments of the scope among their neighbours. */
    async sort(scope: Scope, order: Sorting): Promise<{ before: OrgUnitRecord; orderNum: number }[]> {
      const sorted: { before: OrgUnitRecord; orderNum: number }[] = [];
      for (const { id, orderNum } of order) sorted.push({ before: await requireOwn(scope, id), orderNum });
      await store.sort(order);
      return sorted;
    },

    async remove(caller: Caller, ids: readonly number[]): Promise<OrgUnitRecord[]> {
      const gone: OrgUnitRecord[] = [];
      for (const id of ids) {
        const orgUnit = await requireOwn(caller.scope, id);
        if (orgUnit.parentId === null) requireWholeReach(caller);
        gone.push(orgUnit);
      }
      refuseHeld(await store.countHeld(ids));
      try {
        await store.remove(ids);
        return gone;
      } catch (error) {
        if (!isForeignKeyViolation(error)) throw error;
        refuseHeld(await store.countHeld(ids));
        throw new AppError("refused", {
          en: "Historical records belong to it. Disable it instead of deleting it.",
          zh: "仍有历史数据归属于它，无法删除，可改为停用。",
        });
      }
    },
  };
}

/** The tree of what is at hand; whose parent is out of reach is at the top. */
function toTree(rows: readonly { id: number; parentId: number | null; name: string }[]): DeptNode[] {
  const nodes = new Map(
    rows.map((row) => [row.id, { id: row.id, label: row.name, children: [] as DeptNode[] }]),
  );
  const roots: DeptNode[] = [];
  for (const row of rows) {
    const node = nodes.get(row.id);
    if (node === undefined) continue;
    const above = row.parentId === null ? undefined : nodes.get(row.parentId);
    (above?.children ?? roots).push(node);
  }
  return roots;
}

function toFields(given: Added | Changed): OrgUnitFields {
  const { deptName: name, orderNum, leader, phone, email, address, creditCode, remark, status } = given;
  return { name, orderNum, leader, phone, email, address, creditCode, remark, status };
}

/** Enterprise units are made and put out of use by anyone who reaches all of them. */
export function requireWholeReach(caller: Pick<Caller, "scope">): void {
  if (caller.scope.kind === "all") return;
  throw new AppError("forbidden", {
    en: "Only a platform administrator can do this to an enterprise unit.",
    zh: "仅平台管理员可对企业单位执行此操作。",
  });
}

function refuseHeld(held: Held): void {
  const parts = (["children", "users", "devices", "points"] as const).filter((part) => held[part] > 0);
  if (parts.length === 0) return;
  const en = parts.map((part) => `${held[part]} ${heldText[part].en[held[part] === 1 ? 0 : 1]}`).join(", ");
  const zh = parts.map((part) => `${held[part]} ${heldText[part].zh}`).join("、");
  throw new AppError("refused", {
    en: `It still contains ${en}. Move or delete them first.`,
    zh: `其下仍有 ${zh}，请先移走或删除。`,
  });
}

const heldText = {
  children: { en: ["department", "departments"], zh: "个部门" },
  users: { en: ["user", "users"], zh: "名用户" },
  devices: { en: ["device", "devices"], zh: "台设备" },
  points: { en: ["sampling point", "sampling points"], zh: "个采样点" },
} as const;

const orgUnitName = { en: "department", zh: "部门" };

function refuseUnless(outcome: "changed" | "taken" | "ring"): void {
  if (outcome === "taken") throw nameExists();
  if (outcome === "ring") {
    throw fieldError("parentId", { en: "is inside the branch you are moving", zh: "位于被移动的分支之内" });
  }
}

function nameExists(): AppError {
  const text = { en: "this name or credit code is already in use", zh: "名称或统一社会信用代码已被使用" };
  return new AppError("conflict", { en: "This name or credit code is already in use.", zh: `${text.zh}。` }, [
    { field: "deptName", text },
  ]);
}

function rootStaysRoot(): AppError {
  return fieldError("parentId", {
    en: "an enterprise unit cannot become a department, nor a department an enterprise unit",
    zh: "企业单位不能变为部门，部门也不能变为企业单位",
  });
}
