import { assayPhase, assaySource } from "@tracewater/contract/laboratory/assay-fields";
import { addAssays, getAssay, listAssays } from "@tracewater/contract/laboratory/assays";
import { type AnalyteName, analyteName } from "@tracewater/contract/laboratory/factors";
import Form from "antd/es/form";
import Input from "antd/es/input";
import Modal from "antd/es/modal";
import Select from "antd/es/select";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../../../api/api-error.ts";
import { invalidate, useApiMutation } from "../../../api/use-api.ts";
import { DayInput } from "../../../kit/day/day-input.tsx";
import { formatDay } from "../../../kit/moment.ts";
import { showToast } from "../../../kit/toasts.ts";
import { placeFaults } from "../../../resource/place-faults.ts";
import { useAssayWords } from "./assay-parts.tsx";
import { type EntryFaults, EntryTable } from "./entry-table.tsx";
import { isUntyped, type Typed, toFigures, untyped } from "./figure-inputs.tsx";

type Sample = {
  bodyCode: string;
  sampledOn: string;
  pointCode: string;
  method: string;
  methodVersion: string;
  phase: "liquid" | "total";
  source: "lcms" | "online" | "handheld";
};
const sampleNames = ["bodyCode", "sampledOn", "pointCode", "method", "methodVersion"] as const;

/** The results of one sample by hand, analyte by analyte. What the server refuses stands where it was typed. */
export function EntryDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("laboratory-assays");
  const word = useAssayWords();
  const [form] = Form.useForm<Sample>();
  const [typed, setTyped] = useState<ReadonlyMap<AnalyteName, Typed>>(new Map());
  const [faults, setFaults] = useState<EntryFaults>(new Map());
  const [unplaced, setUnplaced] = useState("");
  const add = useApiMutation(addAssays, { handled: true });
  const filled = analyteName.options.filter((one) => !isUntyped(typed.get(one) ?? untyped));
  const save = (sample: Sample) => {
    if (filled.length === 0) {
      setUnplaced(t("entry.none"));
      return;
    }
    const results = filled.map((analyte) => ({ analyte, ...toFigures(typed.get(analyte) ?? untyped) }));
    add.mutate(
      { body: { ...sample, results } },
      {
        onSuccess: ({ data }) => {
          for (const call of [listAssays, getAssay]) void invalidate(call);
          showToast({ tone: "success", text: t("entry.done", { count: data.ids.length }) });
          onClose();
        },
        onError: (error) => {
          placeFaults(form, sampleNames, error);
          const found = faultsIn(error, filled, word);
          setFaults(found);
          const isTold = found.size > 0 || sampleNames.some((name) => error.messageAt(name) !== undefined);
          setUnplaced(isTold ? "" : error.message);
        },
      },
    );
  };
  const choice = (name: "phase" | "source", options: readonly string[]) => (
    <Form.Item name={name} label={word(name)}>
      <Select options={options.map((value) => ({ value, label: word(`${name}.${value}`) }))} />
    </Form.Item>
  );
  const required = [{ required: true, whitespace: true }];
  return (
    <Modal
      open
      centered
      width={1040}
      title={t("entry.title")}
      okText={t("entry.submit")}
      cancelText={t("cancel")}
      confirmLoading={add.isPending}
      mask={{ closable: false }}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form<Sample>
        form={form}
        layout="vertical"
        initialValues={{
          ...{ bodyCode: "", sampledOn: formatDay(Date.now()), pointCode: "", method: "", methodVersion: "" },
          ...{ phase: "liquid", source: "lcms" },
        }}
        onFinish={save}
      >
        <div className="assay-entry-head">
          <Form.Item name="bodyCode" label={word("bodyCode")} rules={required}>
            <Input
              autoFocus
              maxLength={64}
              placeholder={t("entry.bodyHint")}
              // A scanner ends a code with Enter: the form is not done by it.
              onPressEnter={(event) => {
                event.preventDefault();
                form.focusField("sampledOn");
              }}
            />
          </Form.Item>
          <Form.Item name="sampledOn" label={word("sampledOn")} rules={required}>
            <DayInput />
          </Form.Item>
          <Form.Item name="pointCode" label={word("pointCode")}>
            <Input maxLength={60} placeholder={t("entry.pointHint")} />
          </Form.Item>
          <Form.Item name="method" label={word("method")}>
            <Input maxLength={100} />
          </Form.Item>
          <Form.Item name="methodVersion" label={word("methodVersion")}>
            <Input maxLength={40} />
          </Form.Item>
          {choice("source", assaySource.options)}
          {choice("phase", assayPhase.options)}
        </div>
      </Form>
      <EntryTable
        typed={typed}
        faults={faults}
        onType={(analyte, figures) => {
          setTyped(new Map(typed).set(analyte, figures));
          setUnplaced("");
        }}
      />
      <p className="assay-quiet">{t("entry.lines")}</p>
      {unplaced === "" ? null : (
        <p className="assay-fault" role="alert">
          {unplaced}
        </p>
      )}
    </Modal>
  );
}

/** What is wrong at `results.3.loq`, under the analyte of that row. */
function faultsIn(error: ApiError, sent: readonly AnalyteName[], word: (key: string) => string): EntryFaults {
  const found = new Map<AnalyteName, { figures: string[]; text: string }>();
  for (const { field, message } of error.fields) {
    const [, place, name = ""] = /^results\.(\d+)\.(\w+)$/.exec(field) ?? [];
    const analyte = place === undefined ? undefined : sent[Number(place)];
    if (analyte === undefined) continue;
    const known = found.get(analyte);
    const text = [known?.text, `${word(name)}: ${message}`].filter(Boolean).join("; ");
    found.set(analyte, { figures: [...(known?.figures ?? []), name], text });
  }
  return found;
}
