import type { Thread } from "@tracewater/contract/laboratory/thread";
import { useTranslation } from "react-i18next";
import { formatMoment } from "../../../kit/moment.ts";
import { PathLink } from "../../../kit/path-link.tsx";
import { Quantity } from "../../../kit/quantity.tsx";
import { useAnalyteName } from "../../../pickers/analyte-name.ts";
import { reportPath } from "./stations.ts";

/** The loads that were computed from what was found, with the report that some were made for. */
export function Loads({ loads }: { loads: Thread["loads"] }) {
  const { t } = useTranslation("laboratory-thread");
  const nameOfAnalyte = useAnalyteName();
  return (
    <ul className="thread-assays">
      {loads.map((one) => (
        <li key={one.loadId}>
          <span>
            <PathLink to={`/thread/load/${one.loadId}`}>{nameOfAnalyte(one.analyte)}</PathLink>{" "}
            <span className="num">{one.sampledOn}</span>
          </span>
          <span>
            <Quantity value={Number(Number(one.load).toPrecision(4))} unit="mg/d" />{" "}
            <span className="record-quiet">
              {one.reportId !== null ? (
                <PathLink to={reportPath(one.reportId)}>{t("ofReport", { id: one.reportId })}</PathLink>
              ) : one.isInForce ? (
                t("inForce")
              ) : (
                t("replaced")
              )}
            </span>
          </span>
          <span className="record-quiet num">{formatMoment(one.madeAt)}</span>
        </li>
      ))}
    </ul>
  );
}

/** The reports that hold any of these loads. */
export function Reports({ reports }: { reports: Thread["reports"] }) {
  return (
    <ul className="thread-assays">
      {reports.map((one) => (
        <li key={one.reportId}>
          <PathLink to={reportPath(one.reportId)}>
            {one.pointCode} <span className="num">{`${one.from} – ${one.until}`}</span>
          </PathLink>
          <span className="record-quiet">{one.madeBy}</span>
          <span className="record-quiet num">{formatMoment(one.madeAt)}</span>
        </li>
      ))}
    </ul>
  );
}
