import type { BoardOutcome } from "@tracewater/contract/laboratory/board-readings";
import { useTranslation } from "react-i18next";
import { Card } from "../../../kit/card.tsx";
import { OutcomeMark } from "./outcome-mark.tsx";

/** How the tests of a lot came out. */
export function OutcomeCounts({
  outcomes,
}: {
  outcomes: readonly { outcome: BoardOutcome; count: number }[];
}) {
  const { t } = useTranslation("laboratory-boards");
  const total = outcomes.reduce((sum, { count }) => sum + count, 0);
  return (
    <Card title={t("outcomes.title")} hint={t("outcomes.count", { count: total })}>
      {total === 0 ? (
        <p className="record-quiet">{t("outcomes.none")}</p>
      ) : (
        <table className="board-table">
          <tbody>
            {outcomes.map(({ outcome, count }) => (
              <tr key={outcome}>
                <td>
                  <OutcomeMark outcome={outcome} />
                </td>
                <td className="num">{count}</td>
                <td className="num">{((100 * count) / total).toFixed(1)} %</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}
