/** What every dialog with a form owes to the one who fills it in; a dialog's own test names its words and its call. */
import { fireEvent, screen, waitFor } from "@testing-library/react";
import type { AnyCall } from "@tracewater/contract/call";
import type { ReactNode } from "react";
import { expect, test, vi } from "vitest";
import type { z } from "zod";
import { server } from "./fake-server.ts";
import { button, dialog, faultAt, field, press, pressTwice } from "./hands.ts";
import { openPart } from "./open-part.tsx";

type Manners<C extends AnyCall> = {
  /** How its tests name it. */
  name: string;
  /** The folder below `features`. */
  feature: string;
  part: (onClose: () => void) => ReactNode;
  /** Answers to what it reads. */
  prepare?: () => void;
  /** Fills in all that is needed. */
  fill: () => void | Promise<void>;
  /** The button that sends. */
  submit: string;
  /** The button that closes it. */
  cancel?: string;
  call: C;
  reply: z.input<C["reply"]>;
  /** What the server then reads, to the last field. */
  sent: { params?: object; body: object };
  /** What is said once it is done; none where a dialog shows the result itself. */
  said?: string;
  /** It is its own affair what follows a success: it does not close, but shows what was made. */
  staysOpen?: boolean;
  /** A field that must not be empty, and what is said there. */
  missing: { label: string | RegExp; says: string };
  /** A field that the server refuses: its name in the body, its label. */
  refused: { at: string; label: string | RegExp };
};

export function testDialogManners<C extends AnyCall>(manners: Manners<C>): void {
  const { name, call, refused } = manners;
  const close = vi.fn();
  const open = async () => {
    close.mockClear();
    manners.prepare?.();
    await openPart(manners.part(close), { feature: manners.feature });
    await waitFor(() => expect(button(manners.submit, dialog()).disabled).toBe(false));
  };
  const filledIn = async () => {
    await open();
    await manners.fill();
  };

  test(`${name}: what is missing is said at its field, and nothing is sent`, async () => {
    await open();
    press(manners.submit, dialog());
    await waitFor(() => expect(faultAt(manners.missing.label)).toBe(manners.missing.says));
    expect(server.received(call)).toEqual([]);
    expect(close).not.toHaveBeenCalled();
  });

  test(`${name}: what was typed is sent once, however often the button is pressed, and then it is done`, async () => {
    server.answer(call, manners.reply);
    const release = server.hold(call);
    await filledIn();
    pressTwice(manners.submit, dialog());
    await waitFor(() => expect(server.received(call)).toHaveLength(1));
    fireEvent.click(dialog().querySelector("button.ant-btn-primary.ant-btn-loading") ?? dialog());
    release();
    if (manners.said !== undefined) await screen.findByText(manners.said);
    if (!manners.staysOpen) await waitFor(() => expect(close).toHaveBeenCalledOnce());
    expect(server.received(call)).toHaveLength(1);
    const [received] = server.received(call);
    expect(received?.body).toEqual(manners.sent.body);
    if (manners.sent.params !== undefined) expect(received?.params).toEqual(manners.sent.params);
  });

  test(`${name}: a refusal is at its field, what was typed stays, and a second try is sent`, async () => {
    const msg = "The server says no to this field";
    server.refuse(call, { msg, errors: [{ field: refused.at, message: msg }] });
    await filledIn();
    const typed = field(refused.label).value;
    press(manners.submit, dialog());
    await waitFor(() => expect(faultAt(refused.label)).toBe(msg));
    expect(field(refused.label).value).toBe(typed);
    expect(close).not.toHaveBeenCalled();
    server.answer(call, manners.reply);
    // While it is busy the button has another name.
    await waitFor(() => press(manners.submit, dialog()));
    await waitFor(() => expect(server.received(call)).toHaveLength(2));
    if (!manners.staysOpen) await waitFor(() => expect(close).toHaveBeenCalledOnce());
  });

  test(`${name}: a refusal that is at no field and a broken line are said in the dialog`, async () => {
    server.refuse(call, { msg: "Somebody else was faster" });
    await filledIn();
    press(manners.submit, dialog());
    await waitFor(() => expect(alertIn(dialog())).toBe("Somebody else was faster"));
    server.drop(call);
    await waitFor(() => press(manners.submit, dialog()));
    await waitFor(() => expect(alertIn(dialog())).toBe("backend interface connection abnormal"));
    expect(close).not.toHaveBeenCalled();
  });

  test(`${name}: a click beside it closes nothing, its own button does and sends nothing`, async () => {
    await filledIn();
    const around = document.querySelector(".ant-modal-wrap, .ant-drawer-mask");
    if (around === null) throw new Error("there is nothing around the dialog");
    fireEvent.mouseDown(around);
    fireEvent.mouseUp(around);
    fireEvent.click(around);
    expect(close).not.toHaveBeenCalled();
    press(manners.cancel ?? "Cancel", dialog());
    expect(close).toHaveBeenCalledOnce();
    expect(server.received(call)).toEqual([]);
  });
}

/** What is said in the dialog and at none of its fields. */
function alertIn(inside: HTMLElement): string {
  const alerts = [...inside.querySelectorAll("[role=alert]")];
  return alerts.filter((one) => one.closest(".ant-form-item") === null).at(-1)?.textContent ?? "";
}
