import Input from "antd/es/input";
import InputNumber from "antd/es/input-number";

export function TextInput(props: { label: string; value: string; onChange: (value: string) => void }) {
  return (
    <Input
      aria-label={props.label}
      value={props.value}
      maxLength={200}
      onChange={({ target }) => props.onChange(target.value)}
    />
  );
}

/** Empty is no number. */
export function NumberInput(props: {
  label: string;
  value: number | null;
  onChange: (value: number | null) => void;
}) {
  return (
    <InputNumber
      aria-label={props.label}
      style={{ width: "100%" }}
      value={props.value}
      onChange={(value) => props.onChange(typeof value === "number" ? value : null)}
    />
  );
}
