import type { ReplyOf } from "@tracewater/contract/call";
import { loadLabels } from "@tracewater/contract/laboratory/load-labels";
import type { computeLoads } from "@tracewater/contract/laboratory/loads";
import { reportLabels } from "@tracewater/contract/laboratory/report-labels";
import { useTranslation } from "react-i18next";
import { useResourceLabels } from "../../../resource/page-resource.ts";

type Result = ReplyOf<typeof computeLoads>["data"];

const maxListed = 8;

/** What could not be computed, with the reason. */
export function ComputeResult({ result }: { result: Result }) {
  const { t } = useTranslation("laboratory-loads");
  const label = useResourceLabels({ labels: loadLabels });
  const report = useResourceLabels({ labels: reportLabels });
  return (
    <div role="status">
      {result.computed === 0 ? <strong>{t("compute.nothing")}</strong> : null}
      {result.skipped.length === 0 ? null : (
        <>
          <p>{t("compute.skipped", { count: result.skipped.length })}</p>
          <ul className="load-notes">
            {result.skipped.slice(0, maxListed).map(({ sampledOn, analyte, sample, reason }) => (
              <li key={`${sampledOn} ${analyte} ${sample} ${reason}`}>
                <span className="num">{sampledOn}</span> {label(`analyte.${analyte}`)}{" "}
                <span className="code">{sample}</span>: {report(`reason.${reason}`)}
              </li>
            ))}
            {result.skipped.length > maxListed ? (
              <li>{t("compute.more", { count: result.skipped.length - maxListed })}</li>
            ) : null}
          </ul>
        </>
      )}
    </div>
  );
}
