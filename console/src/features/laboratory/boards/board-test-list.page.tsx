import "../../../resource/record.css";
import "./boards.css";
import { exportBoardTests, listBoardTests } from "@tracewater/contract/laboratory/board-tests";
import Button from "antd/es/button";
import { ImageUp } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Allowed } from "../../../api/allowed.tsx";
import { useApi } from "../../../api/use-api.ts";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { useIsPhone } from "../../../kit/phone.ts";
import { useUrlFilters } from "../../../kit/use-url-filters.ts";
import { ExportButton } from "../../../resource/export-button.tsx";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { QueryTable } from "../../../resource/query-table.tsx";
import { BoardTestCard, useBoardTestColumns } from "./board-test-columns.tsx";
import { BoardTestSearch, filterNames, queryOf } from "./board-test-search.tsx";
import { UploadDialog } from "./upload-dialog.tsx";

/** Every test with a board, of detectors and of uploaded pictures. */
export default function BoardTestListPage() {
  return (
    <PermittedPage to="laboratory:boardTest:list">
      <BoardTestList />
    </PermittedPage>
  );
}

function BoardTestList() {
  const { t } = useTranslation("laboratory-boards");
  const isPhone = useIsPhone();
  const list = useUrlFilters(filterNames);
  const [isUploading, setIsUploading] = useState(false);
  const asked = queryOf(list.filters.values);
  const query = { ...asked, pageNum: list.filters.page, pageSize: list.filters.size };
  const found = useApi(listBoardTests, { query }, { keepPrevious: true, handled: true });
  return (
    <QueryTable
      list={list}
      found={found}
      search={BoardTestSearch}
      actions={
        <>
          <Allowed to="laboratory:boardTest:edit">
            <Button
              type="primary"
              icon={<ImageUp size={16} />}
              aria-label={t("upload.open")}
              onClick={() => setIsUploading(true)}
            >
              {isPhone ? null : t("upload.open")}
            </Button>
          </Allowed>
          <ExportButton to="laboratory:boardTest:export" call={exportBoardTests} input={{ query: asked }} />
        </>
      }
      id="board_test"
      columns={useBoardTestColumns()}
      rowKey={(row) => String(row.testId)}
      empty={
        <EmptyState
          title={t(list.isFiltered ? "none.found" : "none.tests")}
          text={t(list.isFiltered ? "none.foundText" : "none.testsText")}
        />
      }
      cards={(row) => <BoardTestCard row={row} />}
    >
      {isUploading ? <UploadDialog onClose={() => setIsUploading(false)} /> : null}
    </QueryTable>
  );
}
