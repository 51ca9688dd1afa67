import Input from "antd/es/input";
import Select from "antd/es/select";
import { useId } from "react";
import { type DeviceTexts, useDeviceTexts } from "../device-texts.ts";
import { spanText } from "./command-labels.ts";
import { FormRow } from "./param-input.tsx";

/** How long an order may wait, how long its reply may take, how often it is tried again, and why it is sent. */
export type Terms = { expiresIn: number; timeout: number; retries: number; reason: string };

export const defaultTerms: Terms = { expiresIn: 1800, timeout: 60, retries: 0, reason: "" };

const retries = [0, 1, 2, 3, 5];

const expiries = [60, 300, 1800, 7200, 28_800, 86_400, 604_800];
const timeouts = [10, 30, 60, 300, 900, 3600];

export function TermsFields(props: {
  terms: Terms;
  faults: (field: string) => string | null;
  onChange: (terms: Terms) => void;
}) {
  const { terms, faults } = props;
  const texts = useDeviceTexts();
  const { t } = texts;
  const ids = { expiry: useId(), timeout: useId(), retries: useId(), reason: useId() };
  const change = (part: Partial<Terms>) => props.onChange({ ...terms, ...part });
  return (
    <>
      <FormRow id={ids.expiry} label={t("send.expiresIn")} fault={faults("expiresIn")}>
        <Select
          id={ids.expiry}
          value={terms.expiresIn}
          options={options(expiries, texts)}
          onChange={(expiresIn: number) => change({ expiresIn })}
        />
      </FormRow>
      <FormRow id={ids.timeout} label={t("send.timeout")} fault={faults("timeout")}>
        <Select
          id={ids.timeout}
          value={terms.timeout}
          options={options(timeouts, texts)}
          onChange={(timeout: number) => change({ timeout })}
        />
      </FormRow>
      <FormRow
        id={ids.retries}
        label={t("send.retries")}
        hint={t("send.retriesHint")}
        fault={faults("retries")}
      >
        <Select
          id={ids.retries}
          value={terms.retries}
          options={retries.map((value) => ({
            value,
            label: value === 0 ? t("send.noRetry") : t("send.retryTimes", { n: value }),
          }))}
          onChange={(retries: number) => change({ retries })}
        />
      </FormRow>
      <FormRow
        id={ids.reason}
        wide
        label={t("send.reason")}
        hint={t("send.reasonHint")}
        fault={faults("reason")}
      >
        <Input.TextArea
          id={ids.reason}
          value={terms.reason}
          autoSize={{ minRows: 2, maxRows: 5 }}
          maxLength={200}
          onChange={(event) => change({ reason: event.target.value })}
        />
      </FormRow>
    </>
  );
}

function options(seconds: number[], texts: DeviceTexts) {
  return seconds.map((value) => ({ value, label: wholeSpan(value, texts) }));
}

/** `10 s`, `30 min`, `8 h`, `7 d`. */
function wholeSpan(seconds: number, texts: DeviceTexts): string {
  if (seconds >= 172_800 && seconds % 86_400 === 0) return texts.t("duration.d", { value: seconds / 86_400 });
  if (seconds >= 7200 && seconds % 3600 === 0) return texts.t("duration.h", { value: seconds / 3600 });
  if (seconds >= 60 && seconds % 60 === 0) return texts.t("duration.min", { value: seconds / 60 });
  return spanText(seconds * 1000, texts).replace(".0", "");
}
