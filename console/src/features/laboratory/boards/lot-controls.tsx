import { listBoardTests } from "@tracewater/contract/laboratory/board-tests";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import { formatMoment } from "../../../kit/moment.ts";
import { PathLink } from "../../../kit/path-link.tsx";
import { TestMarks } from "./control-state.tsx";
import { useBoardLabels } from "./use-board-labels.ts";

/** The newest control boards of a lot, whatever detector read them. */
export function LotControls({ lotNo }: { lotNo: string }) {
  const { t } = useTranslation("laboratory-boards");
  const label = useBoardLabels();
  const query = { lotNo, control: "control" as const, pageSize: 10 };
  const { data } = useApi(listBoardTests, { query }, { handled: true });
  const rows = data?.rows ?? [];
  return (
    <Card title={t("control.title")} hint={t("control.lotHint")}>
      {rows.length === 0 ? (
        <p className="record-quiet">{t("control.none")}</p>
      ) : (
        <div className="board-scroll">
          <table className="board-table">
            <thead>
              <tr>
                <th scope="col">{label("measuredAt")}</th>
                <th scope="col">{label("device")}</th>
                <th scope="col">{label("control")}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.testId}>
                  <td className="num">
                    <PathLink
                      to={`/handFastDetector/hand/${row.testId}/${encodeURIComponent(row.deviceName ?? "upload")}`}
                    >
                      {formatMoment(row.measuredAt)}
                    </PathLink>
                  </td>
                  <td>{row.deviceName ?? "—"}</td>
                  <td>
                    <TestMarks test={row} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  );
}
