import { screen, waitFor } from "@testing-library/react";
import { type AlarmRule, alarmRules } from "@tracewater/contract/fleet/alarm-rules";
import { getProduct, listProducts } from "@tracewater/contract/fleet/products";
import { listDepts } from "@tracewater/contract/system/dept";
import { expect, test } from "vitest";
import { testDialogManners } from "../../../../test/dialog-manners.tsx";
import { server } from "../../../../test/fake-server.ts";
import { choose, dialog, fill, press } from "../../../../test/hands.ts";
import { openPart } from "../../../../test/open-part.tsx";
import { model, product, unit } from "../../../../test/records.ts";
import { AlarmRuleForm } from "./alarm-rule-form.tsx";

testDialogManners({
  name: "alarm rule form",
  feature: "fleet/alarms",
  part: (onClose) => <AlarmRuleForm rule={null} onClose={onClose} />,
  prepare: () => {
    server.answer(listDepts, { data: [unit] });
    server.answer(listProducts, { data: [product] });
    server.answer(getProduct, { data: { ...product, model } });
  },
  fill: async () => {
    fill("Name", "Box too warm");
    await choose("Device type", "Water sampler");
    await choose("Severity", "Major");
    await choose("Trigger", "Property");
    await choose("Property", "Box temperature");
    fill("Threshold", "8.5");
  },
  submit: "Save",
  call: alarmRules.calls.add,
  reply: { data: { id: 1 } },
  sent: {
    body: {
      name: "Box too warm",
      nameZh: "",
      typeKey: "waterSample",
      source: "property",
      identifier: "boxTemp",
      operator: "gt",
      threshold: 8.5,
      clearThreshold: null,
      durationS: 0,
      severity: "major",
      unitId: null,
      tag: "",
      devices: "",
      clearBy: "auto",
      clearEvent: "",
      clearAfterMin: null,
      flapMin: 10,
      escalateMin: null,
      emails: "",
      escalateEmails: "",
      status: "0",
      remark: "",
    },
  },
  said: "Rule saved. It applies from now on.",
  missing: { label: "Name", says: "Name is required" },
  refused: { at: "threshold", label: "Threshold" },
});

const inUse: AlarmRule = {
  ...{ ruleId: 4, name: "Box too warm", nameZh: "", typeKey: "waterSample", source: "property" },
  ...{ identifier: "boxTemp", operator: "gt", threshold: 8.5, clearThreshold: null, durationS: 0 },
  ...{ severity: "major", unitId: null, unitName: "", tag: "", devices: "", clearBy: "auto", clearEvent: "" },
  ...{ clearAfterMin: null, flapMin: 10, escalateMin: null, emails: "", escalateEmails: "" },
  ...{ status: "0", remark: "", openCount: 2 },
};

test("a rule that is taken out of use says how many open alarms it clears, and nothing is sent before the answer", async () => {
  server.answer(listDepts, { data: [unit] });
  server.answer(listProducts, { data: [product] });
  server.answer(getProduct, { data: { ...product, model } });
  server.answer(alarmRules.calls.change, {});
  await openPart(<AlarmRuleForm rule={inUse} onClose={() => undefined} />, { feature: "fleet/alarms" });
  await choose("State", "Disabled");
  press("Save", dialog());
  await screen.findByText("2 open alarms of this rule will be cleared.");
  expect(server.received(alarmRules.calls.change)).toEqual([]);
  press("Disable and clear 2 alarms", dialog("Disable rule Box too warm?"));
  await waitFor(() =>
    expect(server.received(alarmRules.calls.change)).toMatchObject([{ body: { status: "1" } }]),
  );
});
