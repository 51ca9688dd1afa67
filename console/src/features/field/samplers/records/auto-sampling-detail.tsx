import type { ReplyOf } from "@tracewater/contract/call";
import { type Aliquot, getAutoSampling } from "@tracewater/contract/field/samplers";
import { getProduct } from "@tracewater/contract/fleet/products";
import { nameIn } from "@tracewater/contract/locales";
import { ArrowLeft } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../../api/use-api.ts";
import { Card } from "../../../../kit/card.tsx";
import { DataTable } from "../../../../kit/data-table/data-table.tsx";
import { EmptyState } from "../../../../kit/empty-state.tsx";
import { ErrorBox } from "../../../../kit/error-box.tsx";
import { Loading } from "../../../../kit/loading.tsx";
import { formatClock, formatMoment } from "../../../../kit/moment.ts";
import { usePageName } from "../../../../kit/page-name.ts";
import { PathLink } from "../../../../kit/path-link.tsx";
import { Quantity } from "../../../../kit/quantity.tsx";
import { State } from "../../../../kit/state.tsx";
import { useLocale } from "../../../../kit/use-localized.ts";
import { PlanLink } from "../../../../pickers/plan-link.tsx";
import { AliquotChart } from "./aliquot-chart.tsx";
import { useSamplingLabels } from "./sampling-labels.ts";

type Sampling = ReplyOf<typeof getAutoSampling>["data"];

/** What became of every aliquot; `back` is the list from which it was opened. */
export function AutoSamplingDetail(props: {
  deviceName: string;
  time: number;
  back: string;
  /** Its page is named after it; on a device's page the tab is the device's. */
  isNamed?: boolean;
}) {
  const { deviceName, time, back, isNamed = false } = props;
  const { t } = useTranslation("field-samplers");
  const query = { deviceName, time };
  const { data, error, refetch } = useApi(getAutoSampling, { query }, { handled: true });
  const slot = data?.data.slot;
  usePageName(isNamed && slot !== undefined ? `${deviceName} · ${slot}` : undefined);
  if (error?.code === 404) return <EmptyState title={t("auto.noSuch")} text={t("auto.noSuchText")} />;
  if (error !== null && data === undefined) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading lines={10} />;
  const sampling = data.data;
  return (
    <div className="sampler-stack">
      <Card
        title={t("auto.one", { slot: sampling.slot })}
        hint={`${formatMoment(sampling.began)} – ${formatClock(sampling.ended)}`}
        extra={
          <PathLink className="sampler-back" to={back}>
            <ArrowLeft size={15} /> {t("auto.back")}
          </PathLink>
        }
      >
        <DetailList sampling={sampling} />
      </Card>
      <Card title={t("auto.aliquots")} hint={t("auto.chartHint")}>
        <AliquotChart aliquots={sampling.aliquots} />
      </Card>
      <Card flush>
        <Aliquots aliquots={sampling.aliquots} />
      </Card>
    </div>
  );
}

function DetailList({ sampling }: { sampling: Sampling }) {
  const { t } = useTranslation("field-samplers");
  const { reasonOf } = useSamplingLabels();
  const why = sampling.reasons.map((one) => `${one.count} × ${reasonOf(one.reason)}`).join(", ");
  const facts: [string, React.ReactNode][] = [
    [t("auto.bottle"), <Codes key="codes" sampling={sampling} />],
    [t("auto.aliquots"), t("auto.takenOf", { taken: sampling.taken, planned: sampling.planned })],
    [t("auto.missed"), sampling.missed === 0 ? t("auto.noneMissed") : why],
    [t("auto.volume"), <Quantity key="volume" value={sampling.volume} digits={0} unit="mL" />],
    [t("auto.boxTempMean"), <Quantity key="mean" value={sampling.boxTempMean} digits={1} unit="°C" />],
    [
      t("auto.boxTempMax"),
      <Quantity
        key="max"
        value={sampling.boxTempMax}
        digits={1}
        unit="°C"
        alarm={(sampling.boxTempMax ?? 0) > 8}
      />,
    ],
    [t("auto.program"), <Program key="program" sampling={sampling} />],
    [t("auto.plan"), <PlanLink key="plan" plan={sampling.plan} />],
    [t("auto.point"), sampling.pointName === null ? "—" : `${sampling.pointCode} ${sampling.pointName}`],
  ];
  return (
    <dl className="sampler-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Codes({ sampling }: { sampling: Sampling }) {
  if (sampling.bodyCode === null) return "—";
  return <span className="code">{[sampling.bodyCode, sampling.capCode].filter(Boolean).join(" + ")}</span>;
}

/** The program as the device had reported it by then, in the words of its thing model. */
function Program({ sampling }: { sampling: Sampling }) {
  const { t } = useTranslation("field-samplers");
  const locale = useLocale();
  const { data } = useApi(getProduct, { params: { id: sampling.productId } }, { staleMs: 600_000 });
  const { programName, programVersion, mode, interval, aliquot } = sampling.program;
  if (typeof programName !== "string") return "—";
  const type = data?.data.model.properties.find((one) => one.identifier === "mode")?.dataType;
  const option = type?.type === "enum" ? type.options.find((one) => one.value === mode) : undefined;
  const modeName = option === undefined ? undefined : nameIn(option, locale);
  const version = typeof programVersion === "number" ? t("auto.version", { version: programVersion }) : null;
  const every = typeof interval === "number" ? `${interval} min` : null;
  const size = typeof aliquot === "number" ? `${aliquot} mL` : null;
  return [programName, version, modeName, every, size].filter(Boolean).join(" · ");
}

function Aliquots({ aliquots }: { aliquots: readonly Aliquot[] }) {
  const { t } = useTranslation("field-samplers");
  const { reasonOf, triggerOf } = useSamplingLabels();
  return (
    <DataTable
      id="aliquots"
      rows={aliquots}
      rowKey={(row) => String(row.at)}
      columns={[
        {
          id: "at",
          label: t("auto.at"),
          width: 180,
          cell: (row) => <span className="num">{formatMoment(row.at)}</span>,
        },
        {
          ...{ id: "state", label: t("auto.outcome"), width: 200 },
          cell: (row) =>
            row.taken ? (
              <State tone="ok" label={t("auto.taken")} />
            ) : (
              <State tone="warn" label={`${t("auto.wasMissed")}: ${reasonOf(row.reason ?? "")}`} />
            ),
        },
        { id: "trigger", label: t("auto.trigger"), width: 110, cell: (row) => triggerOf(row.trigger) },
        {
          ...{ id: "volume", label: t("auto.aliquot"), unit: "mL", width: 110, align: "right" },
          cell: (row) => <Quantity value={row.volume} digits={0} />,
        },
        {
          ...{ id: "sum", label: t("auto.inBottle"), unit: "mL", width: 120, align: "right" },
          cell: (row) => <Quantity value={row.bottleVolume} digits={0} />,
        },
        {
          ...{ id: "temp", label: t("auto.boxTemp"), unit: "°C", width: 110, align: "right" },
          cell: (row) => <Quantity value={row.boxTemp} digits={1} alarm={(row.boxTemp ?? 0) > 8} />,
        },
        {
          ...{ id: "received", label: t("auto.received"), width: 180 },
          cell: (row) => <span className="num">{formatMoment(row.receivedAt)}</span>,
        },
      ]}
      cards={(row) => (
        <div className="sampler-card">
          <span className="sampler-card-line">
            <span className="num">{formatClock(row.at)}</span>
            {row.taken ? <Quantity value={row.volume} digits={0} unit="mL" /> : reasonOf(row.reason ?? "")}
          </span>
        </div>
      )}
    />
  );
}
