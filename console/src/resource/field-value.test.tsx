import { render } from "@testing-library/react";
import type { Field } from "@tracewater/contract/resource/fields";
import { expect, test } from "vitest";
import { FieldValue } from "./field-value.tsx";

const status: Field = {
  ...{ name: "status", kind: "choice", options: ["0", "1"], dictionary: "status", required: true },
  label: "field.status",
  ...{ nullable: false, whole: false, min: null, max: null, maxLength: null, fallback: "0", readOnly: false },
};
const words: Record<string, string> = { "status.0": "Enabled", "status.1": "Disabled" };
const show = (value: string) =>
  render(<FieldValue field={status} row={{ status: value }} label={(key) => words[key] ?? key} />).container;

test("what is enabled is a plain word, and what is disabled has a mark that draws the eye", () => {
  const enabled = show("0");
  expect(enabled.textContent).toBe("Enabled");
  expect(enabled.querySelector("svg")).toBeNull();
  const disabled = show("1");
  expect(disabled.textContent).toBe("Disabled");
  expect(disabled.querySelector("svg")).not.toBeNull();
});
