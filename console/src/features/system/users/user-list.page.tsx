import "./users.css";
import { type User, users } from "@tracewater/contract/system/users";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { hasPermission, useSession } from "../../../api/session.ts";
import { useApi } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import { actionsColumn, type Column } from "../../../kit/data-table/column.ts";
import { TableToolbar } from "../../../kit/data-table/table-toolbar.tsx";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { Forbidden } from "../../../kit/forbidden.tsx";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { useIsNarrow } from "../../../kit/phone.ts";
import { useRoleNames } from "../../../pickers/role-name.ts";
import { QueryRows } from "../../../resource/query-rows.tsx";
import { DeptTree } from "./list/dept-tree.tsx";
import { OpenDialog } from "./list/open-dialog.tsx";
import type { OpenUser } from "./list/open-user.ts";
import { UserActions } from "./list/user-actions.tsx";
import { UserState, useUserColumns } from "./list/user-columns.tsx";
import {
  filtersQuery,
  isFiltered,
  readFilters,
  type UserFilters,
  writeFilters,
} from "./list/user-filters.ts";
import { UserRowMenu } from "./list/user-row-menu.tsx";
import { type Filtering, UserSearch } from "./list/user-search.tsx";

/** The platform's users: units at the left, their people at the right. */
export default function UserListPage() {
  const session = useSession();
  const [search, setSearch] = useSearchParams();
  const [searchShown, setSearchShown] = useState(true);
  const isNarrow = useIsNarrow();
  if (!hasPermission("system:user:list", session)) {
    return (
      <PageFrame>
        <Forbidden />
      </PageFrame>
    );
  }
  const filters = readFilters(search);
  const change = (part: Partial<UserFilters>) => setSearch(writeFilters({ ...filters, page: 1, ...part }));
  return (
    <PageFrame fill>
      {searchShown ? <UserSearch filters={filters} change={change} /> : null}
      <div className={isNarrow ? "user-page user-page-narrow" : "user-page"}>
        {isNarrow ? null : <DeptTree chosen={filters.deptId} onChoose={(deptId) => change({ deptId })} />}
        <UserRows
          filters={filters}
          change={change}
          searchShown={searchShown}
          onToggleSearch={() => setSearchShown(!searchShown)}
        />
      </div>
    </PageFrame>
  );
}

const tableId = "users";

function UserRows(props: Filtering & { searchShown: boolean; onToggleSearch: () => void }) {
  const { filters } = props;
  const { t } = useTranslation("system-users");
  const [open, setOpen] = useState<OpenUser | null>(null);
  const [selected, setSelected] = useState<readonly string[]>([]);
  const query = { ...filtersQuery(filters), pageNum: filters.page, pageSize: filters.size };
  const found = useApi(users.calls.list, { query }, { keepPrevious: true, handled: true });
  const rows = found.data?.rows ?? [];
  const chosen = rows.filter((row) => selected.includes(String(row.userId)));
  const columns: Column<User>[] = [
    ...useUserColumns(),
    actionsColumn(t("row.actions"), 96, (user) => <UserRowMenu user={user} onOpen={setOpen} />),
  ];
  return (
    <Card flush fill className="list-card">
      <TableToolbar
        tableId={tableId}
        columns={columns}
        selectedCount={chosen.length}
        searchShown={props.searchShown}
        onToggleSearch={props.onToggleSearch}
        onRefresh={() => void found.refetch()}
        refreshing={found.isFetching}
      >
        <UserActions filters={filters} chosen={chosen} onOpen={setOpen} />
      </TableToolbar>
      <QueryRows
        isFiltered={isFiltered(filters)}
        found={found}
        id={tableId}
        columns={columns}
        rowKey={(user) => String(user.userId)}
        selection={{ keys: chosen.map((user) => String(user.userId)), onChange: setSelected }}
        sort={filters.sort}
        onSort={(sort) => props.change({ sort })}
        empty={<NoUsers filtered={isFiltered(filters)} />}
        cards={(user) => <UserCard user={user} onOpen={setOpen} />}
        page={filters.page}
        size={filters.size}
        onPage={(page, size) => props.change({ page, size })}
      />
      {open === null ? null : <OpenDialog open={open} deptId={filters.deptId} onOpen={setOpen} />}
    </Card>
  );
}

function NoUsers({ filtered }: { filtered: boolean }) {
  const { t } = useTranslation("system-users");
  return filtered ? (
    <EmptyState title={t("none.found")} text={t("none.foundText")} />
  ) : (
    <EmptyState title={t("none.title")} text={t("none.text")} />
  );
}

function UserCard({ user, onOpen }: { user: User; onOpen: (open: OpenUser) => void }) {
  const rolesOf = useRoleNames();
  return (
    <div className="user-card">
      <div className="user-card-facts">
        <strong>{user.nickName}</strong>
        <span className="code">{user.userName}</span>
        <span className="user-quiet">
          {[user.deptName, rolesOf(user.roleNames)].filter((part) => part !== "").join(" · ")}
        </span>
        <UserState user={user} />
      </div>
      <UserRowMenu user={user} onOpen={onOpen} />
    </div>
  );
}
