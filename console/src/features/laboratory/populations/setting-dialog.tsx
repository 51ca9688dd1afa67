import {
  type PopulationParameter,
  type PopulationSetting,
  sampleMarker,
  setPopulationSetting,
} from "@tracewater/contract/laboratory/populations";
import Button from "antd/es/button";
import Checkbox from "antd/es/checkbox";
import Form from "antd/es/form";
import Input from "antd/es/input";
import Modal from "antd/es/modal";
import { useTranslation } from "react-i18next";
import { useApiMutation } from "../../../api/use-api.ts";
import { DayInput } from "../../../kit/day/day-input.tsx";
import { formatDay } from "../../../kit/moment.ts";
import { formatNumber } from "../../../kit/number.ts";
import { placeFaults } from "../../../resource/place-faults.ts";
import { numberRule } from "./marker-dialog.tsx";

type Values = { since: string; value: string; uncertainty: string; isDesign: boolean; source: string };
const names = ["since", "value", "uncertainty", "isDesign", "source"] as const;

/** A figure of the laboratory's own from a day on, with its source; earlier entries stay. */
export function SettingDialog(props: {
  pointId: number;
  setting: PopulationSetting;
  /** The period of the mean that is offered. */
  span: { from: string; until: string };
  onClose: () => void;
  onSaved: () => void;
}) {
  const { pointId, setting, span, onClose, onSaved } = props;
  const { parameter } = setting;
  const { t } = useTranslation("laboratory-populations");
  const [form] = Form.useForm<Values>();
  const set = useApiMutation(setPopulationSetting, { handled: true });
  const numberOf = (text: string | undefined) => ((text ?? "").trim() === "" ? null : Number(text));
  const submit = ({ since, source, isDesign, ...typed }: Values) =>
    set.mutate(
      {
        body: {
          ...{ pointId, parameter, since, source, isDesign: isPerInhabitant(parameter) && isDesign },
          ...{ value: numberOf(typed.value), uncertainty: numberOf(typed.uncertainty) },
        },
      },
      {
        onSuccess: () => {
          onSaved();
          onClose();
        },
        onError: (error) => placeFaults(form, [...names], error),
      },
    );
  return (
    <Modal
      open
      centered
      width={460}
      title={t(`parameter.${parameter}`)}
      okText={t("settings.save")}
      cancelText={t("cancel")}
      confirmLoading={set.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form<Values>
        form={form}
        layout="vertical"
        initialValues={{
          ...{ since: formatDay(Date.now()), value: setting.value === null ? "" : String(setting.value) },
          ...{ uncertainty: setting.uncertainty === null ? "" : String(setting.uncertainty) },
          ...{ isDesign: setting.isDesign, source: setting.origin === "own" ? setting.source : "" },
        }}
        onFinish={submit}
      >
        <SettingFields parameter={parameter} />
        <PointMean
          setting={setting}
          onUse={({ value, uncertainty }) => {
            const isKnown = uncertainty !== null && uncertainty > 0;
            form.setFieldsValue({
              ...{ value: String(value), uncertainty: isKnown ? String(uncertainty) : "", isDesign: false },
              source: t("settings.pointMeanSource", { from: span.from, until: span.until }),
            });
          }}
        />
      </Form>
      {set.error === null || set.error.fields.length > 0 ? null : (
        <p className="population-warn" role="alert">
          {set.error.message}
        </p>
      )}
    </Modal>
  );
}

type Mean = NonNullable<PopulationSetting["pointMean"]>;

/** The mean of the point itself, in place of a design value. */
function PointMean({ setting, onUse }: { setting: PopulationSetting; onUse: (mean: Mean) => void }) {
  const { t } = useTranslation("laboratory-populations");
  const mean = setting.pointMean;
  if (mean === null) return null;
  const text = t("settings.pointMean", {
    ...{ value: formatNumber(mean.value), unit: t(`unit.${setting.parameter}`), count: mean.days },
    population: formatNumber(mean.population, 0),
  });
  return (
    <p className="population-quiet">
      {text}{" "}
      <Button size="small" onClick={() => onUse(mean)}>
        {t("settings.usePointMean")}
      </Button>
    </p>
  );
}

function isPerInhabitant(parameter: PopulationParameter): boolean {
  return sampleMarker.options.some((one) => one === parameter);
}

function SettingFields({ parameter }: { parameter: PopulationParameter }) {
  const { t } = useTranslation("laboratory-populations");
  return (
    <>
      <Form.Item name="since" label={t("settings.since")} rules={[{ required: true }]}>
        <DayInput />
      </Form.Item>
      <div className="population-form">
        <Form.Item
          name="value"
          label={t("settings.value")}
          rules={[numberRule(t("wrong"))]}
          extra={t("settings.valueText")}
        >
          <Input inputMode="decimal" maxLength={12} suffix={t(`unit.${parameter}`)} />
        </Form.Item>
        <Form.Item name="uncertainty" label={t("settings.uncertainty")} rules={[numberRule(t("wrong"))]}>
          <Input inputMode="decimal" maxLength={8} suffix="%" />
        </Form.Item>
      </div>
      {isPerInhabitant(parameter) ? (
        <Form.Item name="isDesign" valuePropName="checked">
          <Checkbox>{t("settings.isDesign")}</Checkbox>
        </Form.Item>
      ) : null}
      <Form.Item name="source" label={t("settings.source")} rules={[{ required: true, whitespace: true }]}>
        <Input maxLength={300} />
      </Form.Item>
    </>
  );
}
