import { screen, waitFor } from "@testing-library/react";
import { addAssays, findAssaySample, getMethodLimits } from "@tracewater/contract/laboratory/assays";
import { beforeEach, expect, test, vi } from "vitest";
import { testDialogManners } from "../../../../test/dialog-manners.tsx";
import { server } from "../../../../test/fake-server.ts";
import { dialog, field, fill, press } from "../../../../test/hands.ts";
import { openPart } from "../../../../test/open-part.tsx";
import { EntryDialog } from "./entry-dialog.tsx";

const bottle = "Bottle or sample number";

/** A bottle without a registered sample: its day is asked for. */
beforeEach(() => server.answer(findAssaySample, {}));

const fillSample = () => {
  fill(bottle, "B-7001");
  fill("Sampled on", "2026-11-20");
};

testDialogManners({
  name: "result entry",
  feature: "laboratory/assays",
  part: (onClose) => <EntryDialog onClose={onClose} />,
  fill: () => {
    fillSample();
    fill("Cocaine, Value", "0.0120");
  },
  submit: "Save as drafts",
  call: addAssays,
  reply: { data: { ids: [1] } },
  sent: {
    body: {
      bodyCode: "B-7001",
      sampledOn: "2026-11-20",
      pointCode: "",
      phase: "liquid",
      source: "lcms",
      method: "",
      methodVersion: "",
      // Digit by digit as it was typed.
      results: [
        expect.objectContaining({ analyte: "cocaine", value: "0.0120", flag: "quantified", loq: null }),
      ],
    },
  },
  said: "1 result saved as a draft",
  missing: { label: bottle, says: `Please enter ${bottle}` },
  refused: { at: "bodyCode", label: bottle },
});

test("result entry: without any result nothing is sent, and the dialog says what it needs", async () => {
  await openPart(<EntryDialog onClose={vi.fn()} />, { feature: "laboratory/assays" });
  fillSample();
  press("Save as drafts", dialog());
  await screen.findByText("Enter a result for at least one analyte.");
  expect(server.received(addAssays)).toEqual([]);
});

test("result entry: what is wrong with one figure is said in the line of its analyte", async () => {
  server.refuse(addAssays, { msg: "no", errors: [{ field: "results.1.loq", message: "must be a number" }] });
  await openPart(<EntryDialog onClose={vi.fn()} />, { feature: "laboratory/assays" });
  fillSample();
  fill("Cocaine, Value", "0.5");
  fill("Ketamine, LOQ", "a little");
  press("Save as drafts", dialog());
  const line = field("Ketamine, LOQ").closest("tr");
  await waitFor(() => expect(line?.querySelector("[role=alert]")?.textContent).toBe("LOQ: must be a number"));
  expect(field("Ketamine, LOQ").value).toBe("a little");
});

test("result entry: a known sample gives its own day and point, which are shown and not asked for", async () => {
  const began = Date.UTC(2026, 10, 18, 1);
  const sample = {
    sampleNo: "S-261118-0004",
    bodyCode: "B-7001",
    state: "received",
    sampledOn: "2026-11-18",
  } as const;
  const point = { pointCode: "EUDA:BE001", pointName: "Antwerp" };
  server.answer(findAssaySample, { data: { ...sample, ...point, began, ended: began + 86_400_000 } });
  server.answer(addAssays, { data: { ids: [1] } });
  await openPart(<EntryDialog onClose={vi.fn()} />, { feature: "laboratory/assays" });
  fill(bottle, "S-261118-0004");
  await screen.findByText("S-261118-0004");
  expect(field("Sampled on").readOnly).toBe(true);
  expect(field("Sampled on").value).toBe("2026-11-18");
  fill("Cocaine, Value", "0.0120");
  press("Save as drafts", dialog());
  const sent = { bodyCode: "B-7001", sampledOn: "2026-11-18", pointCode: "EUDA:BE001" };
  await waitFor(() => expect(server.received(addAssays)).toMatchObject([{ body: sent }]));
});

test("result entry: a known method fills its limits, and the flag follows from the value", async () => {
  server.answer(getMethodLimits, { data: [{ analyte: "cocaine", lod: "0.001", loq: "0.003" }] });
  server.answer(addAssays, { data: { ids: [1] } });
  await openPart(<EntryDialog onClose={vi.fn()} />, { feature: "laboratory/assays" });
  fillSample();
  fill("Method", "LC-MS/MS");
  await waitFor(() => expect(field("Cocaine, LOQ").value).toBe("0.003"));
  expect(field("Cocaine, LOD").value).toBe("0.001");
  fill("Cocaine, Value", "0.002");
  press("Save as drafts", dialog());
  const results = [
    expect.objectContaining({ analyte: "cocaine", value: "0.002", flag: "belowLoq", loq: "0.003" }),
  ];
  await waitFor(() => expect(server.received(addAssays)).toMatchObject([{ body: { results } }]));
});
