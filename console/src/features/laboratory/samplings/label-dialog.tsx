import type { Sampling } from "@tracewater/contract/laboratory/samplings";
import QRCode from "antd/es/qr-code";
import { useTranslation } from "react-i18next";
import { formatMoment } from "../../../kit/moment.ts";
import { PrintDialog } from "../../../kit/print-dialog.tsx";
import { useSampleLabels } from "../../../pickers/sample-labels.tsx";

/** Labels for bottles, as a sheet to print: the code is the sample's number, as a scanner reads it. */
export function LabelDialog({ samples, onClose }: { samples: readonly Sampling[]; onClose: () => void }) {
  const { t } = useTranslation("laboratory-samplings");
  return (
    <PrintDialog
      title={t("label.title", { count: samples.length })}
      width={720}
      closeText={t("label.close")}
      printText={t("label.print")}
      onClose={onClose}
    >
      <LabelPrint samples={samples} />
    </PrintDialog>
  );
}

function LabelPrint({ samples }: { samples: readonly Sampling[] }) {
  const label = useSampleLabels();
  return (
    <ul className="label-sheet">
      {samples.map((sample) => (
        <li key={sample.samplingId} className="label">
          {/* Black on white in either theme: scanners and paper know no other. */}
          <QRCode type="svg" value={sample.sampleNo} size={96} bordered={false} color="#000" bgColor="#fff" />
          <span className="label-text">
            <strong>{sample.sampleNo}</strong>
            <span>{label(`kind.${sample.kind}`)}</span>
            <span>{[sample.pointCode, sample.pointName].filter((part) => part !== null).join(" ")}</span>
            <span>{formatMoment(sample.began)}</span>
            <span>
              {sample.bodyCode} {sample.sealNo === null ? "" : `· ${sample.sealNo}`}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}
