import Select from "antd/es/select";
import { usePointOptions } from "./point-options.ts";

/** A sampling point to search by: its id, or empty where none is chosen. */
export function PointField(props: { label: string; value: string; onChange: (value: string) => void }) {
  const { label, value, onChange } = props;
  const points = usePointOptions();
  return (
    <Select
      aria-label={label}
      placeholder={label}
      allowClear
      showSearch={{ filterOption: false, onSearch: points.onSearch }}
      loading={points.loading}
      value={value === "" ? null : Number(value)}
      options={points.options}
      onChange={(chosen: number | null | undefined) =>
        onChange(chosen === null || chosen === undefined ? "" : String(chosen))
      }
    />
  );
}
