import "../../../resource/record.css";
import "./samplings.css";
import type { ReplyOf } from "@tracewater/contract/call";
import { getSampling } from "@tracewater/contract/laboratory/samplings";
import { TestTubes } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { LinkButton } from "../../../kit/link-button.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { formatMoment } from "../../../kit/moment.ts";
import { PathLink } from "../../../kit/path-link.tsx";
import { Quantity } from "../../../kit/quantity.tsx";
import { RecordHeader } from "../../../kit/record-header.tsx";
import { CustodyEvents } from "../../../pickers/custody-events.tsx";
import { pointPath } from "../../../pickers/point-path.ts";
import { SampleStateMark, useSampleLabels } from "../../../pickers/sample-labels.tsx";
import { SamplerDifferences } from "./sampler-differences.tsx";
import { SamplingActions } from "./sampling-actions.tsx";

type SamplingInFull = ReplyOf<typeof getSampling>["data"];

/**
 * What is known of a sample, what may be done with it, and what the custody chain reports of it; on a device's page of
 * its own.
 */
export function SamplingDetail({ id, ofDevice }: { id: number; ofDevice?: string }) {
  const { t } = useTranslation("laboratory-samplings");
  const { data, error, refetch } = useApi(getSampling, { params: { id } }, { handled: true });
  const isOthers = ofDevice !== undefined && data !== undefined && data.data.deviceName !== ofDevice;
  if (error?.code === 404 || isOthers) return <EmptyState title={t("noSuch")} text={t("noSuchText")} />;
  if (error !== null && data === undefined) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading lines={12} />;
  const sample = data.data;
  return (
    <div className="record-stack">
      <SampleHeader sample={sample} isPart={ofDevice !== undefined} />
      <div className="sampling-detail">
        <div className="record-stack">
          <Card title={t("recorded")} section="record">
            {sample.stateReason === "" ? null : (
              <p className="sampling-notice">{t("reason", { reason: sample.stateReason })}</p>
            )}
            <MeasuredValues sample={sample} />
          </Card>
          <Card title={t("measured")} section="measured">
            <Measured sample={sample} />
          </Card>
          {sample.origin === "auto" ? (
            <Card title={t("auto.told")} section="sampler" extra={<AutoLink sample={sample} />}>
              <Automatic sample={sample} />
              <SamplerDifferences sample={sample} />
            </Card>
          ) : null}
        </div>
        <Card title={t("custody")} section="custody" hint={t("custodyHint", { count: sample.events.length })}>
          <CustodyEvents events={sample.events} />
        </Card>
      </div>
    </div>
  );
}

function SampleHeader({ sample, isPart }: { sample: SamplingInFull; isPart: boolean }) {
  const { t } = useTranslation("laboratory-samplings");
  const label = useSampleLabels();
  const { pointId, pointName, deliveryId } = sample;
  return (
    <RecordHeader
      icon={TestTubes}
      name={sample.sampleNo}
      isPart={isPart}
      about={pointId === null ? undefined : <PathLink to={pointPath(pointId)}>{pointName}</PathLink>}
      state={<SampleStateMark state={sample.state} variant="tag" />}
      meta={[
        label(`kind.${sample.kind}`),
        <span key="span" className="num">
          {formatMoment(sample.began)} – {formatMoment(sample.ended)}
        </span>,
        sample.bodyCode === null ? null : (
          <span key="bottle" className="code">
            {sample.bodyCode}
          </span>
        ),
        deliveryId === null ? null : (
          <PathLink key="delivery" className="code" to={`/laboratory/delivery?id=${deliveryId}`}>
            {sample.deliveryNo}
          </PathLink>
        ),
      ]}
      tabs={[
        { key: "record", label: t("recorded") },
        { key: "measured", label: t("measured") },
        ...(sample.origin === "auto" ? [{ key: "sampler", label: t("auto.told") }] : []),
        { key: "custody", label: t("custody"), count: sample.events.length },
      ]}
      actions={
        <>
          <LinkButton to={`/thread/sampling/${sample.samplingId}`}>{t("thread")}</LinkButton>
          <SamplingActions sample={sample} />
        </>
      }
    />
  );
}

type Fact = [name: string, value: ReactNode];

