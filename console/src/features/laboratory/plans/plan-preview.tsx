import type { PlanConflict } from "@tracewater/contract/laboratory/plans";
import { useTranslation } from "react-i18next";
import { ProgramChart } from "../../../charts/program-day/program-chart.tsx";
import type { FlowRange } from "../../../charts/program-day/program-scales.ts";
import { ProgramSums } from "../../../charts/program-day/program-sums.tsx";
import { formatDay } from "../../../kit/moment.ts";
import { formatNumber } from "../../../kit/number.ts";
import { PathLink } from "../../../kit/path-link.tsx";
import { State } from "../../../kit/state.tsx";
import type { previewOf } from "./plan-values.ts";

/** What a day of the plan comes to: aliquots, fill levels, volumes, and what does not fit. */
export function PlanPreview(props: {
  preview: ReturnType<typeof previewOf>;
  /** Of the flow, where it is a sampler's. */
  range: FlowRange | null;
  /** When the plan starts, read in its zone; null where that is no time yet. */
  startsAt: number | null;
  zone: string | undefined;
  bottleVolume: number;
  conflicts: readonly PlanConflict[];
}) {
  const { preview, range, startsAt, zone, bottleVolume, conflicts } = props;
  const start = startsAt === null ? null : { at: startsAt, ...(zone === undefined ? {} : { zone }) };
  const { t } = useTranslation("laboratory-plans");
  return (
    <div className="plan-preview">
      {preview === null ? (
        <p className="record-quiet">{t("preview.none")}</p>
      ) : (
        <>
          <ProgramSums plan={preview.day} />
          <ProgramChart plan={preview.day} flow={preview.flow} {...{ range, start }} />
        </>
      )}
      <ul className="plan-checks">
        {preview === null ? null : <Volumes preview={preview} bottleVolume={bottleVolume} />}
        {conflicts.map((one) => (
          <li key={one.planId}>
            <State tone="warn" label={t("preview.conflict")} />{" "}
            <PathLink to={`/samplePoint/plan?id=${one.planId}`} target="_blank">
              {one.planNo} {one.name}
            </PathLink>{" "}
            <span className="record-quiet num">{`${formatDay(one.startsAt)} – ${formatDay(one.endsAt)}`}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Volumes(props: { preview: NonNullable<ReturnType<typeof previewOf>>; bottleVolume: number }) {
  const { preview, bottleVolume } = props;
  const { t } = useTranslation("laboratory-plans");
  const { day } = preview;
  const max = Math.max(...day.bottles.map((bottle) => bottle.volume));
  const fits = max <= bottleVolume;
  return (
    <>
      <li>
        <State
          tone={fits ? "ok" : "warn"}
          label={t(fits ? "preview.fits" : "preview.overflows", {
            most: formatNumber(max, 0),
            volume: formatNumber(bottleVolume, 0),
          })}
        />
      </li>
      <li>
        <State
          tone={day.missed === 0 ? "ok" : "warn"}
          label={
            day.missed === 0
              ? t("preview.allPlaced")
              : t("preview.missed", { count: day.missed, all: day.taken + day.missed })
          }
        />
      </li>
    </>
  );
}
