import "./online.css";
import { endOnline, listOnline, type OnlineSession } from "@tracewater/contract/system/online";
import Button from "antd/es/button";
import Modal from "antd/es/modal";
import { LogOut } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Allowed } from "../../../api/allowed.tsx";
import { invalidate, useApi, useApiMutation } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import { actionsColumn, type Column } from "../../../kit/data-table/column.ts";
import { TableToolbar } from "../../../kit/data-table/table-toolbar.tsx";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { IconButton } from "../../../kit/icon-button.tsx";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { ChoiceField, KeywordField } from "../../../kit/search-fields.tsx";
import { SearchForm } from "../../../kit/search-form.tsx";
import { type SearchProps, useSearchFields } from "../../../kit/use-search-fields.ts";
import { useUrlFilters } from "../../../kit/use-url-filters.ts";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { QueryRows } from "../../../resource/query-rows.tsx";

/** Who is logged in, from where and with what; ending a session takes effect at once. */
export default function OnlineListPage() {
  return (
    <PermittedPage to="monitor:online:list">
      <OnlineList />
    </PermittedPage>
  );
}

function OnlineList() {
  const { filters, change } = useUrlFilters(["keyword", "bound"]);
  const { keyword, bound } = filters.values;
  return (
    <PageFrame fill>
      <OnlineSearch values={filters.values} change={(values) => change({ values })} />
      <OnlineRows
        query={{
          pageNum: filters.page,
          pageSize: filters.size,
          ...(keyword === "" ? {} : { keyword }),
          ...(bound === "0" || bound === "1" ? { bound } : {}),
        }}
        onPage={(page, size) => change({ page, size })}
      />
    </PageFrame>
  );
}

function OnlineSearch(props: SearchProps<"keyword" | "bound">) {
  const { t } = useTranslation("system-online");
  const { form, field } = useSearchFields(props);
  return (
    <SearchForm {...form}>
      <KeywordField label={t("keyword")} {...field("keyword")} />
      <ChoiceField
        label={t("binding")}
        options={(["1", "0"] as const).map((value) => ({ value, label: t(`bound.${value}`) }))}
        {...field("bound")}
      />
    </SearchForm>
  );
}

type Query = { pageNum: number; pageSize: number; keyword?: string; bound?: "0" | "1" };

function OnlineRows(props: { query: Query; onPage: (page: number, size: number) => void }) {
  const { t } = useTranslation("system-online");
  const [selected, setSelected] = useState<readonly string[]>([]);
  const [asked, setAsked] = useState<readonly OnlineSession[] | null>(null);
  const found = useApi(
    listOnline,
    { query: props.query },
    { keepPrevious: true, handled: true, everyMs: 30_000 },
  );
  const rows = found.data?.rows ?? [];
  const chosen = rows.filter((one) => selected.includes(String(one.tokenId)) && one.changeable);
  const columns = useColumns((one) => setAsked([one]));
  return (
    <Card flush fill className="list-card">
      <TableToolbar
        tableId="online"
        columns={columns}
        selectedCount={chosen.length}
        onRefresh={() => void found.refetch()}
        refreshing={found.isFetching}
      >
        <Allowed to="monitor:online:forceLogout">
          <Button icon={<LogOut size={15} />} disabled={chosen.length === 0} onClick={() => setAsked(chosen)}>
            {t("end")}
          </Button>
        </Allowed>
      </TableToolbar>
      <QueryRows
        found={found}
        id="online"
        columns={columns}
        rowKey={(one) => String(one.tokenId)}
        selection={{ keys: chosen.map((one) => String(one.tokenId)), onChange: setSelected }}
        empty={<EmptyState title={t("none")} />}
        cards={(one) => <OnlineCard one={one} onEnd={() => setAsked([one])} />}
        page={props.query.pageNum}
        size={props.query.pageSize}
        onPage={props.onPage}
      />
      {asked === null ? null : <EndDialog sessions={asked} onClose={() => setAsked(null)} />}
    </Card>
  );
}

