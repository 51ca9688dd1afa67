import {
  type DeliveryDetail,
  getDeliveryDetail,
  warmAbove,
} from "@tracewater/contract/laboratory/sample-deliveries";
import { Truck } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { hasPermission, useSession } from "../../../api/session.ts";
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
import { DeliveryStateMark, useDeliveryLabels } from "../../../pickers/sample-labels.tsx";
import { DeliveryActions } from "./delivery-actions.tsx";
import { DeliverySamples } from "./delivery-samples.tsx";
import { TemperatureChart } from "./temperature-chart.tsx";

/** All that is known of a delivery, and what may be done with it now. */
export function DeliveryDetailView({ id }: { id: number }) {
  const { t } = useTranslation("laboratory-deliveries");
  const { data, error, refetch } = useApi(getDeliveryDetail, { params: { id } }, { handled: true });
  if (error?.code === 404) return <EmptyState title={t("noSuch")} text={t("noSuchText")} />;
  if (error !== null && data === undefined) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading lines={12} />;
  const delivery = data.data;
  return (
    <div className="record-stack">
      <DeliveryHeader delivery={delivery} />
      <div className="delivery-detail">
        <div className="record-stack">
          <Card title={t("recorded")} section="record">
            <DetailList delivery={delivery} />
          </Card>
          <Card flush section="samples" title={t("samples", { count: delivery.samples.length })}>
            <DeliverySamples samples={delivery.samples} />
          </Card>
          <Card title={t("temp.title")} section="temperature" hint={t("temp.hint", { limit: warmAbove })}>
            <TemperatureChart temperatures={delivery.temperatures} />
          </Card>
        </div>
        <Card
          title={t("custody")}
          section="custody"
          hint={t("custodyHint", { count: delivery.events.length })}
        >
          <CustodyEvents events={delivery.events} />
        </Card>
      </div>
    </div>
  );
}

/** Which delivery, where it goes, and what is done next. */
function DeliveryHeader({ delivery }: { delivery: DeliveryDetail }) {
  const { t } = useTranslation("laboratory-deliveries");
  const mayReceive = hasPermission("laboratory:delivery:receive", useSession());
  return (
    <RecordHeader
      icon={Truck}
      name={delivery.deliveryNo}
      state={<DeliveryStateMark state={delivery.state} variant="tag" />}
      meta={[
        `${delivery.unitName} → ${delivery.toUnitName}`,
        t("samples", { count: delivery.samples.length }),
        delivery.courier,
        delivery.handedAt === null ? null : (
          <span key="handed" className="num">
            {formatMoment(delivery.handedAt)}
          </span>
        ),
        <PathLink key="back" to="/laboratory/delivery">
          {t("back")}
        </PathLink>,
        delivery.state === "inTransit" && !delivery.may.receive && mayReceive ? t("receive.another") : null,
      ]}
      tabs={[
        { key: "record", label: t("recorded") },
        { key: "samples", label: t("form.samples"), count: delivery.samples.length },
        { key: "temperature", label: t("temp.title") },
        { key: "custody", label: t("custody"), count: delivery.events.length },
      ]}
      actions={
        <>
          <LinkButton to={`/thread/delivery/${delivery.deliveryId}`}>{t("thread")}</LinkButton>
          <DeliveryActions delivery={delivery} />
        </>
      }
    />
  );
}

function DetailList({ delivery }: { delivery: DeliveryDetail }) {
  const label = useDeliveryLabels();
  const { tempMin, tempMax } = delivery;
  const when = (at: number | null, who: string | null) =>
    at === null ? null : `${formatMoment(at)} · ${who ?? ""}`;
  const facts: [string, ReactNode][] = [
    [label("from"), delivery.unitName],
    [label("to"), delivery.toUnitName],
    [label("courier"), delivery.courier],
    [label("boxNo"), delivery.boxNo],
    [label("sealNo"), delivery.sealNo],
    [label("handedAt"), when(delivery.handedAt, delivery.handedBy)],
    [label("receivedAt"), when(delivery.receivedAt, delivery.receivedBy)],
    [label("tempMin"), <Quantity key="min" value={tempMin} digits={1} unit="°C" />],
    [
      label("tempMax"),
      <Quantity key="max" value={tempMax} digits={1} unit="°C" alarm={(tempMax ?? 0) > warmAbove} />,
    ],
    [label("decision"), delivery.decision === null ? null : label(`decision.${delivery.decision}`)],
    [label("reason"), delivery.reason],
    [label("note"), delivery.note],
  ];
  return (
    <dl className="record-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value === null || value === "" ? "—" : value}</dd>
        </div>
      ))}
    </dl>
  );
}
