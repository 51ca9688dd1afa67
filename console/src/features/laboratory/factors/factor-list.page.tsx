import "./factors.css";
import { type FactorRow, listFactors } from "@tracewater/contract/laboratory/factors";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import { TableToolbar } from "../../../kit/data-table/table-toolbar.tsx";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { QueryRows } from "../../../resource/query-rows.tsx";
import { FactorCard } from "./factor-card.tsx";
import { useFactorColumns } from "./factor-columns.tsx";
import { FactorDialog } from "./factor-dialog.tsx";
import { FactorDrawer } from "./factor-drawer.tsx";

/** What turns a load into a consumption and a consumption into doses, for each of the 18 analytes. */
export default function FactorListPage() {
  return (
    <PermittedPage to="laboratory:factor:list">
      <FactorList />
    </PermittedPage>
  );
}

function FactorList() {
  const { t } = useTranslation("laboratory-factors");
  const [editing, setEditing] = useState<FactorRow | null>(null);
  const [shown, setShown] = useState<FactorRow | null>(null);
  const found = useApi(listFactors, {}, { handled: true });
  const columns = useFactorColumns({ onEdit: setEditing, onShow: setShown });
  return (
    <PageFrame fill hint={t("hint")} title={t("title")}>
      <Card flush fill className="factor-rows">
        <TableToolbar
          tableId="factor"
          columns={columns}
          selectedCount={0}
          onRefresh={() => void found.refetch()}
          refreshing={found.isFetching}
        />
        <QueryRows
          found={found}
          id="factor"
          columns={columns}
          rowKey={(row) => row.analyte}
          empty={<EmptyState title={t("none.title")} text={t("none.text")} />}
          cards={(row) => <FactorCard row={row} onEdit={setEditing} onShow={setShown} />}
          page={1}
          size={20}
          onPage={() => undefined}
        />
      </Card>
      {editing === null ? null : <FactorDialog row={editing} onClose={() => setEditing(null)} />}
      {shown === null ? null : <FactorDrawer row={shown} onClose={() => setShown(null)} />}
    </PageFrame>
  );
}
