import { printClaimCode } from "@tracewater/contract/fleet/claim-label";
import { type DeviceLabel, makeDeviceLabels } from "@tracewater/contract/fleet/device-lifecycle";
import QRCode from "antd/es/qr-code";
import { useDeviceTexts } from "../../../../device/device-texts.ts";
import { DeviceDialog } from "../../../../device/dialogs/device-dialog.tsx";
import { type Chosen, namesOf, useLifecycleCall } from "../../../../device/dialogs/use-lifecycle.ts";
import type { FamilyConfig } from "../../../../device/families/family-config.ts";
import { PrintDialog } from "../../../../kit/print-dialog.tsx";

/** New labels for devices, as a sheet to print. Each says who the device is, and lets its finder claim it once. */
export function LabelDialog(props: {
  familyConfig: FamilyConfig;
  chosen: readonly Chosen[];
  onClose: () => void;
}) {
  const { familyConfig, chosen, onClose } = props;
  const { t } = useDeviceTexts();
  const make = useLifecycleCall(makeDeviceLabels, () => undefined);
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
          make.mutate({ params: { family: familyConfig.family }, body: { ids: chosen.map((one) => one.id) } })
        }
        onClose={onClose}
      />
    );
  }
  return (
    <PrintDialog
      title={t("life.labelSheet", { count: labels.length })}
      width={720}
      closeText={t("life.labelDone")}
      printText={t("life.labelPrint")}
      onClose={onClose}
      isOnce
    >
      <LabelPrint labels={labels} />
    </PrintDialog>
  );
}

function LabelPrint({ labels }: { labels: readonly DeviceLabel[] }) {
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
