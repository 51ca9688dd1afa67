import { screen } from "@testing-library/react";
import { type Alarm, listAlarms } from "@tracewater/contract/fleet/alarms";
import { expect, test } from "vitest";
import { server } from "../../../../test/fake-server.ts";
import { openPart } from "../../../../test/open-part.tsx";
import { Attention } from "./attention.tsx";

const alarm: Alarm = {
  ...{
    alarmId: 5,
    ruleId: 3,
    name: "Box too warm",
    nameZh: "箱温过高",
    source: "property",
    identifier: "boxTemp",
  },
  ...{
    operator: "gt",
    threshold: 8,
    value: 11,
    severity: "major",
    state: "active",
    deviceId: 1,
    displayId: null,
  },
  ...{ deviceName: "WS-0417", nickname: "Innsbruck", typeKey: "waterSample", unitId: 2, unitName: "City" },
  ...{
    beganAt: 0,
    raisedAt: 0,
    lastAt: 0,
    occurrences: 1,
    flaps: 0,
    acknowledgedAt: null,
    acknowledgedBy: "",
  },
  ...{
    clearedAt: null,
    clearedBy: "",
    shelvedUntil: null,
    shelvedBy: "",
    escalations: 0,
    inMaintenance: false,
  },
};

test("open alarms are named one by one with their device, and the rest is a number", async () => {
  server.answer(listAlarms, { rows: [alarm, { ...alarm, alarmId: 6, state: "acknowledged" }], total: 9 });
  await openPart(<Attention counts={[]} />, { feature: "operations/home" });
  await screen.findByText("7 more open alarms");
  expect(screen.getAllByText("WS-0417")).toHaveLength(2);
  const links = screen.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);
  expect(links).toEqual([
    ["Acknowledge", "/maintenance/LogService?alarm=5"],
    ["View", "/maintenance/LogService?alarm=6"],
    ["View", "/maintenance/LogService?state=open"],
  ]);
});
