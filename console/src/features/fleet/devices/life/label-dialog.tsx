import { printClaimCode } from "@tracewater/contract/fleet/claim-label";
import { type DeviceLabel, makeDeviceLabels } from "@tracewater/contract/fleet/device-life";
import Button from "antd/es/button";
import Modal from "antd/es/modal";
import QRCode from "antd/es/qr-code";
import { Printer } from "lucide-react";
import { createPortal } from "react-dom";
import type { FamilyFacts } from "../families/family-facts.ts";
import { useWords } from "../model/words.ts";
import { DeviceDialog } from "./device-dialog.tsx";
import "./labels.css";
import { type Chosen, namesOf, useLifeCall } from "./use-life.ts";

/** New labels for devices, as a sheet to print. Each says who the device is, and lets its finder claim it once. */
export function LabelDialog(props: { facts: FamilyFacts; chosen: readonly Chosen[]; onClose: () => void }) {
  const { facts, chosen, onClose } = props;
  const { t } = useWords();
  const make = useLifeCall(makeDeviceLabels, () => undefined);
  const labels = make.data?.data;
  if (labels === undefined) {
    return (
      <DeviceDialog
        title={t("life.label", { names: namesOf(chosen, (count) => t("life.more", { count })) })}
        lead={t("life.labelLead")}
        okText={t("life.labelOk")}
        pending={make.isPending}
        error={make.error}
        onOk={() =>
          make.mutate({ params: { family: facts.family }, body: { ids: chosen.map((one) => one.id) } })
        }
        onClose={onClose}
      />
    );
  }
  return (
    <Modal
      open
      centered
      width={720}
      title={t("life.labelSheet", { count: labels.length })}
      // The codes are told this once: a stray click must not lose them.
      mask={{ closable: false }}
      keyboard={false}
      onCancel={onClose}
      footer={[
        <Button key="close" onClick={onClose}>
          {t("life.labelDone")}
        </Button>,
        <Button key="print" type="primary" icon={<Printer size={16} />} onClick={() => window.print()}>
          {t("life.labelPrint")}
        </Button>,
      ]}
    >
      <div className="label-preview">
        <LabelSheet labels={labels} />
      </div>
      {/* What goes to paper stands beside the application: print hides all else. */}
      {createPortal(
        <div className="label-print" aria-hidden="true">
          <LabelSheet labels={labels} />
        </div>,
        document.body,
      )}
    </Modal>
  );
}

function LabelSheet({ labels }: { labels: readonly DeviceLabel[] }) {
  return (
    <ul className="label-sheet">
      {labels.map((label) => (
        <li key={label.id} className="label">
          {/* Black on white in either theme: scanners and paper know no other. */}
          <QRCode type="svg" value={label.text} size={112} bordered={false} color="#000" bgColor="#fff" />
          <span className="label-text">
            <strong>{label.deviceName}</strong>
            {label.nickname === "" ? null : <span>{label.nickname}</span>}
            <span>{label.productKey}</span>
            <code>{printClaimCode(label.claimCode)}</code>
          </span>
        </li>
      ))}
    </ul>
  );
}
