import "../../../resource/record.css";
import "./evidence.css";
import { type EvidenceItem, listEvidenceItems } from "@tracewater/contract/evidence/items";
import Button from "antd/es/button";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Allowed } from "../../../api/allowed.tsx";
import { useSession } from "../../../api/session.ts";
import { useApi } from "../../../api/use-api.ts";
import { actionsColumn, type Column } from "../../../kit/data-table/column.ts";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { formatMoment } from "../../../kit/moment.ts";
import { ChoiceField } from "../../../kit/search-fields.tsx";
import { SearchForm } from "../../../kit/search-form.tsx";
import { type SearchProps, useSearchFields } from "../../../kit/use-search-fields.ts";
import { useUrlFilters } from "../../../kit/use-url-filters.ts";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { QueryTable } from "../../../resource/query-table.tsx";
import { ItemCard, useItemColumns } from "./item-columns.tsx";
import { DestructionRefusal, ItemDestruction } from "./item-destruction.tsx";

const views = ["disposal", "due"] as const;
type Name = "view";

/** What becomes of items: destructions that wait for a second person, and what is to be settled after the opinion. */
export default function DisposalListPage() {
  return (
    <PermittedPage to="evidence:item:list">
      <Disposals />
    </PermittedPage>
  );
}

type Asked = { item: EvidenceItem; act: "approve" | "refuse" };

function Disposals() {
  const { t } = useTranslation("evidence-entrustments");
  const list = useUrlFilters<Name>(["view"]);
  const { values, page, size } = list.filters;
  const only = views.find((view) => view === values.view) ?? "disposal";
  const [asked, setAsked] = useState<Asked | null>(null);
  const found = useApi(
    listEvidenceItems,
    { query: { only, pageNum: page, pageSize: size, orderByColumn: "createdAt", isAsc: "asc" } },
    { keepPrevious: true, handled: true },
  );
  const columns = useDisposalColumns(only, setAsked);
  const isWaiting = only === "disposal";
  return (
    <QueryTable<EvidenceItem, Name>
      list={list}
      found={found}
      search={DisposalSearch}
      id="evidence_disposal"
      columns={columns}
      rowKey={(row) => String(row.itemId)}
      empty={
        <EmptyState
          title={t(isWaiting ? "disposal.noneWaiting" : "disposal.noneDue")}
          text={t(isWaiting ? "disposal.noneWaitingText" : "disposal.noneDueText")}
        />
      }
      cards={(row) => (
        <>
          <ItemCard row={row} />
          {isWaiting ? <Acts item={row} onAct={setAsked} /> : null}
        </>
      )}
    >
      {asked?.act === "approve" ? <ItemDestruction item={asked.item} onClose={() => setAsked(null)} /> : null}
      {asked?.act === "refuse" ? (
        <DestructionRefusal item={asked.item} onClose={() => setAsked(null)} />
      ) : null}
    </QueryTable>
  );
}

/** Of items that wait for approval: who requested it, when and on whose order; then what may be done. */
function useDisposalColumns(
  only: (typeof views)[number],
  onAct: (asked: Asked) => void,
): Column<EvidenceItem>[] {
  const { t } = useTranslation("evidence-entrustments");
  const columns = useItemColumns({ ofOne: false }).map(({ sortKey: _none, ...column }) => column);
  if (only === "due") return columns;
  return [
    ...columns.filter(({ id }) => ["itemNo", "name", "entrustmentNo", "reserve"].includes(id)),
    {
      ...{ id: "requestedBy", label: t("disposal.requestedBy"), width: 160 },
      cell: (row) => row.destroyAskedBy ?? "—",
    },
    {
      ...{ id: "requestedAt", label: t("disposal.requestedAt"), width: 175 },
      cell: (row) => (
        <span className="num">{row.destroyAskedAt === null ? "—" : formatMoment(row.destroyAskedAt)}</span>
      ),
    },
    {
      ...{ id: "order", label: t("disposal.order"), width: 140 },
      cell: (row) => row.destroyAuthority || "—",
    },
    actionsColumn(t("item.approve"), 200, (row) => <Acts item={row} onAct={onAct} />),
  ];
}

/** The person who requested a destruction cannot approve or refuse it. */
function Acts({ item, onAct }: { item: EvidenceItem; onAct: (asked: Asked) => void }) {
  const { t } = useTranslation("evidence-entrustments");
  const isOwn = item.destroyAskedById === useSession()?.user.userId;
  if (isOwn) return <>{t("disposal.own")}</>;
  return (
    <Allowed to="evidence:item:approve">
      <span className="disposal-acts">
        <Button danger size="small" onClick={() => onAct({ item, act: "approve" })}>
          {t("disposal.approve")}
        </Button>
        <Button size="small" onClick={() => onAct({ item, act: "refuse" })}>
          {t("disposal.refuse")}
        </Button>
      </span>
    </Allowed>
  );
}

function DisposalSearch(props: SearchProps<Name>) {
  const { t } = useTranslation("evidence-entrustments");
  const { form, field } = useSearchFields(props);
  return (
    <SearchForm {...form}>
      <ChoiceField
        label={t("disposal.view")}
        options={[
          { value: "disposal", label: t("disposal.waiting") },
          { value: "due", label: t("disposal.due") },
        ]}
        {...field("view")}
      />
    </SearchForm>
  );
}
