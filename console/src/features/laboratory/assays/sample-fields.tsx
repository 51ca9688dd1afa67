import type { AssaySample } from "@tracewater/contract/laboratory/assays";
import Form from "antd/es/form";
import Input from "antd/es/input";
import { useTranslation } from "react-i18next";
import { DayInput } from "../../../kit/day/day-input.tsx";
import { focusOnOpen } from "../../../kit/focus-on-open.ts";
import { formatMoment } from "../../../kit/moment.ts";
import { useAssayLabels } from "../../../pickers/assay-labels.ts";
import { SampleStateMark } from "../../../pickers/sample-labels.tsx";

const required = [{ required: true, whitespace: true }];

/**
 * Which sample the results are about, by the code of its bottle or its number. What is known of the sample is shown and
 * not asked for: its day and its point are those of the results.
 */
export function SampleFields(props: {
  /** Undefined where none is known by the code, or none was looked up. */
  sample: AssaySample | undefined;
  /** The code for which there is no sample; null before one was looked up. */
  unknown: string | null;
  onLookUp: (code: string) => void;
}) {
  const { sample, unknown, onLookUp } = props;
  const { t } = useTranslation("laboratory-assays");
  const label = useAssayLabels();
  return (
    <>
      <Form.Item name="bodyCode" label={t("entry.sample")} rules={required}>
        <Input
          ref={focusOnOpen}
          maxLength={64}
          placeholder={t("entry.bodyHint")}
          onBlur={(event) => onLookUp(event.target.value.trim())}
          onChange={() => onLookUp("")}
          // A scanner ends a code with Enter: the form is not done by it.
          onPressEnter={(event) => {
            event.preventDefault();
            onLookUp(event.currentTarget.value.trim());
          }}
        />
      </Form.Item>
      {sample === undefined ? (
        <Form.Item name="sampledOn" label={label("sampledOn")} rules={required}>
          <DayInput />
        </Form.Item>
      ) : (
        <Form.Item label={label("sampledOn")}>
          <Input readOnly className="num" aria-label={label("sampledOn")} value={sample.sampledOn} />
        </Form.Item>
      )}
      {sample === undefined || sample.pointCode === null ? (
        <Form.Item name="pointCode" label={label("pointCode")}>
          <Input maxLength={60} placeholder={t("entry.pointHint")} />
        </Form.Item>
      ) : (
        <Form.Item label={label("pointCode")}>
          <Input
            readOnly
            aria-label={label("pointCode")}
            value={`${sample.pointCode} ${sample.pointName ?? ""}`}
          />
        </Form.Item>
      )}
      {sample === undefined ? null : (
        <p className="assay-quiet assay-entry-sample">
          <span className="code">{sample.sampleNo}</span> · <span className="code">{sample.bodyCode}</span> ·{" "}
          {formatMoment(sample.began)} – {formatMoment(sample.ended)} <SampleStateMark state={sample.state} />
        </p>
      )}
      {unknown === null ? null : (
        <p className="assay-quiet assay-entry-sample">{t("entry.noSample", { code: unknown })}</p>
      )}
    </>
  );
}
