/** The bottles of a delivery as they are received: each is scanned and looked at. */
import {
  type DeliveryDetail,
  type SampleCondition,
  sampleCondition,
} from "@tracewater/contract/laboratory/sample-deliveries";
import Input from "antd/es/input";
import Select from "antd/es/select";
import { CircleCheck, ScanBarcode } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { focusOnOpen } from "../../../kit/focus-on-open.ts";
import { ScanButton } from "../../../kit/scan/scan-button.tsx";
import { useDeliveryLabels } from "../../../pickers/sample-labels.tsx";

type Sample = DeliveryDetail["samples"][number];
export type Finding = { condition: SampleCondition; note: string };
/** By the code of the bottle. */
export type Found = Readonly<Record<string, Finding>>;
type OnMark = (code: string, part: Partial<Finding>) => void;

export function codeOf(sample: Sample): string {
  return sample.bodyCode ?? sample.capCode ?? "";
}

export function ReceivedBottles(props: { samples: readonly Sample[]; found: Found; onMark: OnMark }) {
  const { samples, found, onMark } = props;
  return (
    <>
      <BottleScan samples={samples} done={Object.keys(found).length} onMark={onMark} />
      <ul className="receive-lines">
        {samples.map((sample) => (
          <BottleLine
            key={sample.samplingId}
            sample={sample}
            finding={found[codeOf(sample)]}
            onMark={onMark}
          />
        ))}
      </ul>
    </>
  );
}

function BottleScan(props: { samples: readonly Sample[]; done: number; onMark: OnMark }) {
  const { samples, done, onMark } = props;
  const { t } = useTranslation("laboratory-deliveries");
  const [scanned, setScanned] = useState("");
  const [unknown, setUnknown] = useState("");
  const scan = (text: string) => {
    const code = text.trim();
    const sample = samples.find((one) => [one.bodyCode, one.capCode, one.sampleNo].includes(code));
    setUnknown(sample === undefined ? code : "");
    setScanned("");
    if (sample !== undefined) onMark(codeOf(sample), {});
  };
  return (
    <>
      <div className="receive-field">
        <label htmlFor="receive-scan">{t("receive.scan")}</label>
        <Input
          id="receive-scan"
          className="code"
          prefix={<ScanBarcode size={16} />}
          maxLength={64}
          autoComplete="off"
          spellCheck={false}
          ref={focusOnOpen}
          value={scanned}
          onChange={(event) => setScanned(event.target.value)}
          onPressEnter={() => scan(scanned)}
          suffix={<ScanButton label={t("receive.camera")} many onCode={scan} />}
        />
      </div>
      <p className={unknown === "" ? "record-quiet" : "record-fault"} role="status">
        {unknown === ""
          ? t("receive.progress", { done, count: samples.length })
          : t("receive.unknown", { code: unknown })}
      </p>
    </>
  );
}

function BottleLine(props: { sample: Sample; finding: Finding | undefined; onMark: OnMark }) {
  const { sample, finding } = props;
  const { t } = useTranslation("laboratory-deliveries");
  const label = useDeliveryLabels();
  const code = codeOf(sample);
  const put = (part: Partial<Finding>) => props.onMark(code, part);
  return (
    <li>
      <span className="receive-code">
        <CircleCheck
          size={16}
          aria-hidden="true"
          className={finding === undefined ? "receive-open" : "receive-done"}
        />
        <span className="code">{code}</span>
        <span className="record-quiet">{sample.sealNo}</span>
      </span>
      <Select
        aria-label={t("receive.conditionOf", { code })}
        placeholder={t("receive.notScanned")}
        value={finding?.condition ?? null}
        options={sampleCondition.options.map((value) => ({
          value,
          label: label(`condition.${value}`),
        }))}
        onChange={(condition: SampleCondition | null) =>
          condition === null ? undefined : put({ condition })
        }
      />
      <Input
        aria-label={t("receive.noteOf", { code })}
        placeholder={label("note")}
        maxLength={300}
        disabled={finding === undefined || finding.condition === "ok"}
        value={finding?.note ?? ""}
        onChange={(event) => put({ note: event.target.value })}
      />
    </li>
  );
}
