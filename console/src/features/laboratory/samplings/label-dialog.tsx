import type { Sampling } from "@tracewater/contract/laboratory/samplings";
import Button from "antd/es/button";
import Modal from "antd/es/modal";
import QRCode from "antd/es/qr-code";
import { Printer } from "lucide-react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import { formatMoment } from "../../../kit/moment.ts";
import { useSampleWords } from "../../../pickers/sample-words.tsx";

/** Labels for bottles, as a sheet to print: the code is the sample's number, as a scanner reads it. */
export function LabelDialog({ samples, onClose }: { samples: readonly Sampling[]; onClose: () => void }) {
  const { t } = useTranslation("laboratory-samplings");
  return (
    <Modal
      open
      centered
      width={720}
      title={t("label.title", { count: samples.length })}
      onCancel={onClose}
      footer={
        <span className="sample-label-buttons">
          <Button onClick={onClose}>{t("label.close")}</Button>
          <Button type="primary" icon={<Printer size={16} />} onClick={() => window.print()}>
            {t("label.print")}
          </Button>
        </span>
      }
    >
      <div className="sample-label-preview">
        <LabelSheet samples={samples} />
      </div>
      {/* What goes to paper stands beside the application: print hides all else. */}
      {createPortal(
        <div className="label-print sample-label-print" aria-hidden="true">
          <LabelSheet samples={samples} />
        </div>,
        document.body,
      )}
    </Modal>
  );
}

function LabelSheet({ samples }: { samples: readonly Sampling[] }) {
  const word = useSampleWords();
  return (
    <ul className="sample-labels">
      {samples.map((sample) => (
        <li key={sample.samplingId}>
          {/* Black on white in either theme: scanners and paper know no other. */}
          <QRCode type="svg" value={sample.sampleNo} size={96} bordered={false} color="#000" bgColor="#fff" />
          <span className="sample-label-text">
            <strong>{sample.sampleNo}</strong>
            <span>{word(`kind.${sample.kind}`)}</span>
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
