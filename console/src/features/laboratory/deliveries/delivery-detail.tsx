import {
  type DeliveryDetail,
  getDeliveryDetail,
  warmAbove,
} from "@tracewater/contract/laboratory/deliveries";
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
import { DeliveryStateMark, useDeliveryWords } from "../../../pickers/sample-words.tsx";
import { DeliveryActions } from "./delivery-actions.tsx";
import { DeliverySamples } from "./delivery-samples.tsx";
import { TemperatureChart } from "./temperature-chart.tsx";

/** All that is known of a delivery, and what may be done with it now. */
export function DeliveryDetailView({ id }: { id: number }) {
  const { t } = useTranslation("laboratory-deliveries");
  const { data, error, refetch } = useApi(getDeliveryDetail, { params: { id } }, { handled: true });
  if (error?.code === 404) return <Blank title={t("noSuch")} text={t("noSuchText")} />;
  if (error !== null && data === undefined) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading lines={12} />;
  const delivery = data.data;
  return (
    <div className="delivery-detail">
      <div className="record-stack">
        <Card
          title={<span className="code">{delivery.deliveryNo}</span>}
          hint={<DeliveryStateMark state={delivery.state} variant="tag" />}
          extra={
            <span className="delivery-links">
              <PathLink to={`/thread/delivery/${delivery.deliveryId}`}>{t("thread")}</PathLink>
              <PathLink to="/laboratory/delivery">{t("back")}</PathLink>
            </span>
          }
        >
          <DeliveryActions delivery={delivery} />
          <Facts delivery={delivery} />
        </Card>
        <Card flush title={t("samples", { count: delivery.samples.length })}>
          <DeliverySamples samples={delivery.samples} />
        </Card>
        <Card title={t("temp.title")} hint={t("temp.hint", { limit: warmAbove })}>
          <TemperatureChart temperatures={delivery.temperatures} />
        </Card>
      </div>
      <Card title={t("custody")} hint={t("custodyHint", { count: delivery.events.length })}>
        <CustodyEvents events={delivery.events} />
      </Card>
    </div>
  );
}

function Facts({ delivery }: { delivery: DeliveryDetail }) {
  const word = useDeliveryWords();
  const { tempMin, tempMax } = delivery;
  const when = (at: number | null, who: string | null) =>
    at === null ? null : `${formatMoment(at)} · ${who ?? ""}`;
  const facts: [string, ReactNode][] = [
    [word("from"), delivery.unitName],
    [word("to"), delivery.toUnitName],
    [word("courier"), delivery.courier],
    [word("boxNo"), delivery.boxNo],
    [word("sealNo"), delivery.sealNo],
    [word("handedAt"), when(delivery.handedAt, delivery.handedBy)],
    [word("receivedAt"), when(delivery.receivedAt, delivery.receivedBy)],
    [word("tempMin"), <Quantity key="min" value={tempMin} digits={1} unit="°C" />],
    [
      word("tempMax"),
      <Quantity key="max" value={tempMax} digits={1} unit="°C" alarm={(tempMax ?? 0) > warmAbove} />,
    ],
    [word("decision"), delivery.decision === null ? null : word(`decision.${delivery.decision}`)],
    [word("reason"), delivery.reason],
    [word("note"), delivery.note],
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
