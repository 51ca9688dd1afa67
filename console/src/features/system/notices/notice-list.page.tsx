import "../../../resource/resource.css";
import "./notices.css";
import { listNotices, type Notice } from "@tracewater/contract/system/notices";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import { DataTable } from "../../../kit/data-table/data-table.tsx";
import { Pager } from "../../../kit/data-table/pager.tsx";
import { TableToolbar } from "../../../kit/data-table/table-toolbar.tsx";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { KeywordField } from "../../../kit/search-fields.tsx";
import { SearchForm } from "../../../kit/search-form.tsx";
import { type SearchProps, useSearchFields } from "../../../kit/use-search-fields.ts";
import { useUrlFilters } from "../../../kit/use-url-filters.ts";
import { AddButton } from "../../../resource/add-button.tsx";
import { EmptyList } from "../../../resource/empty-list.tsx";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { NoticeCard, useNoticeColumns } from "./notice-columns.tsx";
import { NoticeDialogs, type OpenNotice } from "./notice-dialogs.tsx";

/** The notices that the user writes and manages. */
export default function NoticeListPage() {
  return (
    <PermittedPage to="system:notice:list">
      <NoticeList />
    </PermittedPage>
  );
}

function NoticeList() {
  const { filters, change } = useUrlFilters(["title"]);
  const { page, size } = filters;
  const { title } = filters.values;
  const query = { noticeTitle: title, pageNum: page, pageSize: size };
  const found = useApi(listNotices, { query }, { keepPrevious: true, handled: true });
  const [open, setOpen] = useState<OpenNotice | null>(null);
  return (
    <PageFrame fill>
      <TitleSearch values={filters.values} change={(values) => change({ values })} />
      <Card flush fill className="resource-card">
        <Rows found={found} isFiltered={title !== ""} onOpen={setOpen} />
        <Pager
          total={found.data?.total ?? 0}
          page={page}
          size={size}
          onChange={(to, sized) => change({ page: to, size: sized })}
        />
      </Card>
      {open === null ? null : <NoticeDialogs open={open} onClose={() => setOpen(null)} />}
    </PageFrame>
  );
}

function TitleSearch(props: SearchProps<"title">) {
  const { t } = useTranslation("system-notices");
  const { form, field } = useSearchFields(props);
  return (
    <SearchForm {...form}>
      <KeywordField label={t("field.noticeTitle")} {...field("title")} />
    </SearchForm>
  );
}

type Found = ReturnType<typeof useApi<typeof listNotices>>;

function Rows(props: { found: Found; isFiltered: boolean; onOpen: (open: OpenNotice) => void }) {
  const { found, onOpen } = props;
  const { t } = useTranslation("system-notices");
  const columns = useNoticeColumns(onOpen);
  const rows: readonly Notice[] = found.data?.rows ?? [];
  if (found.error !== null && found.data === undefined) {
    return <ErrorBox error={found.error} onRetry={() => void found.refetch()} />;
  }
  return (
    <>
      <TableToolbar
        tableId="notice"
        columns={columns}
        onRefresh={() => void found.refetch()}
        refreshing={found.isFetching}
      >
        <AddButton
          to="system:notice:add"
          label={t("add")}
          onClick={() => onOpen({ kind: "form", notice: null })}
        />
      </TableToolbar>
      <DataTable
        id="notice"
        columns={columns}
        rows={rows}
        rowKey={(row) => String(row.noticeId)}
        loading={found.isPending}
        busy={found.isPlaceholderData}
        empty={
          props.isFiltered ? (
            <EmptyState title={t("none.found")} />
          ) : (
            <EmptyList
              title={t("none.title")}
              text={t("none.text")}
              add={{ to: "system:notice:add", onClick: () => onOpen({ kind: "form", notice: null }) }}
            />
          )
        }
        cards={(row) => <NoticeCard notice={row} onOpen={onOpen} />}
      />
    </>
  );
}
