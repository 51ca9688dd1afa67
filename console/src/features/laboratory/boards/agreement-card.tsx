import type { BoardAgreement } from "@tracewater/contract/laboratory/boards";
import { useTranslation } from "react-i18next";
import { Card } from "../../../kit/card.tsx";

type Estimate = BoardAgreement["kappa"];

/** With its 95 % interval. */
function print(estimate: Estimate, isShare: boolean): string {
  if (estimate === null) return "—";
  const text = (value: number) => (isShare ? (100 * value).toFixed(1) : value.toFixed(2));
  return `${text(estimate.value)}${isShare ? " %" : ""} (${text(estimate.low)}–${text(estimate.high)})`;
}

/** How far the boards agree with mass spectrometry, as a whole and for each device. */
export function AgreementCard(props: {
  agreement: BoardAgreement | null;
  devices: readonly { deviceName: string; agreement: BoardAgreement }[];
}) {
  const { t } = useTranslation("laboratory-boards");
  const { agreement, devices } = props;
  const rows = [
    ...(agreement === null ? [] : [{ name: t("agreement.all"), agreement }]),
    ...devices.map((one) => ({ name: one.deviceName, agreement: one.agreement })),
  ];
  return (
    <Card title={t("agreement.title")} hint={t("agreement.hint")}>
      {rows.length === 0 ? (
        <p className="record-quiet">{t("agreement.none")}</p>
      ) : (
        <div className="board-scroll">
          <table className="board-table">
            <thead>
              <tr>
                <th scope="col">{t("agreement.of")}</th>
                <th scope="col">n</th>
                <th scope="col">{t("agreement.sensitivity")}</th>
                <th scope="col">{t("agreement.specificity")}</th>
                <th scope="col">κ</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ name, agreement: of }) => (
                <tr key={name}>
                  <td>{name}</td>
                  <td className="num">
                    {of.truePositive + of.falsePositive + of.falseNegative + of.trueNegative}
                  </td>
                  <td className="num">{print(of.sensitivity, true)}</td>
                  <td className="num">{print(of.specificity, true)}</td>
                  <td className="num">{print(of.kappa, false)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  );
}
