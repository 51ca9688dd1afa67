import "../../../resource/record.css";
import "./boards.css";
import {
  type BoardTestKind,
  boardTestKind,
  exportBoardTests,
  listBoardTests,
} from "@tracewater/contract/laboratory/board-tests";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { useApi } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { useUrlFilters } from "../../../kit/use-url-filters.ts";
import { ExportButton } from "../../../resource/export-button.tsx";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { QueryRows } from "../../../resource/query-rows.tsx";
import { BoardTestCard, useBoardTestColumns } from "./board-test-columns.tsx";

/** The tests of one detector, of one kind. */
export function DeviceRecords({ kind }: { kind: BoardTestKind }) {
  return (
    <PermittedPage to="laboratory:boardTest:list">
      <Records kind={boardTestKind.parse(kind)} />
    </PermittedPage>
  );
}

function Records({ kind }: { kind: BoardTestKind }) {
  const { t } = useTranslation("laboratory-boards");
  const { device_name: deviceName = "" } = useParams();
  const { filters, change } = useUrlFilters([]);
  const asked = { deviceName, kind };
  const query = { ...asked, pageNum: filters.page, pageSize: filters.size };
  const found = useApi(listBoardTests, { query }, { keepPrevious: true, handled: true });
  return (
    <Card
      flush
      className="record-rows"
      title={t(`kind.${kind}`)}
      hint={t(`kind.${kind}Hint`)}
      extra={
        <ExportButton to="laboratory:boardTest:export" call={exportBoardTests} input={{ query: asked }} />
      }
    >
      <QueryRows
        found={found}
        id="device_board_test"
        columns={useBoardTestColumns({ ofDevice: true })}
        rowKey={(row) => String(row.testId)}
        empty={<EmptyState title={t("none.tests")} text={t(`none.${kind}`)} />}
        cards={(row) => <BoardTestCard row={row} />}
        page={filters.page}
        size={filters.size}
        onPage={(page, size) => change({ page, size })}
      />
    </Card>
  );
}
