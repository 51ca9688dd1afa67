import "../../../../resource/record.css";
import "../boards.css";
import { getBoardTest, listBoardTests } from "@tracewater/contract/laboratory/board-tests";
import Select from "antd/es/select";
import { useTranslation } from "react-i18next";
import { useParams, useSearchParams } from "react-router";
import { useApi } from "../../../../api/use-api.ts";
import { Card } from "../../../../kit/card.tsx";
import { EmptyState } from "../../../../kit/empty-state.tsx";
import { Loading } from "../../../../kit/loading.tsx";
import { formatMoment } from "../../../../kit/moment.ts";
import { PermittedPage } from "../../../../resource/permitted-page.tsx";
import { ReadingView } from "../reading-view.tsx";
import { useBoardLabels } from "../use-board-labels.ts";

/** The pictures of this detector with what is measured in them. */
export default function ImageAnalysisPage() {
  return (
    <PermittedPage to="laboratory:boardTest:query">
      <ImageAnalysis />
    </PermittedPage>
  );
}

function ImageAnalysis() {
  const { t } = useTranslation("laboratory-boards");
  const label = useBoardLabels();
  const { device_name: deviceName = "" } = useParams();
  const [search, setSearch] = useSearchParams();
  const listed = useApi(listBoardTests, { query: { deviceName, pageSize: 100 } }, { handled: true });
  const rows = listed.data?.rows ?? [];
  const asked = Number(search.get("test"));
  const id = rows.find((row) => row.testId === asked)?.testId ?? rows[0]?.testId ?? 0;
  const { data } = useApi(getBoardTest, { params: { id } }, { handled: true, enabled: id > 0 });
  if (listed.data === undefined) return <Loading lines={8} />;
  if (rows.length === 0) return <EmptyState title={t("none.tests")} text={t("none.testsText")} />;
  return (
    <div className="board-stack">
      <Card>
        <Select
          aria-label={t("chooseTest")}
          style={{ width: "min(520px, 100%)" }}
          showSearch={{ optionFilterProp: "label" }}
          value={id}
          options={rows.map((row) => ({
            value: row.testId,
            label: `${formatMoment(row.measuredAt)} · ${row.lotNo} · ${label(`outcome.${row.outcome}`)}`,
          }))}
          onChange={(next: number) => setSearch({ test: String(next) })}
        />
      </Card>
      {data === undefined ? <Loading lines={8} /> : <ReadingView key={id} test={data.data} />}
    </div>
  );
}
