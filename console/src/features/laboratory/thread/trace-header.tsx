import { analyteName } from "@tracewater/contract/laboratory/factors";
import type { Traceability, TraceabilityKind } from "@tracewater/contract/laboratory/traceability";
import { Waypoints } from "lucide-react";
import { useTranslation } from "react-i18next";
import { PathLink } from "../../../kit/path-link.tsx";
import { RecordHeader } from "../../../kit/record-header.tsx";
import { useAnalyteName } from "../../../pickers/analyte-name.ts";
import { AssayFigure, LoadFigure } from "./figures.tsx";
import { stationsOf } from "./stations.ts";
import { ChainActions, Verdict } from "./verdict.tsx";

/** A trace is headed by what it proves: the figure where it was opened from one, else the number. */
export function TraceHeader(props: { kind: TraceabilityKind; id: number; traceability: Traceability }) {
  const { kind, id, traceability } = props;
  const { t } = useTranslation("laboratory-thread");
  const nameOfAnalyte = useAnalyteName();
  // An assay and a load are called by their analyte, everything else by its number or code.
  const analyte =
    kind === "assay" || kind === "load" ? analyteName.safeParse(traceability.name).data : undefined;
  const named = analyte === undefined ? traceability.name : nameOfAnalyte(analyte);
  const load = kind === "load" ? traceability.loads.find((one) => one.loadId === id) : undefined;
  const assay = kind === "assay" ? traceability.assays.find((one) => one.assayId === id) : undefined;
  const [sample] = traceability.samples;
  const about = load
    ? [named, load.pointCode, load.sampledOn]
    : assay
      ? [named, assay.bodyCode]
      : [t(`kind.${kind}`), sample?.pointName ?? ""];
  const reached = stationsOf(traceability).filter((station) => station.count > 0).length;
  return (
    <RecordHeader
      icon={Waypoints}
      name={t("traceOf", { name: load ? `${named} ${load.sampledOn}` : named })}
      title={
        load ? (
          <LoadFigure load={load} />
        ) : assay ? (
          <AssayFigure assay={assay} />
        ) : (
          <span className="code">{named}</span>
        )
      }
      about={about.filter((part) => part !== "").join(", ")}
      meta={[
        sample === undefined ? null : (
          <>
            <PathLink className="code" to={`/samplingDetail/${sample.samplingId}`}>
              {sample.sampleNo}
            </PathLink>
            {traceability.samples.length > 1
              ? ` ${t("andMore", { count: traceability.samples.length - 1 })}`
              : null}
          </>
        ),
        ...traceability.deliveries.slice(0, 2).map((one) => (
          <PathLink key={one.deliveryId} className="code" to={`/laboratory/delivery?id=${one.deliveryId}`}>
            {one.deliveryNo}
          </PathLink>
        )),
        t("stations", { count: reached }),
        t("events", { count: traceability.events.length }),
      ]}
      actions={
        <>
          <Verdict traceability={traceability} />
          <ChainActions />
        </>
      }
    />
  );
}
