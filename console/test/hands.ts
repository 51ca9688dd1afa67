/** What a person does at a form, by the words that they read. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";

/** The dialog that is open last, or the one of a title. */
export function dialog(title?: string | RegExp): HTMLElement {
  const open = screen.getAllByRole("dialog");
  const named = title === undefined ? open : open.filter((one) => matches(titleOf(one), title));
  const last = named.at(-1);
  if (last === undefined) throw new Error(`no dialog ${title}; there are: ${open.map(titleOf).join(", ")}`);
  return last;
}

const titleOf = (one: HTMLElement) =>
  one.querySelector(".ant-modal-title, .ant-drawer-title")?.textContent ?? "";
const matches = (text: string, wanted: string | RegExp) =>
  typeof wanted === "string" ? text === wanted : wanted.test(text);

export function field(label: string | RegExp, inside: HTMLElement = document.body): HTMLInputElement {
  // The options of a choice are named, too.
  const named = within(inside).getAllByLabelText<HTMLInputElement>(label);
  const fields = named.filter((one) => one.matches("input, textarea, [contenteditable]"));
  const [found, ...others] = fields;
  if (found === undefined || others.length > 0) throw new Error(`${fields.length} fields are named ${label}`);
  return found;
}

/** Types a text in place of what is there. */
export function fill(label: string | RegExp, text: string, inside?: HTMLElement): void {
  const input = field(label, inside);
  fireEvent.focus(input);
  fireEvent.change(input, { target: { value: text } });
  fireEvent.blur(input);
}

/** Sends the form off that a field stands in, as Enter does. */
export function sendOff(input: HTMLInputElement): void {
  if (input.form === null) throw new Error(`${input.name || input.id} stands in no form`);
  fireEvent.submit(input.form);
}

/** Opens a choice and takes the option whose words fit. */
export async function choose(label: string | RegExp, option: string | RegExp, inside?: HTMLElement) {
  // It may have come with what was chosen before it.
  const input = await waitFor(() => field(label, inside));
  fireEvent.mouseDown(input);
  const found = await waitFor(() => {
    const offered = optionsOf(input);
    const fitting = offered.find((one) => matches(one.textContent ?? "", option));
    if (fitting === undefined)
      throw new Error(`no option ${option}; there are: ${offered.map((one) => one.textContent).join(", ")}`);
    return fitting;
  });
  fireEvent.click(found);
}

function optionsOf(input: HTMLElement): Element[] {
  const list = document.getElementById(input.getAttribute("aria-controls") ?? "");
  const shown = list?.closest(".ant-select-dropdown");
  return [...(shown?.querySelectorAll(".ant-select-item-option") ?? [])];
}

export function button(name: string | RegExp, inside: HTMLElement = document.body): HTMLButtonElement {
  return within(inside).getByRole<HTMLButtonElement>("button", { name });
}

export function press(name: string | RegExp, inside?: HTMLElement): void {
  fireEvent.click(button(name, inside));
}

/** Two clicks before the page could be drawn anew, as on a machine that is busy. */
export function pressTwice(name: string | RegExp, inside?: HTMLElement): void {
  const pressed = button(name, inside);
  fireEvent.click(pressed);
  fireEvent.click(pressed);
}

/** The message at a field of a form, or none. */
export function faultAt(label: string | RegExp, inside?: HTMLElement): string {
  const item = field(label, inside).closest(".ant-form-item, .send-row");
  return item?.querySelector(".ant-form-item-explain-error, .send-fault")?.textContent ?? "";
}
