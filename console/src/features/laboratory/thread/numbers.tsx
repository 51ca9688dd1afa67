import type { Traceability } from "@tracewater/contract/laboratory/traceability";
import { useTranslation } from "react-i18next";
import { formatMoment } from "../../../kit/moment.ts";
import { PathLink } from "../../../kit/path-link.tsx";
import { useAnalyteName } from "../../../pickers/analyte-name.ts";
import { useAssayLabels } from "../../../pickers/assay-labels.ts";
import { Followed, useLimitLabels } from "../../../pickers/followed.tsx";
import { AssayFigure, LoadFigure } from "./figures.tsx";
import { reportPath } from "./stations.ts";

/** Every result with its figure, who found it and who approved it, and what followed from it. */
export function Assays({ assays, excesses: exceedances }: Pick<Traceability, "assays" | "excesses">) {
  const nameOfAnalyte = useAnalyteName();
  const label = useLimitLabels();
  const source = useAssayLabels();
  return (
    <ul className="trace-rows">
      {assays.map((one) => (
        <li key={one.assayId}>
          <span className="trace-name">
            <PathLink to={`/waterAssay/detail?id=${one.assayId}`}>{nameOfAnalyte(one.analyte)}</PathLink>{" "}
            <span className="code record-quiet">{one.bodyCode}</span>
          </span>
          <span className="trace-figure">
            <AssayFigure assay={one} />
          </span>
          <span className="record-quiet">
            {one.source === "lcms" ? "" : `${source(`source.${one.source}`)} · `}
            {[one.analyst, one.reviewer].filter((part) => part !== "").join(" → ")}
          </span>
          <span className="record-quiet num">{formatMoment(one.enteredAt)}</span>
          {exceedances
            .filter((exceedance) => exceedance.assayId === one.assayId)
            .map((exceedance) => (
              <div key={exceedance.excessId} className="trace-followed">
                <span className="num">
                  {label("over", { value: exceedance.value ?? "", limit: exceedance.limit })}
                </span>
                <Followed exceedance={exceedance} />
              </div>
            ))}
        </li>
      ))}
    </ul>
  );
}

/** The runs of online detectors that results were taken over from, each with the way to what else followed. */
export function Detections({ detections }: { detections: Traceability["detections"] }) {
  const { t } = useTranslation("laboratory-thread");
  return (
    <ul className="trace-rows">
      {detections.map((one) => (
        <li key={one.detectionId}>
          <PathLink to={`/dataApply/liquid/detail/${one.measuredAt}/${encodeURIComponent(one.deviceName)}`}>
            {one.deviceName} <span className="code">{one.sampleNo}</span>
          </PathLink>
          <span className="record-quiet">{t("detectionResults", { count: one.results })}</span>
          <span className="record-quiet num">{formatMoment(one.measuredAt)}</span>
        </li>
      ))}
    </ul>
  );
}

/** The loads that were computed from what was found, with the report that some were made for. */
export function Loads({ loads }: { loads: Traceability["loads"] }) {
  const { t } = useTranslation("laboratory-thread");
  const nameOfAnalyte = useAnalyteName();
  return (
    <ul className="trace-rows">
      {loads.map((one) => (
        <li key={one.loadId}>
          <span className="trace-name">
            <PathLink to={`/thread/load/${one.loadId}`}>{nameOfAnalyte(one.analyte)}</PathLink>{" "}
            <span className="num record-quiet">{one.sampledOn}</span>
          </span>
          <span className="trace-figure">
            <LoadFigure load={one} />
          </span>
          <span className="record-quiet">
            {one.reportId !== null ? (
              <PathLink to={reportPath(one.reportId)}>{t("ofReport", { id: one.reportId })}</PathLink>
            ) : one.isInForce ? (
              t("inForce")
            ) : (
              t("replaced")
            )}
          </span>
          <span className="record-quiet num">{formatMoment(one.madeAt)}</span>
        </li>
      ))}
    </ul>
  );
}

/** The reports that hold any of these loads. */
export function Reports({ reports }: { reports: Traceability["reports"] }) {
  return (
    <ul className="trace-rows">
      {reports.map((one) => (
        <li key={one.reportId}>
          <PathLink to={reportPath(one.reportId)}>{one.pointCode}</PathLink>
          <span className="num">{`${one.from} – ${one.until}`}</span>
          <span className="record-quiet">{one.madeBy}</span>
          <span className="record-quiet num">{formatMoment(one.madeAt)}</span>
        </li>
      ))}
    </ul>
  );
}
