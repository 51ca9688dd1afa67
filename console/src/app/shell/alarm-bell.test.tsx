import { screen, waitFor } from "@testing-library/react";
import { type Alarm, acknowledgeAlarms, countAlarms, listAlarms } from "@tracewater/contract/fleet/alarms";
import { expect, test } from "vitest";
import { server } from "../../../test/fake-server.ts";
import { press } from "../../../test/hands.ts";
import { openPart } from "../../../test/open-part.tsx";
import { AlarmBell } from "./alarm-bell.tsx";

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

test("an alarm below the bell names its device and is acknowledged there", async () => {
  const open = { critical: 0, major: 1, warning: 0, info: 0 };
  server.answer(countAlarms, { data: { open, active: 1 } });
  server.answer(listAlarms, { rows: [alarm], total: 1 });
  server.answer(acknowledgeAlarms, { data: { changed: 1 } });
  await openPart(<AlarmBell />);
  await screen.findByRole("button", { name: "1 active alarm" });
  press("1 active alarm");
  await screen.findByText("WS-0417");
  press("Acknowledge");
  await waitFor(() =>
    expect(server.received(acknowledgeAlarms)).toMatchObject([{ body: { alarmIds: [5], note: "" } }]),
  );
});
