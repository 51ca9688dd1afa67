import { loadLabels } from "@tracewater/contract/laboratory/load-labels";
import { getLoad, type Load } from "@tracewater/contract/laboratory/loads";
import { formatEnd } from "@tracewater/wbe/measured";
import Drawer from "antd/es/drawer";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { Measured, measuredValue } from "../../../charts/measured.tsx";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { formatNumber } from "../../../kit/number.ts";
import { PathLink } from "../../../kit/path-link.tsx";
import { useIsPhone } from "../../../kit/phone.ts";
import { Quantity } from "../../../kit/quantity.tsx";
import { State } from "../../../kit/state.tsx";
import { pointPath } from "../../../pickers/point-path.ts";
import { useResourceLabels } from "../../../resource/page-resource.ts";
import { belowOf } from "./load-columns.tsx";

/** How a load was made, step by step, and whether the same comes out again. */
export function LoadDrawer({ load, onClose }: { load: Load; onClose: () => void }) {
  const label = useResourceLabels({ labels: loadLabels });
  const isPhone = useIsPhone();
  const params = { id: load.loadId };
  const { data, error, refetch } = useApi(getLoad, { params }, { handled: true });
  return (
    <Drawer
      open
      size={isPhone ? "100%" : 560}
      title={`${label(`analyte.${load.analyte}`)}, ${load.sampledOn}`}
      extra={<PathLink to={pointPath(load.pointId)}>{load.pointName}</PathLink>}
      onClose={onClose}
    >
      {error !== null && data === undefined ? (
        <ErrorBox error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Loading lines={8} />
      ) : (
        <Steps {...data.data} />
      )}
    </Drawer>
  );
}

type Read = { load: Load; uncertainty: Record<"sampling" | "flow" | "population", number> } & {
  again: { load: string };
  isSame: boolean;
};

function Steps({ load, uncertainty, again, isSame }: Read) {
  const { t } = useTranslation("laboratory-loads");
  const label = useResourceLabels({ labels: loadLabels });
  const { concentration, flow, population, factor, factorVersion, doseMg, per1000 } = load;
  const methodOf = (method: string | null) => (method === null ? "—" : label(`method.${method}`));
  const notes = [
    ...(load.isStale ? [t("staleText")] : []),
    ...(load.isQuestioned ? [t("questionedText")] : []),
    ...(load.isInForce || load.reportId !== null ? [] : [t("drawer.replaced")]),
    ...load.warnings.map((warning) => t(`warning.${warning}`)),
  ];
  return (
    <div className="load-steps">
      <State
        tone={isSame ? "ok" : "critical"}
        label={isSame ? t("drawer.same") : t("drawer.notSame", { load: again.load })}
      />
      <Step
        label={t("drawer.load")}
        value={<Quantity value={load.load} unit="mg/d" flag={belowOf(load, "load")} />}
        formula={t("drawer.loadFormula", { concentration, flow })}
      >
        {t("drawer.flow", { method: methodOf(load.flowMethod) })}
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
      {per1000 === null || population === null ? null : (
        <Step
          label={label("per1000")}
          value={
            <Measured value={per1000} expanded={load.expanded} unit="mg/d" flag={belowOf(load, "per1000")} />
          }
          formula={t("drawer.per1000Formula", { population: formatNumber(population, 0) })}
        >
          {t("drawer.population", { method: methodOf(load.populationMethod) })}
          <code className="load-digits">{per1000}</code>
        </Step>
      )}
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
      {load.doses === null ? null : (
        <Step
          label={label("doses")}
          value={<Measured value={load.doses} expanded={load.dosesExpanded} />}
          formula={t("drawer.dosesFormula", { dose: doseMg })}
        />
      )}
      {load.expanded === null ? null : (
        <Step
          label={t("drawer.uncertainty")}
          value={<Quantity value={Number(load.expanded.toPrecision(2))} unit="%" />}
          formula={t("drawer.parts", uncertainty)}
        >
          {load.low === null || load.high === null
            ? null
            : t("drawer.interval", {
                low: formatEnd(load.low, Number(per1000 ?? load.load), load.expanded),
                high: formatEnd(load.high, Number(per1000 ?? load.load), load.expanded),
              })}
        </Step>
      )}
      <p className="record-line">
        <PathLink to={`/thread/load/${load.loadId}`}>{t("drawer.thread")}</PathLink>
        {load.reportId === null ? null : (
          <PathLink to={`/report/samplePointDetail?id=${load.reportId}`}>
            {t("drawer.report", { id: load.reportId })}
          </PathLink>
        )}
      </p>
      {notes.length === 0 ? null : (
        <ul className="load-notes">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      <p className="load-quiet num">
        {t("drawer.by", { at: load.madeAt, by: load.madeBy, formula: load.formula })}
      </p>
    </div>
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
