import type { DeliveryDetail } from "@tracewater/contract/laboratory/sample-deliveries";
import QRCode from "antd/es/qr-code";
import { useTranslation } from "react-i18next";
import { formatMoment } from "../../../kit/moment.ts";
import { PrintDialog } from "../../../kit/print-dialog.tsx";
import { useDeliveryLabels, useSampleLabels } from "../../../pickers/sample-labels.tsx";

/** The chain-of-custody form that travels with the box, as a sheet to print. */
export function CustodyForm({ delivery, onClose }: { delivery: DeliveryDetail; onClose: () => void }) {
  const { t } = useTranslation("laboratory-deliveries");
  return (
    <PrintDialog
      title={t("print.title")}
      width={860}
      closeText={t("print.close")}
      printText={t("print.print")}
      onClose={onClose}
    >
      <CustodyPrint delivery={delivery} />
    </PrintDialog>
  );
}

function CustodyPrint({ delivery }: { delivery: DeliveryDetail }) {
  const { t } = useTranslation("laboratory-deliveries");
  const label = useDeliveryLabels();
  const head: [string, string][] = [
    [label("from"), delivery.unitName],
    [label("to"), delivery.toUnitName],
    [label("courier"), delivery.courier],
    [label("boxNo"), delivery.boxNo],
    [label("sealNo"), delivery.sealNo],
    [label("note"), delivery.note],
  ];
  return (
    <article className="custody-sheet">
      <header>
        <div>
          <h1>{t("print.title")}</h1>
          <p className="custody-sheet-no">{delivery.deliveryNo}</p>
        </div>
        {/* Black on white in either theme: scanners and paper know no other. */}
        <QRCode
          type="svg"
          value={delivery.deliveryNo}
          size={88}
          bordered={false}
          color="#000"
          bgColor="#fff"
        />
      </header>
      <dl>
        {head.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value || "—"}</dd>
          </div>
        ))}
      </dl>
      <SampleTable samples={delivery.samples} />
      <section className="custody-signs">
        <Sign title={label("handedBy")} name={delivery.handedBy} at={delivery.handedAt} />
        <Sign title={label("courier")} name={delivery.courier} at={null} />
        <Sign title={label("receivedBy")} name={delivery.receivedBy} at={delivery.receivedAt} />
      </section>
      <p className="custody-sheet-foot">
        {t("print.foot", { hash: delivery.events.at(-1)?.hash.slice(0, 24) ?? "—" })}
      </p>
    </article>
  );
}

const columns = ["sampleNo", "kind", "point", "began", "volume", "bodyCode", "capCode", "sealNo"] as const;

function SampleTable({ samples }: Pick<DeliveryDetail, "samples">) {
  const { t } = useTranslation("laboratory-deliveries");
  const label = useDeliveryLabels();
  const sample = useSampleLabels();
  return (
    <table>
      <thead>
        <tr>
          {columns.map((name) => (
            <th key={name}>{name === "volume" ? `${sample(name)} (mL)` : sample(name)}</th>
          ))}
          <th>{t("condition")}</th>
        </tr>
      </thead>
      <tbody>
        {samples.map((one) => (
          <tr key={one.samplingId}>
            <td>{one.sampleNo}</td>
            <td>{sample(`kind.${one.kind}`)}</td>
            <td>{one.pointCode}</td>
            <td>{formatMoment(one.began).slice(0, 16)}</td>
            <td>{one.volume}</td>
            <td>{one.bodyCode}</td>
            <td>{one.capCode}</td>
            <td>{one.sealNo}</td>
            <td>{one.condition === null ? "" : label(`condition.${one.condition}`)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Sign(props: { title: string; name: string | null; at: number | null }) {
  const { t } = useTranslation("laboratory-deliveries");
  return (
    <div>
      <span>{props.title}</span>
      <strong>{props.name || " "}</strong>
      <span>{props.at === null ? " " : formatMoment(props.at)}</span>
      <i>{t("print.signature")}</i>
    </div>
  );
}
