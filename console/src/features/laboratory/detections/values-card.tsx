import type { DetectedValue, DetectionDetail } from "@tracewater/contract/laboratory/detections";
import { useTranslation } from "react-i18next";
import { Card } from "../../../kit/card.tsx";
import { Quantity } from "../../../kit/quantity.tsx";
import { State, type Tone } from "../../../kit/state.tsx";
import { useAnalyteName } from "../../../pickers/analyte-name.ts";
import { useAssayLabels } from "../../../pickers/assay-labels.ts";

const unit = "μg/L";
const flagTones: Readonly<Record<DetectedValue["flag"], Tone>> = {
  ...{ quantified: "ok", belowLoq: "warn", notDetected: "off", aboveRange: "major", rejected: "critical" },
};

/** The 18 analytes of a run, digit by digit as they were reported. */
export function ValuesCard({ run }: { run: DetectionDetail }) {
  const { t } = useTranslation("laboratory-detections");
  const assay = useAssayLabels();
  const analyteName = useAnalyteName();
  return (
    <Card title={t("values")} hint={unit}>
      <div className="detection-scroll">
        <table className="detection-table detection-values">
          <thead>
            <tr>
              <th scope="col">{assay("analyte")}</th>
              <th scope="col" className="num">
                {assay("value")}
              </th>
              <th scope="col">{assay("flag")}</th>
              <th scope="col" className="num">
                {assay("lod")}
              </th>
              <th scope="col" className="num">
                {assay("loq")}
              </th>
              <th scope="col" className="num">
                {t("limit")}
              </th>
              <th scope="col">{t("bottle")}</th>
            </tr>
          </thead>
          <tbody>
            {run.values.map((one) => (
              <tr key={one.analyte}>
                <th scope="row">{analyteName(one.analyte)}</th>
                <td className="num">
                  <Quantity
                    value={one.value}
                    flag={limitOf(one)}
                    uncertainty={one.uncertainty}
                    alarm={one.exceeded !== null}
                  />
                </td>
                <td>
                  <State tone={flagTones[one.flag]} label={assay(`flag.${one.flag}`)} />
                </td>
                <td className="num">{one.lod ?? "—"}</td>
                <td className="num">{one.loq ?? "—"}</td>
                <td className="num">{one.exceeded === null ? "—" : `> ${one.exceeded.limit}`}</td>
                <td>{bottleText(one, t("bottlesFull"))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

/** What lies below a limit is printed as that limit, never as a zero. */
function limitOf({ flag, lod, loq }: DetectedValue): string | undefined {
  const limit = flag === "belowLoq" ? loq : flag === "notDetected" ? (lod ?? loq) : null;
  return limit === null ? undefined : `< ${limit}`;
}

function bottleText({ exceeded }: DetectedValue, full: string): string {
  if (exceeded === null) return "—";
  return exceeded.bottle === 0 ? full : String(exceeded.bottle);
}
