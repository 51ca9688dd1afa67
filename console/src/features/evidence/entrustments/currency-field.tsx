import { currency } from "@tracewater/contract/evidence/currency";
import Form from "antd/es/form";
import Select from "antd/es/select";
import { useTranslation } from "react-i18next";
import type { z } from "zod";

export type Currency = z.infer<typeof currency>;

/** The currency of a fee; without a fee none can be chosen. */
export function CurrencyField({ isRequired }: { isRequired: boolean }) {
  const { t } = useTranslation("evidence-entrustments");
  return (
    <Form.Item
      name="feeCurrency"
      label={t("field.feeCurrency")}
      rules={isRequired ? [{ required: true }] : []}
    >
      <Select
        showSearch
        disabled={!isRequired}
        options={currency.options.map((value) => ({ value, label: value }))}
      />
    </Form.Item>
  );
}
