import type { BoardTestDetail } from "@tracewater/contract/laboratory/board-tests";
import { useTranslation } from "react-i18next";
import { Card } from "../../../kit/card.tsx";
import { formatMoment } from "../../../kit/moment.ts";
import { formatNumber } from "../../../kit/number.ts";
import { PathLink } from "../../../kit/path-link.tsx";
import { OutcomeMark } from "./outcome-mark.tsx";
import { useBoardLabels } from "./use-board-labels.ts";

/** The readings of one board that was read several times; one of them counts. */
export function CapturesCard({ test }: { test: BoardTestDetail }) {
  const { t } = useTranslation("laboratory-boards");
  const label = useBoardLabels();
  if (test.captures.length === 0) return null;
  return (
    <Card title={t("captures.title")} hint={t("captures.hint")}>
      <div className="board-scroll">
        <table className="board-table">
          <thead>
            <tr>
              <th scope="col">{label("measuredAt")}</th>
              <th scope="col">{label("readAfter")}</th>
              <th scope="col">{label("ratio")}</th>
              <th scope="col">{label("outcome")}</th>
              <th scope="col">{label("reason")}</th>
              <th scope="col">{t("captures.counts")}</th>
            </tr>
          </thead>
          <tbody>
            {test.captures.map((one) => (
              <tr key={one.testId}>
                <td className="num">
                  {one.testId === test.testId ? (
                    formatMoment(one.measuredAt)
                  ) : (
                    <PathLink
                      to={`/handFastDetector/hand/${one.testId}/${encodeURIComponent(test.deviceName ?? "")}`}
                    >
                      {formatMoment(one.measuredAt)}
                    </PathLink>
                  )}
                </td>
                <td className="num">{one.readAfter === null ? "—" : `${one.readAfter} s`}</td>
                <td className="num">{one.ratio === null ? "—" : formatNumber(one.ratio, 3)}</td>
                <td>
                  <OutcomeMark outcome={one.outcome} />
                </td>
                <td>{one.reason === null ? "—" : label(`reason.${one.reason}`)}</td>
                <td>{t(one.counts ? "yes" : "no")}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}
