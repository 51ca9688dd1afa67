/** The calculation of a load in its steps: each with its result, its formula and the values that it uses. */
import { loadLabels } from "@tracewater/contract/laboratory/load-labels";
import type { Load } from "@tracewater/contract/laboratory/loads";
import { formatEnd } from "@tracewater/wbe/measured";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Measured, measuredValue } from "../../../charts/measured.tsx";
import { formatNumber } from "../../../kit/number.ts";
import { PathLink } from "../../../kit/path-link.tsx";
import { Quantity } from "../../../kit/quantity.tsx";
import { State } from "../../../kit/state.tsx";
import { useResourceLabels } from "../../../resource/page-resource.ts";
import { belowOf } from "./load-columns.tsx";

/** In percent, by what it comes from. */
type Uncertainty = Record<"sampling" | "flow" | "population", number>;

export function LoadSteps(props: {
  load: Load;
  uncertainty: Uncertainty;
  again: { load: string };
  isSame: boolean;
}) {
  const { load, isSame } = props;
  const { t } = useTranslation("laboratory-loads");
  return (
    <div className="load-steps">
      <State
        tone={isSame ? "ok" : "critical"}
        label={isSame ? t("drawer.same") : t("drawer.notSame", { load: props.again.load })}
      />
      <MassLoadStep load={load} />
      <PopulationStep load={load} />
      <ConsumptionStep load={load} />
      <DosesStep load={load} />
      <UncertaintyStep load={load} uncertainty={props.uncertainty} />
      <p className="record-line">
        <PathLink to={`/thread/load/${load.loadId}`}>{t("drawer.thread")}</PathLink>
        {load.reportId === null ? null : (
          <PathLink to={`/report/samplePointDetail?id=${load.reportId}`}>
            {t("drawer.report", { id: load.reportId })}
          </PathLink>
        )}
      </p>
      <Notes load={load} />
      <p className="load-quiet num">
        {t("drawer.by", { at: load.madeAt, by: load.madeBy, formula: load.formula })}
      </p>
    </div>
  );
}

function MassLoadStep({ load }: { load: Load }) {
  const { t } = useTranslation("laboratory-loads");
  const label = useResourceLabels({ labels: loadLabels });
  const labelOfMethod = useMethodLabel();
  const { concentration, flow } = load;
  return (
    <Step
      label={t("drawer.load")}
      value={<Quantity value={load.load} unit="mg/d" flag={belowOf(load, "load")} />}
      formula={t("drawer.loadFormula", { concentration, flow })}
    >
      {t("drawer.flow", { method: labelOfMethod(load.flowMethod) })}
      {load.flowSince === null ? null : `, ${t("drawer.since", { day: load.flowSince })}`} ·{" "}
      <PathLink to={`/waterAssay/detail?id=${load.assayId}`}>
        {t("drawer.assay")} <span className="code">{load.bodyCode}</span>
      </PathLink>
      {" · "}
      {label(`source.${load.source}`)}
      {load.sampleKind === null ? null : (
        <>
          {" · "}
          {label(`kind.${load.sampleKind}`)} <span className="code">{load.sampleNo}</span>
        </>
      )}
      {load.pairDifference === null
        ? null
        : ` · ${t("drawer.pair", { percent: Number(load.pairDifference.toPrecision(2)) })}`}
    </Step>
  );
}

function PopulationStep({ load }: { load: Load }) {
  const { t } = useTranslation("laboratory-loads");
  const label = useResourceLabels({ labels: loadLabels });
  const labelOfMethod = useMethodLabel();
  const { per1000, population } = load;
  if (per1000 === null || population === null) return null;
  return (
    <Step
      label={label("per1000")}
      value={
        <Measured value={per1000} expanded={load.expanded} unit="mg/d" flag={belowOf(load, "per1000")} />
      }
      formula={t("drawer.per1000Formula", { population: formatNumber(population, 0) })}
    >
      {t("drawer.population", { method: labelOfMethod(load.populationMethod) })}
      <code className="load-digits">{per1000}</code>
    </Step>
  );
}

/** The consumption, or why there is none. */
function ConsumptionStep({ load }: { load: Load }) {
  const { t } = useTranslation("laboratory-loads");
  const label = useResourceLabels({ labels: loadLabels });
  const { factor, factorVersion } = load;
  return (
    <>
      {load.consumption === null ? null : (
        <Step
          label={label("consumption")}
          value={<Measured value={load.consumption} expanded={load.consumptionExpanded} unit="mg/d" />}
          formula={t("drawer.consumptionFormula", { factor, version: factorVersion })}
        >
          {load.subtracted === null
            ? null
            : `${t("drawer.subtracted", { load: measuredValue(load.subtracted, null) })} · `}
          {load.consumptionExpanded === null ? t("drawer.noSpread") : null}
        </Step>
      )}
      {load.consumptionBar === null || factor === null ? null : (
        <p className="load-quiet">{t("noConsumption", { reason: t(`bar.${load.consumptionBar}`) })}</p>
      )}
    </>
  );
}

function DosesStep({ load }: { load: Load }) {
  const { t } = useTranslation("laboratory-loads");
  const label = useResourceLabels({ labels: loadLabels });
  if (load.doses === null) return null;
  return (
    <Step
      label={label("doses")}
      value={<Measured value={load.doses} expanded={load.dosesExpanded} />}
      formula={t("drawer.dosesFormula", { dose: load.doseMg })}
    />
  );
}

function UncertaintyStep({ load, uncertainty }: { load: Load; uncertainty: Uncertainty }) {
  const { t } = useTranslation("laboratory-loads");
  if (load.expanded === null) return null;
  const value = Number(load.per1000 ?? load.load);
  return (
    <Step
      label={t("drawer.uncertainty")}
      value={<Quantity value={Number(load.expanded.toPrecision(2))} unit="%" />}
      formula={t("drawer.parts", uncertainty)}
    >
      {load.low === null || load.high === null
        ? null
        : t("drawer.interval", {
            low: formatEnd(load.low, value, load.expanded),
            high: formatEnd(load.high, value, load.expanded),
          })}
    </Step>
  );
}

function Step(props: { label: string; value: ReactNode; formula: string; children?: ReactNode }) {
  return (
    <section className="load-step">
      <span className="load-quiet">{props.label}</span>
      <span className="load-step-value">{props.value}</span>
      <span className="num">{props.formula}</span>
      {props.children === undefined ? null : <span className="load-quiet">{props.children}</span>}
    </section>
  );
}

function Notes({ load }: { load: Load }) {
  const { t } = useTranslation("laboratory-loads");
  const notes = [
    ...(load.isStale ? [t("staleText")] : []),
    ...(load.isQuestioned ? [t("questionedText")] : []),
    ...(load.isInForce || load.reportId !== null ? [] : [t("drawer.replaced")]),
    ...load.warnings.map((warning) => t(`warning.${warning}`)),
  ];
  if (notes.length === 0) return null;
  return (
    <ul className="load-notes">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}

function useMethodLabel(): (method: string | null) => string {
  const label = useResourceLabels({ labels: loadLabels });
  return (method) => (method === null ? "—" : label(`method.${method}`));
}
