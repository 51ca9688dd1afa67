import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Measured } from "./measured.tsx";

test("a figure of a thousand and more is shown with its groups of three, not as a dash", () => {
  render(<Measured value="1034.2" expanded={40} unit="mg/d" />);
  expect(screen.getByText(/1,030/).textContent).toMatch(/^1,030\s*± 410\s*mg\/d$/);
});

test("a figure that nobody measured is a dash, never a zero", () => {
  const { container } = render(<Measured value={null} expanded={40} />);
  expect(container.textContent).toBe("—");
});
