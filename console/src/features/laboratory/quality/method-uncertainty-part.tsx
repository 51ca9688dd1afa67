import type { ControlChart } from "@tracewater/contract/laboratory/analytical-batches";
import {
  getMethodUncertainty,
  type MethodUncertainty,
  setMethodUncertainty,
} from "@tracewater/contract/laboratory/method-uncertainty";
import Button from "antd/es/button";
import Form from "antd/es/form";
import Input from "antd/es/input";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Allowed } from "../../../api/allowed.tsx";
import { invalidate, useApi, useApiMutation } from "../../../api/use-api.ts";
import { Quantity } from "../../../kit/quantity.tsx";
import { FormDialog } from "../../../resource/form-dialog.tsx";
import { placeFaults, unplacedOf } from "../../../resource/place-faults.ts";

type Values = { reference: string; reason: string };

/** What the charts of a method come to as its uncertainty, and what loads use of it. */
export function MethodUncertaintyPart({ chart }: { chart: ControlChart }) {
  const { t } = useTranslation("laboratory-quality");
  const [isSetting, setIsSetting] = useState(false);
  const { unitId, analyte, method, instrument } = chart;
  const key = { unitId, analyte, method, instrument };
  const found = useApi(getMethodUncertainty, { query: key }, { handled: true });
  const data = found.data?.data;
  if (data === undefined) return null;
  const { calculated, gap, inForce } = data;
  return (
    <section className="quality-method">
      <h3>{t("method.title")}</h3>
      {calculated === null ? (
        <p className="quality-quiet">{t(`method.${gap ?? "fewControls"}`)}</p>
      ) : (
        <Parts
          title={t("method.calculated", { controls: data.controls, biases: data.biases })}
          of={calculated}
        />
      )}
      {inForce === null ? (
        <p className="quality-quiet">{t("method.none")}</p>
      ) : (
        <Parts title={t("method.inForce", { since: inForce.since, by: inForce.by })} of={inForce} />
      )}
      <Allowed to="laboratory:batch:edit">
        <Button size="small" disabled={calculated === null} onClick={() => setIsSetting(true)}>
          {t("method.set")}
        </Button>
      </Allowed>
      {isSetting ? <SetDialog of={key} onClose={() => setIsSetting(false)} /> : null}
    </section>
  );
}

function Parts({ title, of }: { title: string; of: NonNullable<MethodUncertainty["calculated"]> }) {
  const { t } = useTranslation("laboratory-quality");
  return (
    <p className="quality-parts">
      <span className="quality-quiet">{title}</span>
      {(["within", "bias", "standard"] as const).map((name) => (
        <span key={name}>
          {t(`method.${name}`)} <Quantity value={Number(of[name].toPrecision(2))} unit="%" />
        </span>
      ))}
    </p>
  );
}

function SetDialog(props: {
  of: Pick<ControlChart, "unitId" | "analyte" | "method" | "instrument">;
  onClose: () => void;
}) {
  const { t } = useTranslation("laboratory-quality");
  const [form] = Form.useForm<Values>();
  const set = useApiMutation(setMethodUncertainty, { handled: true });
  const names = ["reference", "reason"] as const;
  return (
    <FormDialog<Values>
      form={form}
      title={t("method.set")}
      width={460}
      submitText={t("method.submit")}
      initialValues={{ reference: "0", reason: "" }}
      isSaving={set.isPending}
      unplaced={unplacedOf(set.error, names)}
      onSubmit={({ reference, reason }) =>
        set.mutate(
          { body: { ...props.of, reference: Number(reference), reason } },
          {
            onSuccess: () => {
              void invalidate(getMethodUncertainty);
              props.onClose();
            },
            onError: (error) => placeFaults(form, names, error),
          },
        )
      }
      onClose={props.onClose}
    >
      <p className="quality-quiet">{t("method.setText")}</p>
      <Form.Item
        name="reference"
        label={t("method.reference")}
        rules={[{ required: true, pattern: /^\d+(\.\d+)?$/, message: t("wrong") }]}
      >
        <Input inputMode="decimal" maxLength={8} suffix="%" />
      </Form.Item>
      <Form.Item name="reason" label={t("limits.reason")} rules={[{ required: true, whitespace: true }]}>
        <Input maxLength={500} />
      </Form.Item>
    </FormDialog>
  );
}
