import { screen, waitFor } from "@testing-library/react";
import {
  applyDetection,
  type DetectionDetail,
  decideDetection,
  getDetection,
  listDetectionBottles,
} from "@tracewater/contract/laboratory/detections";
import { analyteName } from "@tracewater/contract/laboratory/factors";
import { expect, test } from "vitest";
import { server } from "../../../../test/fake-server.ts";
import { choose, dialog, fill, press } from "../../../../test/hands.ts";
import { openPart } from "../../../../test/open-part.tsx";
import { DetectionView } from "./detection-view.tsx";

const measuredAt = Date.UTC(2026, 10, 20, 9, 0);
const none = { value: null, flag: "notDetected" as const, lod: null, loq: "0.001" };
const run: DetectionDetail = {
  ...{ detectionId: 5, deviceName: "LE-0101", unitId: 2, unitName: "North", pointId: 1, pointName: "Inlet" },
  ...{
    measuredAt,
    startedAt: measuredAt - 3_000_000,
    sampleNo: "S-20261120-0810",
    method: "SPE-LC-MS/MS 18",
  },
  ...{ quantified: 1, recovery: 93.5, qc: "passed", blank: "passed", exceeded: 1, state: "ready" },
  values: analyteName.options.map((analyte) =>
    analyte === "mamp"
      ? {
          ...{ analyte, value: "4.1234", flag: "quantified", lod: null, loq: "0.001", uncertainty: "0.82" },
          exceeded: { value: "4.1234", limit: "3", bottle: 2, at: measuredAt },
        }
      : { analyte, ...none, uncertainty: null, exceeded: null },
  ),
  controls: { qcAt: measuredAt - 7_200_000, qcRecovery: 98.2, blankAt: null, calibration: null },
  pressure: [],
  stages: [],
  decision: null,
  applied: null,
  followed: null,
  assays: [],
};
const bottle = {
  ...{ bodyCode: "B-0007", sampleNo: null, deviceName: "WS-0376", slot: 3 },
  ...{ sampledOn: "2026-11-20", pointCode: "CZ001" },
};
const open = (shown: Partial<DetectionDetail> = {}) => {
  server.answer(getDetection, { data: { ...run, ...shown } });
  return openPart(<DetectionView deviceName="LE-0101" time={measuredAt} />, {
    feature: "laboratory/detections",
  });
};

test("a run shows its value digit by digit, what was not detected as a limit, and the bottle that was kept", async () => {
  await open();
  await screen.findByText("4.1234");
  expect(screen.getAllByText("< 0.001")).toHaveLength(17);
  screen.getByText(/limit 3 μg\/L\. Retained in bottle 2 of the detector/);
});

test("a run is applied to a bottle of its point, with the day on which that was begun", async () => {
  server.answer(listDetectionBottles, { data: [bottle] });
  server.answer(applyDetection, { data: { ids: [1, 2] } });
  await open();
  press((await screen.findByRole("button", { name: /Apply as assay results/ })).textContent ?? "");
  await choose("Bottle", "B-0007 · WS-0376 3 · 2026-11-20", dialog());
  press("Submit for review", dialog());
  await waitFor(() =>
    expect(server.received(applyDetection).map(({ body }) => body)).toEqual([
      { detectionId: 5, bodyCode: "B-0007", sampledOn: "2026-11-20", reason: "" },
    ]),
  );
});

test("a withheld run offers no application, and a decision needs a reason", async () => {
  server.answer(decideDetection, {});
  await open({ state: "withheld", qc: "failed" });
  press((await screen.findByRole("button", { name: /Decide/ })).textContent ?? "");
  expect(screen.queryByRole("button", { name: /Apply/ })).toBeNull();
  press("Save decision", dialog());
  await screen.findByText(/Reason/, { selector: ".ant-form-item-explain-error" });
  expect(server.received(decideDetection)).toEqual([]);
  fill("Reason", "vial was empty", dialog());
  press("Save decision", dialog());
  await waitFor(() =>
    expect(server.received(decideDetection)[0]?.body).toEqual({
      ...{ detectionId: 5, decision: "release", reason: "vial was empty" },
    }),
  );
});
