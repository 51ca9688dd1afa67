import { DayInput } from "./day/day-input.tsx";

/** A day as `YYYY-MM-DD`; empty where there is none. Its label is in the field, for a day says nothing by itself. */
export function DayField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  /** Filters. */
  onChange: (value: string) => void;
}) {
  return (
    <DayInput
      aria-label={label}
      prefix={<span className="day-label">{label}</span>}
      value={value}
      onChange={onChange}
    />
  );
}
