import { screen, waitFor } from "@testing-library/react";
import { type Command, callService, cancelCommand, getCommand } from "@tracewater/contract/fleet/commands";
import { getProduct } from "@tracewater/contract/fleet/products";
import { expect, test, vi } from "vitest";
import { server } from "../../../test/fake-server.ts";
import { button, faultAt, field, fill, press } from "../../../test/hands.ts";
import { openPart } from "../../../test/open-part.tsx";
import { device, model, product } from "../../../test/records.ts";
import { invalidate } from "../../api/use-api.ts";
import { formatClock } from "../../kit/moment.ts";
import { waterSampler } from "../families/water-sampler.ts";
import { QuickCommand } from "./quick-command.tsx";

const at = Date.parse("2026-11-23T08:00:00Z");
const grab = {
  ...{ identifier: "grab", name: "Grab sample", nameZh: "即时采样", callType: "async", idempotent: false },
  inputData: [
    {
      ...{ identifier: "volume", name: "Volume", nameZh: "水量", required: true },
      dataType: { type: "int", min: 10, max: 500, step: 1, unit: "mL" },
    },
    {
      ...{ identifier: "index", name: "Slot", nameZh: "瓶位", required: false },
      dataType: { type: "int", min: 1, max: 24, step: 1, unit: "" },
    },
    {
      ...{ identifier: "rinses", name: "Rinses", nameZh: "润洗次数", required: false },
      dataType: { type: "int", min: 0, max: 3, step: 1, unit: "" },
    },
  ],
  outputData: [
    {
      identifier: "index",
      name: "Slot",
      nameZh: "瓶位",
      dataType: { type: "int", min: 1, max: 24, step: 1, unit: "" },
    },
    {
      identifier: "volume",
      name: "Volume",
      nameZh: "水量",
      dataType: { type: "double", min: 0, max: 1000, step: 0.1, unit: "mL" },
    },
  ],
} as unknown as (typeof model.services)[number];
const sent: Command = {
  ...{ id: "7", deviceId: 21, deviceName: "WS-0388", kind: "service", identifier: "grab", callType: "async" },
  ...{
    params: { volume: 250 },
    reason: "",
    actor: "olga",
    state: "sent",
    late: false,
    queuedAt: at,
    sentAt: at,
  },
  ...{
    acknowledgedAt: null,
    finishedAt: null,
    heldUntil: null,
    awaits: null,
    expiresAt: at + 1_800_000,
    replyBy: at + 60_000,
    code: null,
  },
  ...{ message: null, reply: null, attempts: 1, mostAttempts: 1, batchId: null, timedTaskId: null },
};
const replied: Command = {
  ...sent,
  ...{ state: "replied", acknowledgedAt: at + 100, finishedAt: at + 17_000, code: 200 },
  reply: { index: 14, volume: 249 },
};

const reported = (identifier: string, value: number) => ({
  ...{ identifier, value, at, receivedAt: at, outOfRange: false },
});

async function send() {
  const known = { ...product, model: { ...model, services: [grab] } };
  server.answer(getProduct, { data: known } as never);
  server.answer(callService, { data: sent });
  server.answer(getCommand, { data: { ...sent, steps: [] } });
  const open = { device, familyConfig: waterSampler };
  await openPart(<QuickCommand open={open} service="grab" onClose={vi.fn()} />, { feature: "fleet/devices" });
  await screen.findByLabelText(/^Volume/);
  fill(/^Volume/, "250");
  press("Send to WS-0388");
  await screen.findByText("Sending to WS-0388…");
}

test("an order that was sent shows its stations in place of the form, and is not sent twice", async () => {
  await send();
  expect(screen.getByRole("img", { name: /^Queued .*Sent / })).toBeTruthy();
  expect(screen.queryByLabelText(/^Volume/)).toBeNull();
  expect(screen.queryByRole("button", { name: "Send to WS-0388" })).toBeNull();
  expect(button("Send another").disabled).toBe(true);
  expect(server.received(callService)).toHaveLength(1);
});

