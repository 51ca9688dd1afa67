import type { CallInput } from "@tracewater/contract/call";
import { assayPhase, assaySource } from "@tracewater/contract/laboratory/assay-fields";
import {
  type AssaySample,
  addAssays,
  findAssaySample,
  getAssay,
  listAssays,
} from "@tracewater/contract/laboratory/assays";
import { type AnalyteName, analyteName } from "@tracewater/contract/laboratory/factors";
import Form, { type FormInstance } from "antd/es/form";
import Modal from "antd/es/modal";
import Select from "antd/es/select";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../../../api/api-error.ts";
import { invalidate, useApi, useApiMutation } from "../../../api/use-api.ts";
import { formatDay } from "../../../kit/moment.ts";
import { showToast } from "../../../kit/toasts.ts";
import { useAssayLabels } from "../../../pickers/assay-labels.ts";
import { placeFaults } from "../../../resource/place-faults.ts";
import { isUntyped, type MethodLimits, type Typed, toAssayValues, untyped } from "./assay-value-inputs.tsx";
import { type EntryFaults, EntryTable } from "./entry-table.tsx";
import { type Method, MethodFields, useMethodLimits, withLimits } from "./method-fields.tsx";
import { SampleFields } from "./sample-fields.tsx";

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

/** The results of one sample by hand, analyte by analyte. What the server refuses is where it was typed. */
export function EntryDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("laboratory-assays");
  const [form] = Form.useForm<Sample>();
  const [typed, setTyped] = useState<ReadonlyMap<AnalyteName, Typed>>(new Map());
  const { save, isSaving, faults, unplaced, clearUnplaced } = useSaveEntry(form, onClose);
  const [code, setCode] = useState("");
  const found = useApi(findAssaySample, { query: { code } }, { handled: true, enabled: code !== "" });
  const { ofMethod, lookUp } = useMethodLimits((limits) => setTyped(withLimits(typed, limits)));
  const sample = code === "" ? undefined : found.data?.data;
  return (
    <Modal
      open
      centered
      width={1040}
      title={t("entry.title")}
      okText={t("entry.submit")}
      cancelText={t("cancel")}
      confirmLoading={isSaving}
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
        onFinish={(entered) => save({ ...entered, ...givenOf(sample), results: resultsOf(typed, ofMethod) })}
      >
        <div className="assay-entry-head">
          <SampleFields
            sample={sample}
            unknown={code !== "" && found.data !== undefined && sample === undefined ? code : null}
            onLookUp={setCode}
          />
          <MethodFields onEntered={() => lookUp(methodIn(form))} />
          <ChoiceField name="source" options={assaySource.options} />
          <ChoiceField name="phase" options={assayPhase.options} />
        </div>
      </Form>
      <EntryTable
        typed={typed}
        faults={faults}
        ofMethod={ofMethod}
        onType={(analyte, figures) => {
          setTyped(new Map(typed).set(analyte, figures));
          clearUnplaced();
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

/** What the server refuses: what is wrong at which analyte, and what is at no field. */
function useSaveEntry(form: FormInstance<Sample>, onClose: () => void) {
  const { t } = useTranslation("laboratory-assays");
  const label = useAssayLabels();
  const [faults, setFaults] = useState<EntryFaults>(new Map());
  const [unplaced, setUnplaced] = useState("");
  const add = useApiMutation(addAssays, { handled: true });
  const save = (body: CallInput<typeof addAssays>["body"]) => {
    if (body.results.length === 0) {
      setUnplaced(t("entry.none"));
      return;
    }
    add.mutate(
      { body },
      {
        onSuccess: ({ data }) => {
          for (const call of [listAssays, getAssay]) void invalidate(call);
          showToast({ tone: "success", text: t("entry.done", { count: data.ids.length }) });
          onClose();
        },
        onError: (error) => {
          placeFaults(form, sampleNames, error);
          const sent = body.results.map(({ analyte }) => analyte);
          const found = faultsIn(error, sent, label);
          setFaults(found);
          const isFlagged = found.size > 0 || sampleNames.some((name) => error.messageAt(name) !== undefined);
          setUnplaced(isFlagged ? "" : error.message);
        },
      },
    );
  };
  return { save, isSaving: add.isPending, faults, unplaced, clearUnplaced: () => setUnplaced("") };
}

function ChoiceField({ name, options }: { name: "phase" | "source"; options: readonly string[] }) {
  const label = useAssayLabels();
  return (
    <Form.Item name={name} label={label(name)}>
      <Select options={options.map((value) => ({ value, label: label(`${name}.${value}`) }))} />
    </Form.Item>
  );
}

/** Of each analyte for which something was typed, apart from the limits of the method. */
function resultsOf(typed: ReadonlyMap<AnalyteName, Typed>, ofMethod: ReadonlyMap<AnalyteName, MethodLimits>) {
  return analyteName.options
    .filter((one) => !isUntyped(typed.get(one) ?? untyped, ofMethod.get(one)))
    .map((analyte) => ({ analyte, ...toAssayValues(typed.get(analyte) ?? untyped) }));
}

/** What a known sample says of its results, instead of what would be entered. */
function givenOf(sample: AssaySample | undefined) {
  if (sample === undefined) return {};
  const { bodyCode, sampledOn, pointCode } = sample;
  return { bodyCode, sampledOn, ...(pointCode === null ? {} : { pointCode }) };
}

/** What is wrong at `results.3.loq`, under the analyte of that row. */
function faultsIn(
  error: ApiError,
  sent: readonly AnalyteName[],
  label: (key: string) => string,
): EntryFaults {
  const found = new Map<AnalyteName, { figures: string[]; text: string }>();
  for (const { field, message } of error.fields) {
    const [, place, name = ""] = /^results\.(\d+)\.(\w+)$/.exec(field) ?? [];
    const analyte = place === undefined ? undefined : sent[Number(place)];
    if (analyte === undefined) continue;
    const known = found.get(analyte);
    const text = [known?.text, `${label(name)}: ${message}`].filter(Boolean).join("; ");
    found.set(analyte, { figures: [...(known?.figures ?? []), name], text });
  }
  return found;
}

function methodIn(form: FormInstance<Sample>): Method {
  const { method = "", methodVersion = "" } = form.getFieldsValue();
  return { method: method.trim(), methodVersion: methodVersion.trim() };
}
