import Select from "antd/es/select";
import { useKitTranslation } from "../kit/use-kit-translation.ts";
import { usePointOptions } from "./point-options.ts";

/** A sampling point to search by: its id, or empty where none is chosen. */
export function PointField(props: { label: string; value: string; onChange: (value: string) => void }) {
  const { label, value, onChange } = props;
  const t = useKitTranslation();
  const points = usePointOptions();
  return (
    <Select
      aria-label={label}
      prefix={<span className="search-label">{label}</span>}
      placeholder={t("search.all")}
      allowClear
      showSearch={{ filterOption: false, onSearch: points.onSearch }}
      popupMatchSelectWidth={320}
      loading={points.loading}
      value={value === "" ? null : Number(value)}
      options={withChosen(points.options, Number(value))}
      onChange={(chosen: number | null | undefined) =>
        onChange(chosen === null || chosen === undefined ? "" : String(chosen))
      }
    />
  );
}

type Option = { value: number; label: string };

// What the address names may not be among the options that were fetched.
function withChosen(options: Option[], chosen: number): Option[] {
  return chosen === 0 || options.some((option) => option.value === chosen)
    ? options
    : [...options, { value: chosen, label: `#${chosen}` }];
}
