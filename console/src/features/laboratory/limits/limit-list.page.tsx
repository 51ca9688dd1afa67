import "./limits.css";
import { type LimitRow, listLimits } from "@tracewater/contract/laboratory/limits";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import { TableToolbar } from "../../../kit/data-table/table-toolbar.tsx";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { QueryRows } from "../../../resource/query-rows.tsx";
import { LimitCard, useLimitColumns } from "./limit-columns.tsx";
import { LimitDialog } from "./limit-dialog.tsx";
import { LimitDrawer } from "./limit-drawer.tsx";

/** Above which concentration a result has consequences, for each analyte and matrix. */
export default function LimitListPage() {
  return (
    <PermittedPage to="laboratory:limit:list">
      <LimitList />
    </PermittedPage>
  );
}

function LimitList() {
  const { t } = useTranslation("laboratory-limits");
  const [editing, setEditing] = useState<LimitRow | null>(null);
  const [shown, setShown] = useState<LimitRow | null>(null);
  const found = useApi(listLimits, {}, { handled: true });
  const actions = { onEdit: setEditing, onShow: setShown };
  const columns = useLimitColumns(actions);
  return (
    <PageFrame fill hint={t("hint")} title={t("title")}>
      <Card flush fill className="limit-rows">
        <TableToolbar
          tableId="analyte_limit"
          columns={columns}
          selectedCount={0}
          onRefresh={() => void found.refetch()}
          refreshing={found.isFetching}
        />
        <QueryRows
          found={found}
          id="analyte_limit"
          columns={columns}
          order={setFirst}
          rowKey={(row) => `${row.analyte} ${row.phase}`}
          empty={<EmptyState title={t("none")} />}
          cards={(row) => <LimitCard row={row} {...actions} />}
          page={1}
          size={50}
          onPage={() => undefined}
        />
      </Card>
      {editing === null ? null : <LimitDialog row={editing} onClose={() => setEditing(null)} />}
      {shown === null ? null : <LimitDrawer row={shown} onClose={() => setShown(null)} />}
    </PageFrame>
  );
}

/** Limits that are set come first: most of the rows have none. */
function setFirst(rows: readonly LimitRow[]): LimitRow[] {
  const rank = ({ inForce }: LimitRow) => (inForce === null || inForce.value === null ? 1 : 0);
  return rows.toSorted((a, b) => rank(a) - rank(b));
}