function DetailList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="record-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value === "" || value === null ? "—" : value}</dd>
        </div>
      ))}
    </dl>
  );
}

function MeasuredValues({ sample }: { sample: SamplingInFull }) {
  const { t } = useTranslation("laboratory-samplings");
  const label = useSampleLabels();
  const point = sample.pointCode === null ? null : `${sample.pointCode} ${sample.pointName}`;
  const bottle = [sample.bodyCode, sample.capCode].filter((part) => part !== null).join(" + ");
  const delivery =
    sample.deliveryId === null ? null : (
      <PathLink key="delivery" to={`/laboratory/delivery?id=${sample.deliveryId}`}>
        {sample.deliveryNo}
      </PathLink>
    );
  return (
    <DetailList
      facts={[
        [label("kind"), label(`kind.${sample.kind}`)],
        [label("origin"), label(`origin.${sample.origin}`)],
        [label("point"), point],
        [label("unit"), sample.unitName],
        [label("began"), formatMoment(sample.began)],
        [label("ended"), formatMoment(sample.ended)],
        [label("samplerPerson"), sample.samplerPerson],
        [
          t("bottle"),
          <span key="bottle" className="code">
            {bottle}
          </span>,
        ],
        [
          label("sealNo"),
          sample.sealNo === null ? null : (
            <span key="seal" className="code">
              {sample.sealNo}
            </span>
          ),
        ],
        [label("delivery"), delivery],
        [
          label("plan"),
          sample.planId === null ? null : (
            <PathLink key="plan" to={`/samplePoint/plan?id=${sample.planId}`}>
              {sample.planNo}
            </PathLink>
          ),
        ],
        [label("note"), sample.note],
      ]}
    />
  );
}

function Measured({ sample }: { sample: SamplingInFull }) {
  const label = useSampleLabels();
  const quantity = (name: "volume" | "ph" | "conductivity" | "waterTemp" | "flow", unit?: string): Fact => [
    label(name),
    <Quantity key={name} value={sample[name]} unit={unit} />,
  ];
  const place =
    sample.latitude === null ? null : `${sample.latitude.toFixed(5)}, ${sample.longitude?.toFixed(5) ?? ""}`;
  return (
    <DetailList
      facts={[
        quantity("volume", "mL"),
        quantity("waterTemp", "°C"),
        quantity("ph"),
        quantity("conductivity", "µS/cm"),
        quantity("flow", "m³/d"),
        [label("flowSource"), sample.flowSource === null ? null : label(`flowSource.${sample.flowSource}`)],
        [`${label("latitude")}, ${label("longitude")}`, place],
      ]}
    />
  );
}

function Automatic({ sample }: { sample: SamplingInFull }) {
  const { t } = useTranslation("laboratory-samplings");
  const label = useSampleLabels();
  const { aliquotsTaken: taken, aliquotsMissed: missed } = sample;
  return (
    <DetailList
      facts={[
        [label("device"), sample.deviceName],
        [label("slot"), sample.slot === null ? null : String(sample.slot)],
        [t("auto.aliquots"), t("auto.takenOf", { taken: taken ?? 0, planned: (taken ?? 0) + (missed ?? 0) })],
        [label("maxGap"), <Quantity key="gap" value={sample.maxGap} digits={0} unit="min" />],
        [label("flowSampled"), <Quantity key="flow" value={sample.flowSampled} digits={1} unit="%" />],
        [t("auto.boxTempMean"), <Quantity key="mean" value={sample.boxTempMean} digits={1} unit="°C" />],
        [
          t("auto.boxTempMax"),
          <Quantity
            key="max"
            value={sample.boxTempMax}
            digits={1}
            unit="°C"
            alarm={(sample.boxTempMax ?? 0) > 8}
          />,
        ],
      ]}
    />
  );
}

function AutoLink({ sample }: { sample: SamplingInFull }) {
  const { t } = useTranslation("laboratory-samplings");
  if (sample.deviceName === null) return null;
  const name = encodeURIComponent(sample.deviceName);
  return (
    <PathLink to={`/samplingAuto/detail?time=${sample.began}&deviceName=${name}`}>
      {t("auto.strokes")}
    </PathLink>
  );
}
