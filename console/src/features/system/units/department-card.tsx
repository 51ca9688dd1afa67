import { type Dept, listDepts, moveDept, removeDepts } from "@tracewater/contract/system/dept";
import { type Unit, units } from "@tracewater/contract/system/units";
import Button from "antd/es/button";
import { Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Allowed } from "../../../api/allowed.tsx";
import { hasPermission, useSession } from "../../../api/session.ts";
import { invalidate, useApi, useApiMutation } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import type { Column } from "../../../kit/data-table/column.ts";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { IconButton } from "../../../kit/icon-button.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { RowMenu } from "../../../kit/row-menu.tsx";
import { State } from "../../../kit/state.tsx";
import { TreeTable } from "../../../kit/tree-table/tree-table.tsx";
import { ConfirmDialog } from "../../../resource/confirm-dialog.tsx";
import { DepartmentForm } from "./department-form.tsx";

type Open = { kind: "add"; parent: number } | { kind: "change"; dept: Dept } | { kind: "delete"; dept: Dept };

/** The departments of a unit as a tree: made, changed, deleted and put in order. */
export function DepartmentCard({ unit }: { unit: Unit }) {
  const { t } = useTranslation("system-units");
  const found = useApi(listDepts, {}, { handled: true });
  const [open, setOpen] = useState<Open | null>(null);
  const all = found.data?.data ?? [];
  const branch = branchOf(all, unit.deptId);
  return (
    <Card
      title={t("departments.title")}
      hint={branch.length > 0 ? String(branch.length) : undefined}
      flush
      className="unit-departments"
      extra={
        <Allowed to="system:dept:add">
          <Button icon={<Plus size={15} />} onClick={() => setOpen({ kind: "add", parent: unit.deptId })}>
            {t("departments.add")}
          </Button>
        </Allowed>
      }
    >
      {found.isPending ? <Loading lines={4} /> : null}
      {found.isError ? <ErrorBox error={found.error} onRetry={() => void found.refetch()} /> : null}
      {found.isSuccess && branch.length === 0 ? (
        <EmptyState title={t("departments.none")} text={t("departments.noneText")} />
      ) : null}
      {branch.length > 0 ? <DepartmentTree unit={unit} rows={branch} onOpen={setOpen} /> : null}
      {open?.kind === "add" || open?.kind === "change" ? (
        <DepartmentForm
          dept={open.kind === "change" ? open.dept : null}
          parentId={open.kind === "change" ? open.dept.parentId : open.parent}
          onClose={() => setOpen(null)}
        />
      ) : null}
      {open?.kind === "delete" ? <DeleteDepartment dept={open.dept} onClose={() => setOpen(null)} /> : null}
    </Card>
  );
}

function DepartmentTree(props: { unit: Unit; rows: readonly Dept[]; onOpen: (open: Open) => void }) {
  const { unit, rows, onOpen } = props;
  const { t } = useTranslation("system-units");
  const session = useSession();
  const move = useApiMutation(moveDept);
  const mayEdit = hasPermission("system:dept:edit", session);
  const isPlain = !["edit", "add", "remove"].some((verb) => hasPermission(`system:dept:${verb}`, session));
  const columns: Column<Dept>[] = [
    { id: "name", label: t("departments.name"), width: 320, cell: (dept) => dept.deptName },
    { id: "leader", label: t("departments.leader"), width: 140, cell: (dept) => dept.leader || "—" },
    { id: "phone", label: t("departments.phone"), width: 140, cell: (dept) => dept.phone || "—" },
    { id: "status", label: t("departments.status"), width: 110, cell: (dept) => <InUse dept={dept} /> },
  ];
  return (
    <TreeTable
      label={t("departments.title")}
      columns={columns}
      rows={rows}
      keyOf={(dept) => dept.deptId}
      parentOf={(dept) => dept.parentId}
      nameOf={(dept) => dept.deptName}
      openLevels={rows.length > 200 ? 0 : 2}
      actionsWidth={216}
      onMove={
        mayEdit
          ? (dept, place) =>
              move.mutate(
                {
                  body: {
                    deptId: dept.deptId,
                    parentId: place.parentKey ?? unit.deptId,
                    before: place.before,
                  },
                },
                { onSettled: () => void invalidate(listDepts) },
              )
          : undefined
      }
      actions={isPlain ? undefined : (dept) => <RowActions dept={dept} onOpen={onOpen} />}
    />
  );
}

function InUse({ dept }: { dept: Dept }) {
  const { t } = useTranslation("system-units");
  return <State tone={dept.status === "0" ? "ok" : "off"} label={t(`departments.states.${dept.status}`)} />;
}

function RowActions({ dept, onOpen }: { dept: Dept; onOpen: (open: Open) => void }) {
  const { t } = useTranslation("system-units");
  const name = dept.deptName;
  return (
    <>
      <Allowed to="system:dept:add">
        <IconButton
          label={t("departments.addBelow", { name })}
          onClick={() => onOpen({ kind: "add", parent: dept.deptId })}
        >
          <Plus />
        </IconButton>
      </Allowed>
      <Allowed to="system:dept:edit">
        <IconButton
          label={t("departments.changeOf", { name })}
          onClick={() => onOpen({ kind: "change", dept })}
        >
          <Pencil />
        </IconButton>
      </Allowed>
      <Allowed to="system:dept:remove">
        <RowMenu
          name={name}
          items={[
            {
              ...{ key: "delete", icon: <Trash2 size={16} />, danger: true },
              label: t("departments.deleteOf", { name }),
              onClick: () => onOpen({ kind: "delete", dept }),
            },
          ]}
        />
      </Allowed>
    </>
  );
}

function DeleteDepartment({ dept, onClose }: { dept: Dept; onClose: () => void }) {
  const { t } = useTranslation("system-units");
  return (
    <ConfirmDialog
      call={removeDepts}
      input={{ params: { ids: String(dept.deptId) } }}
      title={t("departments.delete")}
      submit={t("departments.deleteDo")}
      stale={[listDepts, units.calls.get]}
      done={t("departments.deleted")}
      onClose={onClose}
    >
      {t("departments.deleteText", { name: dept.deptName })}
    </ConfirmDialog>
  );
}

/** What is below a unit, without the unit itself. */
function branchOf(all: readonly Dept[], rootId: number): Dept[] {
  const below = new Map<number, Dept[]>();
  for (const dept of all) below.set(dept.parentId, [...(below.get(dept.parentId) ?? []), dept]);
  const branch: Dept[] = [];
  const waiting = [rootId];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    for (const dept of below.get(id) ?? []) {
      branch.push(dept);
      waiting.push(dept.deptId);
    }
  }
  return all.filter((dept) => branch.includes(dept));
}