test("the stations of a command name their times to the second, for which each has the room", async () => {
  await send();
  const line = screen.getByRole("img", { name: /^Queued .*Sent / });
  const times = [...line.querySelectorAll(".life-time")].map((time) => time.textContent);
  expect(times.slice(0, 2)).toEqual([formatClock(at), formatClock(at)]);
});

test("its end is what the device replied, with the way to what came of it, and the form is there again", async () => {
  await send();
  server.answer(getCommand, { data: { ...replied, steps: [] } });
  await invalidate(getCommand);
  await screen.findByText("WS-0388 replied. Slot 14, Volume 249.0 mL");
  const link = screen.getByRole("link", { name: "Open automatic samples" });
  expect(link.getAttribute("href")).toContain("/sample_auto");
  await waitFor(() => expect(button("Send another").disabled).toBe(false));
  press("Send another");
  await screen.findByLabelText(/^Volume/);
});

test("what is held back counts down, and is undone before it leaves", async () => {
  const known = { ...product, model: { ...model, services: [{ ...grab, identifier: "stop" }] } };
  const held = { ...sent, identifier: "stop", state: "queued", sentAt: null, replyBy: null } as const;
  const heldUntil = Date.now() + 9_500;
  server.answer(getProduct, { data: known } as never);
  server.answer(callService, { data: { ...held, heldUntil } });
  server.answer(getCommand, { data: { ...held, heldUntil, steps: [] } });
  const open = { device, familyConfig: waterSampler };
  await openPart(<QuickCommand open={open} service="stop" onClose={vi.fn()} />, { feature: "fleet/devices" });
  await screen.findByLabelText(/^Volume/);
  fill(/^Volume/, "250");
  press("Send to WS-0388");
  await screen.findByText(/^Leaves in \d+ seconds\.$/);
  expect(server.received(callService)[0]).toMatchObject({ body: { holdFor: 10 } });
  const cancelled = { ...held, heldUntil, state: "cancelled", finishedAt: at } as const;
  server.answer(cancelCommand, { data: cancelled });
  server.answer(getCommand, { data: { ...cancelled, steps: [] } });
  press("Undo");
  await screen.findByText("The command was canceled before it was sent to WS-0388.");
  expect(server.received(cancelCommand)[0]).toMatchObject({ params: { family: "waterSample", id: "7" } });
});

test("an order starts with what the device is set to, and says what the device does where nothing is given", async () => {
  server.answer(getProduct, { data: { ...product, model: { ...model, services: [grab] } } } as never);
  server.answer(callService, { data: sent });
  server.answer(getCommand, { data: { ...sent, steps: [] } });
  const latest = { aliquot: reported("aliquot", 250), rinses: reported("rinses", 1) };
  const open = { device: { ...device, latest }, familyConfig: waterSampler };
  await openPart(<QuickCommand open={open} service="grab" onClose={vi.fn()} />, { feature: "fleet/devices" });
  await screen.findByLabelText(/^Volume/);
  expect(field(/^Volume/).value).toBe("250");
  expect([field("Slot").value, field("Slot").placeholder]).toEqual(["", "next with room"]);
  expect([field("Rinses").value, field("Rinses").placeholder]).toEqual(["", "as set: 1"]);
  expect(document.activeElement).toBe(field(/^Volume/));
  press("Send to WS-0388");
  await screen.findByText("Sending to WS-0388…");
  expect(server.received(callService)[0]).toMatchObject({ body: { params: { volume: 250 } } });
});

test("what was cleared stays empty: the value that it started with does not come back", async () => {
  server.answer(getProduct, { data: { ...product, model: { ...model, services: [grab] } } } as never);
  const latest = { aliquot: reported("aliquot", 250) };
  const open = { device: { ...device, latest }, familyConfig: waterSampler };
  await openPart(<QuickCommand open={open} service="grab" onClose={vi.fn()} />, { feature: "fleet/devices" });
  await screen.findByLabelText(/^Volume/);
  fill(/^Volume/, "");
  press("Send to WS-0388");
  await waitFor(() => expect(faultAt(/^Volume/)).toBe("This field is required."));
  expect(server.received(callService)).toEqual([]);
});
