/** The tab of a role with the users who hold it and those who do not. */
import {
  addRoleMembers,
  listRoleCandidates,
  listRoleMembers,
  listRoles,
  type Role,
  removeRoleMembers,
} from "@tracewater/contract/system/roles";
import type { User } from "@tracewater/contract/system/users";
import Button from "antd/es/button";
import Input from "antd/es/input";
import Segmented from "antd/es/segmented";
import { Search, UserMinus, UserPlus } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Allowed } from "../../../../api/allowed.tsx";
import { invalidate, useApi, useApiMutation } from "../../../../api/use-api.ts";
import type { Column } from "../../../../kit/data-table/column.ts";
import { DataTable } from "../../../../kit/data-table/data-table.tsx";
import { EmptyState } from "../../../../kit/empty-state.tsx";
import { ErrorBox } from "../../../../kit/error-box.tsx";
import { showToast } from "../../../../kit/toasts.ts";

const pageSize = 50;

type Which = "held" | "others";

/** Who holds the role, and giving it to others; each change takes effect at once. */
export function RoleMembers({ of: role }: { of: Role }) {
  const { t } = useTranslation("system-roles");
  const [which, setWhich] = useState<Which>("held");
  const [keyword, setKeyword] = useState("");
  const [selected, setSelected] = useState<readonly string[]>([]);
  const columns = useColumns();
  const call = which === "held" ? listRoleMembers : listRoleCandidates;
  const word = keyword.trim();
  const query = { roleId: role.roleId, pageSize, ...(word === "" ? {} : { keyword: word }) };
  const found = useApi(call, { query }, { keepPrevious: true, handled: true });
  const rows = found.data?.rows ?? [];
  const chosen = rows.filter((user) => selected.includes(String(user.userId)) && user.changeable);
  return (
    <div className="role-members">
      <Segmented<Which>
        value={which}
        options={[
          { value: "held", label: t("members.held") },
          { value: "others", label: t("members.others") },
        ]}
        onChange={(next) => {
          setWhich(next);
          setSelected([]);
        }}
      />
      <div className="role-members-bar">
        <Input
          prefix={<Search size={16} strokeWidth={1.5} />}
          placeholder={t("members.keyword")}
          aria-label={t("members.keyword")}
          disabled={false}
          allowClear
          value={keyword}
          onChange={(event) => setKeyword(event.target.value)}
        />
        <MoveButton role={role} which={which} chosen={chosen} onMoved={() => setSelected([])} />
      </div>
      {found.error !== null && found.data === undefined ? (
        <ErrorBox error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <DataTable
          id="role-members"
          columns={columns}
          rows={rows}
          rowKey={(user) => String(user.userId)}
          selection={{ keys: chosen.map((user) => String(user.userId)), onChange: setSelected }}
          loading={found.isPending}
          busy={found.isPlaceholderData}
          empty={<EmptyState title={t(word === "" ? `members.none.${which}` : "members.noMatch")} />}
        />
      )}
      {(found.data?.total ?? 0) > rows.length ? (
        <p className="role-quiet">
          {t("members.more", { shown: rows.length, count: found.data?.total ?? 0 })}
        </p>
      ) : null}
    </div>
  );
}

/** Takes the role from the chosen users, or gives it to them. */
function MoveButton(props: { role: Role; which: Which; chosen: readonly User[]; onMoved: () => void }) {
  const { role, which, chosen, onMoved } = props;
  const { t } = useTranslation("system-roles");
  const change = useApiMutation(which === "held" ? removeRoleMembers : addRoleMembers);
  async function act(): Promise<void> {
    const userIds = chosen.map((user) => user.userId).join(",");
    await change.mutateAsync({ query: { roleId: role.roleId, userIds } });
    onMoved();
    showToast({
      tone: "success",
      text: t(which === "held" ? "members.taken" : "members.given", { count: chosen.length }),
    });
    await Promise.all([invalidate(listRoleMembers), invalidate(listRoleCandidates), invalidate(listRoles)]);
  }
  return (
    <Allowed to="system:role:edit">
      <Button
        icon={which === "held" ? <UserMinus size={16} /> : <UserPlus size={16} />}
        disabled={chosen.length === 0 || !role.assignable}
        loading={change.isPending}
        // The shell says what was refused.
        onClick={() => void act().catch(() => undefined)}
      >
        {t(which === "held" ? "members.take" : "members.give")}
      </Button>
    </Allowed>
  );
}

function useColumns(): Column<User>[] {
  const { t } = useTranslation("system-roles");
  return [
    {
      id: "userName",
      label: t("members.userName"),
      width: 140,
      required: true,
      cell: (user) => <span className="code">{user.userName}</span>,
    },
    { id: "nickName", label: t("members.nickName"), width: 140, cell: (user) => user.nickName },
    { id: "dept", label: t("members.dept"), width: 160, cell: (user) => user.deptName || "—" },
  ];
}
