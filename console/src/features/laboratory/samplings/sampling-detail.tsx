import "../../../resource/record.css";
import "./samplings.css";
import type { ReplyOf } from "@tracewater/contract/call";
import { getSampling } from "@tracewater/contract/laboratory/samplings";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { Blank } from "../../../kit/blank.tsx";
import { Card } from "../../../kit/card.tsx";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { formatMoment } from "../../../kit/moment.ts";
import { PathLink } from "../../../kit/path-link.tsx";
import { Quantity } from "../../../kit/quantity.tsx";
import { CustodyEvents } from "../../../pickers/custody-events.tsx";
import { SampleStateMark, useSampleWords } from "../../../pickers/sample-words.tsx";
import { SamplingActions } from "./sampling-actions.tsx";

type SamplingInFull = ReplyOf<typeof getSampling>["data"];

/** What is known of a sample, what may be done with it, and what the custody chain tells of it; on a device's page of its own. */
export function SamplingDetail({ id, ofDevice }: { id: number; ofDevice?: string }) {
  const { t } = useTranslation("laboratory-samplings");
  const { data, error, refetch } = useApi(getSampling, { params: { id } }, { handled: true });
  const isOthers = ofDevice !== undefined && data !== undefined && data.data.deviceName !== ofDevice;
  if (error?.code === 404 || isOthers) return <Blank title={t("noSuch")} text={t("noSuchText")} />;
  if (error !== null && data === undefined) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading lines={12} />;
  const sample = data.data;
  return (
    <div className="sampling-detail">
      <div className="record-stack">
        <Card
          title={<span className="code">{sample.sampleNo}</span>}
          hint={<SampleStateMark state={sample.state} variant="tag" />}
          extra={<PathLink to={`/thread/sampling/${sample.samplingId}`}>{t("thread")}</PathLink>}
        >
          {sample.stateReason === "" ? null : (
            <p className="sampling-notice">{t("reason", { reason: sample.stateReason })}</p>
          )}
          <SamplingActions sample={sample} />
          <Told sample={sample} />
        </Card>
        <Card title={t("measured")}>
          <Measured sample={sample} />
        </Card>
        {sample.origin === "auto" ? (
          <Card title={t("auto.told")} extra={<AutoLink sample={sample} />}>
            <Automatic sample={sample} />
          </Card>
        ) : null}
      </div>
      <Card title={t("custody")} hint={t("custodyHint", { count: sample.events.length })}>
        <CustodyEvents events={sample.events} />
      </Card>
    </div>
  );
}

type Fact = [name: string, value: ReactNode];

function Facts({ facts }: { facts: readonly Fact[] }) {
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

function Told({ sample }: { sample: SamplingInFull }) {
  const { t } = useTranslation("laboratory-samplings");
  const word = useSampleWords();
  const point = sample.pointCode === null ? null : `${sample.pointCode} ${sample.pointName}`;
  const bottle = [sample.bodyCode, sample.capCode].filter((part) => part !== null).join(" + ");
  const delivery =
    sample.deliveryId === null ? null : (
      <PathLink key="delivery" to={`/laboratory/delivery?id=${sample.deliveryId}`}>
        {sample.deliveryNo}
      </PathLink>
    );
  return (
    <Facts
      facts={[
        [word("kind"), word(`kind.${sample.kind}`)],
        [word("origin"), word(`origin.${sample.origin}`)],
        [word("point"), point],
        [word("unit"), sample.unitName],
        [word("began"), formatMoment(sample.began)],
        [word("ended"), formatMoment(sample.ended)],
        [word("samplerPerson"), sample.samplerPerson],
        [
          t("bottle"),
          <span key="bottle" className="code">
            {bottle}
          </span>,
        ],
        [
          word("sealNo"),
          sample.sealNo === null ? null : (
            <span key="seal" className="code">
              {sample.sealNo}
            </span>
          ),
        ],
        [word("delivery"), delivery],
        [
          word("plan"),
          sample.planId === null ? null : (
            <PathLink key="plan" to={`/samplePoint/plan?id=${sample.planId}`}>
              {sample.planNo}
            </PathLink>
          ),
        ],
        [word("note"), sample.note],
      ]}
    />
  );
}

function Measured({ sample }: { sample: SamplingInFull }) {
  const word = useSampleWords();
  const quantity = (name: "volume" | "ph" | "conductivity" | "waterTemp" | "flow", unit?: string): Fact => [
    word(name),
    <Quantity key={name} value={sample[name]} unit={unit} />,
  ];
  const place =
    sample.latitude === null ? null : `${sample.latitude.toFixed(5)}, ${sample.longitude?.toFixed(5) ?? ""}`;
  return (
    <Facts
      facts={[
        quantity("volume", "mL"),
        quantity("waterTemp", "°C"),
        quantity("ph"),
        quantity("conductivity", "µS/cm"),
        quantity("flow", "m³/d"),
        [word("flowSource"), sample.flowSource === null ? null : word(`flowSource.${sample.flowSource}`)],
        [`${word("latitude")}, ${word("longitude")}`, place],
      ]}
    />
  );
}

function Automatic({ sample }: { sample: SamplingInFull }) {
  const { t } = useTranslation("laboratory-samplings");
  const word = useSampleWords();
  const { aliquotsTaken: taken, aliquotsMissed: missed } = sample;
  return (
    <Facts
      facts={[
        [word("device"), sample.deviceName],
        [word("slot"), sample.slot === null ? null : String(sample.slot)],
        [t("auto.aliquots"), t("auto.takenOf", { taken: taken ?? 0, planned: (taken ?? 0) + (missed ?? 0) })],
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