function useColumns(onEnd: (one: OnlineSession) => void): Column<OnlineSession>[] {
  const { t } = useTranslation("system-online");
  return [
    {
      id: "userName",
      label: t("userName"),
      width: 150,
      required: true,
      cell: (one) => (
        <>
          <span className="code">{one.userName}</span>
          {one.current ? <span className="online-own">{t("current")}</span> : null}
        </>
      ),
    },
    { id: "nickName", label: t("nickName"), width: 116, hiddenAtFirst: true, cell: (one) => one.nickName },
    { id: "dept", label: t("dept"), width: 130, cell: (one) => one.deptName || "—" },
    {
      id: "ipaddr",
      label: t("address"),
      width: 112,
      cell: (one) => <span className="code">{one.ipaddr}</span>,
    },
    {
      id: "agent",
      label: t("agent"),
      width: 152,
      cell: (one) => <span title={one.agent}>{agentOf(one) || t("unknownAgent")}</span>,
    },
    { id: "way", label: t("wayIn"), width: 150, cell: (one) => <Way of={one} /> },
    { id: "bound", label: t("binding"), width: 150, cell: (one) => t(`bound.${one.bound ? 1 : 0}`) },
    {
      id: "loginTime",
      label: t("loginTime"),
      width: 172,
      hiddenAtFirst: true,
      cell: (one) => one.loginTime,
    },
    { id: "lastSeen", label: t("lastSeen"), width: 172, cell: (one) => one.lastSeen },
    actionsColumn(t("end"), 64, (one) => <EndButton one={one} onEnd={() => onEnd(one)} />),
  ];
}

/** How its user came in, with the second factor where they showed one. */
function Way({ of: { way, factor } }: { of: OnlineSession }) {
  const { t } = useTranslation("system-online");
  if (factor === "none" || factor === way) return t(`way.${way}`);
  return `${t(`way.${way}`)} + ${t(`factor.${factor}`)}`;
}

function EndButton({ one, onEnd }: { one: OnlineSession; onEnd: () => void }) {
  const { t } = useTranslation("system-online");
  if (!one.changeable || one.current) return null;
  return (
    <Allowed to="monitor:online:forceLogout">
      <span className="online-end">
        <IconButton label={t("endOf", { name: one.userName })} onClick={onEnd}>
          <LogOut />
        </IconButton>
      </span>
    </Allowed>
  );
}

function OnlineCard({ one, onEnd }: { one: OnlineSession; onEnd: () => void }) {
  const { t } = useTranslation("system-online");
  return (
    <div className="online-card">
      <div>
        <strong>{one.nickName}</strong> <span className="code">{one.userName}</span>
        <div>{[one.ipaddr, agentOf(one)].filter(Boolean).join(" · ")}</div>
        <div className="online-quiet">
          <Way of={one} />
        </div>
        <div className="online-quiet">
          {t("lastSeen")} {one.lastSeen}
        </div>
      </div>
      <EndButton one={one} onEnd={onEnd} />
    </div>
  );
}

function agentOf({ browser, os }: OnlineSession): string {
  return [browser, os].filter((part) => part !== "").join(" · ");
}

function EndDialog(props: { sessions: readonly OnlineSession[]; onClose: () => void }) {
  const { t } = useTranslation("system-online");
  const end = useApiMutation(endOnline);
  const ids = props.sessions.map((one) => one.tokenId).join(",");
  const act = async () => {
    await end.mutateAsync({ params: { ids } });
    await invalidate(listOnline);
    props.onClose();
  };
  return (
    <Modal
      open
      centered
      width={420}
      title={t("ask.title", { count: props.sessions.length })}
      okText={t("end")}
      okButtonProps={{ danger: true }}
      cancelText={t("cancel")}
      confirmLoading={end.isPending}
      // The shell says what was refused; the question is until it is answered.
      onOk={() => void act().catch(() => undefined)}
      onCancel={props.onClose}
    >
      <p>{t("ask.text")}</p>
      <p className="code">
        {[...new Set(props.sessions.map((one) => one.userName))].slice(0, 10).join(", ")}
      </p>
    </Modal>
  );
}
