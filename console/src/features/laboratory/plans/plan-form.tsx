import {
  addPlan,
  changePlan,
  checkPlan,
  getPlan,
  listPlans,
  planMode,
  planPurpose,
  preservative,
  type SamplingPlan,
} from "@tracewater/contract/laboratory/plans";
import { timeZones } from "@tracewater/contract/time-zone";
import Form from "antd/es/form";
import Input from "antd/es/input";
import Select from "antd/es/select";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../../../api/api-error.ts";
import { invalidate, useApi, useApiMutation } from "../../../api/use-api.ts";
import { useTypicalFlow } from "../../../charts/program-day/use-typical-flow.ts";
import { fromZonedInput } from "../../../charts/zoned-input.ts";
import { DayInput } from "../../../kit/day/day-input.tsx";
import { showToast } from "../../../kit/toasts.ts";
import { PointSelect } from "../../../pickers/point-select.tsx";
import { FormDialog } from "../../../resource/form-dialog.tsx";
import { placeFaults, unplacedOf } from "../../../resource/place-faults.ts";
import { AnalyteChoice } from "./analyte-choice.tsx";
import { usePlanLabels } from "./plan-labels.tsx";
import { PlanPreview } from "./plan-preview.tsx";
import {
  fieldNames,
  type PlanValues,
  previewOf,
  startDays,
  startValues,
  takesInterval,
  toBody,
} from "./plan-values.ts";
import { WeekStrip } from "./week-strip.tsx";

const zones = timeZones.map((value) => ({ value, label: value }));

/** A plan as it is written, with what a day of it comes to; what the server refuses is at its field. */
export function PlanForm({ plan, onClose }: { plan: SamplingPlan | null; onClose: () => void }) {
  const { t } = useTranslation("laboratory-plans");
  const [form] = Form.useForm<PlanValues>();
  const typed = Form.useWatch([], form) ?? startValues(plan);
  const place = usePlace(typed, plan);
  const add = useApiMutation(addPlan, { handled: true });
  const change = useApiMutation(changePlan, { handled: true });
  const done = {
    onSuccess: () => {
      void invalidate(listPlans);
      void invalidate(getPlan);
      showToast({ tone: "success", text: t(plan === null ? "add.done" : "change.done") });
      onClose();
    },
    onError: (error: ApiError) => placeFaults(form, fieldNames, error),
  };
  const submit = (values: PlanValues) => {
    const { body, faults } = toBody(values, { notTime: t("form.notTime"), notNumber: t("form.notNumber") });
    if (body === null) form.setFields(faults);
    else if (plan === null) add.mutate({ body }, done);
    else change.mutate({ body: { ...body, planId: plan.planId } }, done);
  };
  // A new plan counts its days where its water flows, until somebody chooses another zone.
  const { zone, isZoneAsked } = useZoneOfPoint(plan === null ? typed.pointId : undefined);
  useEffect(() => {
    if (zone !== "" && !form.isFieldTouched("zone"))
      form.setFields([{ name: "zone", value: zone, touched: false }]);
  }, [zone, form]);
  // Today is another day in some zones: its days follow the zone, until somebody chooses them.
  const zoneOfDays = plan === null ? typed.zone : undefined;
  useEffect(() => {
    if (zoneOfDays === undefined) return;
    const days = startDays(zoneOfDays);
    for (const name of ["startsAt", "endsAt"] as const)
      if (!form.isFieldTouched(name)) form.setFields([{ name, value: days[name], touched: false }]);
  }, [zoneOfDays, form]);
  const startsAt = fromZonedInput(typed.startsAt ?? "", typed.zone);
  const { flow, range } = useTypicalFlow(typed.deviceId ?? null, startsAt);
  const preview = previewOf(typed, flow, place.designFlow);
  return (
    <FormDialog<PlanValues>
      form={form}
      title={t(plan === null ? "add.title" : "change.title", { no: plan?.planNo })}
      width={1280}
      className="record-form"
      initialValues={startValues(plan)}
      isSaving={add.isPending || change.isPending || isZoneAsked}
      unplaced={unplacedOf(add.error ?? change.error, fieldNames)}
      onSubmit={submit}
      onClose={onClose}
      consequence={
        <>
          <h3 className="plan-consequence">
            {t("preview.title")}
            {preview?.flow == null ? null : (
              <span className="record-quiet">{t(flow === null ? "preview.design" : "preview.typical")}</span>
            )}
          </h3>
          <PlanPreview
            {...{ preview, range, startsAt, zone: typed.zone }}
            bottleVolume={Number(typed.bottleVolume) || 0}
            conflicts={place.conflicts}
          />
        </>
      }
    >
      <Fields plan={plan} mode={typed.mode} samplers={place.samplers} />
    </FormDialog>
  );
}

