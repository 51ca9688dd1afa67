import { analyteName } from "@tracewater/contract/laboratory/factors";
import Button from "antd/es/button";
import Select from "antd/es/select";
import { useTranslation } from "react-i18next";
import { useAnalyteName } from "../../../pickers/analyte-name.ts";

type Analyte = (typeof analyteName.options)[number];

const all = analyteName.options;

/** Some of the analytes, or all of them by one button; given its value by the form. */
export function AnalyteChoice(props: {
  id?: string;
  value?: readonly Analyte[];
  onChange?: (analytes: Analyte[]) => void;
}) {
  const { value = [], onChange } = props;
  const { t } = useTranslation("laboratory-plans");
  const nameOf = useAnalyteName();
  const isAll = value.length === all.length;
  return (
    <div className="analyte-choice">
      <Select<Analyte[]>
        {...(props.id === undefined ? {} : { id: props.id })}
        mode="multiple"
        showSearch={{ optionFilterProp: "label" }}
        value={[...value]}
        // Eighteen names would be four lines.
        {...(isAll ? { maxTagCount: 0, maxTagPlaceholder: t("form.allChosen", { count: all.length }) } : {})}
        options={all.map((one) => ({ value: one, label: nameOf(one) }))}
        onChange={(analytes) => onChange?.(analytes)}
      />
      <Button type="link" size="small" onClick={() => onChange?.(isAll ? [] : [...all])}>
        {isAll ? t("form.none") : t("form.all", { count: all.length })}
      </Button>
    </div>
  );
}
