import { analyteName } from "@tracewater/contract/laboratory/factors";
import type { Traceability, TraceabilityKind } from "@tracewater/contract/laboratory/traceability";
import { Waypoints } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { PathLink } from "../../../kit/path-link.tsx";
import { RecordHeader } from "../../../kit/record-header.tsx";
import { useAnalyteName } from "../../../pickers/analyte-name.ts";
import { AssayFigure, LoadFigure } from "./figures.tsx";
import { stationsOf } from "./stations.ts";
import { ChainActions, Verdict } from "./verdict.tsx";

/** A trace is headed by what it proves: the figure where it was opened from one, else the number. */
export function TraceHeader(props: { kind: TraceabilityKind; id: number; traceability: Traceability }) {
  const { traceability } = props;
  const { t } = useTranslation("laboratory-thread");
  const { name, title, about } = useHeading(props);
  const [sample] = traceability.samples;
  const reached = stationsOf(traceability).filter((station) => station.count > 0).length;
  return (
    <RecordHeader
      icon={Waypoints}
      name={t("traceOf", { name })}
      isNameTranslated
      title={title}
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

function useHeading(props: { kind: TraceabilityKind; id: number; traceability: Traceability }): {
  name: string;
  title: ReactNode;
  about: string[];
} {
  const { kind, id, traceability } = props;
  const { t } = useTranslation("laboratory-thread");
  const nameOfAnalyte = useAnalyteName();
  // An assay and a load are called by their analyte, a report by its number, everything else by its code.
  const analyte =
    kind === "assay" || kind === "load" ? analyteName.safeParse(traceability.name).data : undefined;
  const name =
    kind === "report"
      ? t("report", { id })
      : analyte === undefined
        ? traceability.name
        : nameOfAnalyte(analyte);
  const load = kind === "load" ? traceability.loads.find((one) => one.loadId === id) : undefined;
  if (load !== undefined)
    return {
      name: `${name} ${load.sampledOn}`,
      title: <LoadFigure load={load} />,
      about: [name, load.pointCode, load.sampledOn],
    };
  const assay = kind === "assay" ? traceability.assays.find((one) => one.assayId === id) : undefined;
  if (assay !== undefined)
    return { name, title: <AssayFigure assay={assay} />, about: [name, assay.bodyCode] };
  const point = traceability.samples[0]?.pointName ?? "";
  if (kind === "report") return { name, title: name, about: [point] };
  return { name, title: <span className="code">{name}</span>, about: [t(`kind.${kind}`), point] };
}