type Sampler = { deviceId: number; deviceName: string; nickname: string };

function Fields(props: {
  plan: SamplingPlan | null;
  mode: PlanValues["mode"] | undefined;
  samplers: readonly Sampler[];
}) {
  const { plan, mode, samplers } = props;
  const { t } = useTranslation("laboratory-plans");
  const label = usePlanLabels();
  const required = [{ required: true }];
  const number = (
    name: "intervalMin" | "pulse" | "aliquot" | "bottles" | "bottleVolume" | "holdingHours",
    unit?: string,
  ) => (
    <Form.Item name={name} label={label(name)} rules={required}>
      <Input inputMode="decimal" autoComplete="off" suffix={unit ?? <span />} />
    </Form.Item>
  );
  const choice = <V extends string>(
    name: "purpose" | "mode" | "preservative",
    values: readonly V[],
    labelOf: (value: V) => string,
  ) => (
    <Form.Item name={name} label={label(name)} rules={required}>
      <Select options={values.map((value) => ({ value, label: labelOf(value) }))} />
    </Form.Item>
  );
  return (
    <>
      <Form.Item name="name" label={label("name")} rules={[{ required: true, whitespace: true }]}>
        <Input maxLength={64} autoComplete="off" autoFocus />
      </Form.Item>
      {choice("purpose", planPurpose.options, (value) => label(`purpose.${value}`))}
      <Form.Item name="pointId" label={label("point")} rules={required}>
        <PointSelect known={plan} />
      </Form.Item>
      <Form.Item name="deviceId" label={label("device")}>
        <Select
          allowClear
          placeholder={t("form.byHand")}
          options={samplers.map((one) => ({
            value: one.deviceId,
            label: [one.deviceName, one.nickname].filter(Boolean).join(" "),
          }))}
        />
      </Form.Item>
      <Form.Item name="startsAt" label={label("startsAt")} rules={required}>
        <DayInput precision="minute" />
      </Form.Item>
      <Form.Item name="endsAt" label={label("endsAt")} rules={required}>
        <DayInput precision="minute" />
      </Form.Item>
      <Form.Item name="zone" label={label("zone")} rules={required}>
        <Select showSearch={{ optionFilterProp: "label" }} options={zones} />
      </Form.Item>
      {choice("mode", planMode.options, (value) => label(`mode.${value}`))}
      {takesInterval(mode) ? number("intervalMin", "min") : null}
      {mode === "vtcv" ? number("pulse", "m³") : null}
      {number("aliquot", "mL")}
      {number("bottles")}
      {number("bottleVolume", "mL")}
      <Form.Item name="days" label={label("days")} rules={required} className="record-form-wide">
        <WeekStrip />
      </Form.Item>
      <Form.Item name="analytes" label={label("analytes")} rules={required} className="record-form-wide">
        <AnalyteChoice />
      </Form.Item>
      {choice("preservative", preservative.options, (value) => label(`preservative.${value}`))}
      {number("holdingHours", "h")}
      <Form.Item name="note" label={label("note")} className="record-form-wide">
        <Input.TextArea maxLength={500} autoSize={{ minRows: 1, maxRows: 4 }} />
      </Form.Item>
    </>
  );
}

/** The samplers of the point that is chosen, its flow, and the plans that have the chosen one on these days. */
function usePlace(typed: Partial<PlanValues>, plan: SamplingPlan | null) {
  const { pointId, deviceId, startsAt = "", endsAt = "", zone, days = [] } = typed;
  const from = fromZonedInput(startsAt, zone);
  const until = fromZonedInput(endsAt, zone);
  const query = {
    pointId: pointId ?? 0,
    days: days.join(","),
    ...(deviceId == null ? {} : { deviceId }),
    ...(from === null || until === null ? {} : { startsAt: from, endsAt: until }),
    ...(plan === null ? {} : { planId: plan.planId }),
  };
  const options = { enabled: pointId !== undefined, keepPrevious: true, handled: true };
  const { data } = useApi(checkPlan, { query }, options);
  return data?.data ?? { samplers: [], designFlow: null, conflicts: [] };
}

/** The zone of a point; nothing is saved while it is asked for, or the plan would have another one. */
function useZoneOfPoint(pointId: number | undefined) {
  const options = { enabled: pointId !== undefined, handled: true };
  const { data, isLoading } = useApi(checkPlan, { query: { pointId: pointId ?? 0 } }, options);
  return { zone: data?.data.zone ?? "", isZoneAsked: isLoading };
}
