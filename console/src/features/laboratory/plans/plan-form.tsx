/** The form of a plan: adds one or changes it, with a preview of one of its days. */
import {
  addPlan,
  changePlan,
  checkPlan,
  getPlan,
  listPlans,
  type SamplingPlan,
} from "@tracewater/contract/laboratory/plans";
import Form, { type FormInstance } from "antd/es/form";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../../../api/api-error.ts";
import { invalidate, useApi, useApiMutation } from "../../../api/use-api.ts";
import { useTypicalFlow } from "../../../charts/program-day/use-typical-flow.ts";
import { fromZonedInput } from "../../../charts/zoned-input.ts";
import { showToast } from "../../../kit/toasts.ts";
import { FormDialog } from "../../../resource/form-dialog.tsx";
import { placeFaults, unplacedOf } from "../../../resource/place-faults.ts";
import { PlanFields } from "./plan-fields.tsx";
import { PlanPreview } from "./plan-preview.tsx";
import { fieldNames, type PlanValues, previewOf, startDays, startValues, toBody } from "./plan-values.ts";

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
  const { isZoneAsked } = useZoneOfPlan(form, plan === null ? typed : null);
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
      <PlanFields plan={plan} mode={typed.mode} samplers={place.samplers} />
    </FormDialog>
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

/** A new plan counts its days where its water flows, until somebody chooses another zone or other days. */
function useZoneOfPlan(form: FormInstance<PlanValues>, typed: Partial<PlanValues> | null) {
  const { zone, isZoneAsked } = useZoneOfPoint(typed?.pointId);
  useEffect(() => {
    if (zone !== "" && !form.isFieldTouched("zone"))
      form.setFields([{ name: "zone", value: zone, touched: false }]);
  }, [zone, form]);
  // Today is another day in some zones.
  const zoneOfDays = typed?.zone;
  useEffect(() => {
    if (zoneOfDays === undefined) return;
    const days = startDays(zoneOfDays);
    for (const name of ["startsAt", "endsAt"] as const)
      if (!form.isFieldTouched(name)) form.setFields([{ name, value: days[name], touched: false }]);
  }, [zoneOfDays, form]);
  return { isZoneAsked };
}

/** The zone of a point; nothing is saved while it is asked for, or the plan would have another one. */
function useZoneOfPoint(pointId: number | undefined) {
  const options = { enabled: pointId !== undefined, handled: true };
  const { data, isLoading } = useApi(checkPlan, { query: { pointId: pointId ?? 0 } }, options);
  return { zone: data?.data.zone ?? "", isZoneAsked: isLoading };
}
