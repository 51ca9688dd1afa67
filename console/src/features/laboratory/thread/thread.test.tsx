import { fireEvent, screen, within } from "@testing-library/react";
import { getCustodyChain } from "@tracewater/contract/laboratory/custody";
import { getThread, type Traceability } from "@tracewater/contract/laboratory/traceability";
import { Route, Routes } from "react-router";
import { expect, test } from "vitest";
import { server } from "../../../../test/fake-server.ts";
import { custodyEventOf, sampleOf } from "../../../../test/laboratory-records.ts";
import { openPart } from "../../../../test/open-part.tsx";
import { PageNameProvider } from "../../../kit/page-name.ts";
import TraceabilityPage from "./thread.page.tsx";

const hour = 3_600_000;
const begin = Date.parse("2026-11-16T11:00:00Z");
const collect = custodyEventOf({
  ...{ seq: 35, kind: "collect", at: begin, from: "WS-0417 · 3", to: "R. Haddad (rhaddad)" },
  place: "P-001",
});
const seal = custodyEventOf({ seq: 36, kind: "seal", at: begin + hour, sealNo: "SL-448102" });
const handover = custodyEventOf({
  ...{ seq: 39, kind: "handover", at: begin + 57 * hour, about: ["delivery:3", "sampling:7"] },
  ...{ from: "R. Haddad (rhaddad)", to: "J. Ortega" },
});
const load = {
  ...{
    loadId: 9,
    assayId: 4,
    analyte: "benzoylEconine" as const,
    sampledOn: "2026-11-15",
    pointCode: "P-001",
  },
  ...{ load: "57000123.4", per1000: "312.7411", expanded: 19.5, below: null, isCensored: false },
  ...{ isInForce: true, reportId: null, madeAt: begin + 90 * hour, madeBy: "K. Sørensen (ks)" },
};
const trace: Traceability = {
  ...{
    name: "benzoylEconine",
    plans: [],
    bottles: [],
    deliveries: [],
    assays: [],
    detections: [],
    reports: [],
    excesses: [],
  },
  samples: [
    sampleOf({ aliquotsTaken: 96, deliveryId: 3 }),
    sampleOf({ samplingId: 8, sampleNo: "S-261116-0388", deviceName: "WS-0388", aliquotsTaken: 24 }),
  ],
  loads: [load],
  events: [collect, seal, handover],
  verification: { checkedAt: begin + 100 * hour, damaged: [], signedTo: 39 },
};
const chain = {
  rows: 39,
  signedTo: 39,
  publicKey: "",
  keyId: "",
  checkpointKey: "k",
  refusal: null,
  check: null,
};

let named = "";
async function open(change: Partial<Traceability> = {}, at = "/thread/load/9") {
  server.answer(getThread, { data: { ...trace, ...change } });
  server.answer(getCustodyChain, { data: chain });
  await openPart(
    <PageNameProvider value={(name) => (named = name)}>
      <Routes>
        <Route path="/thread/:kind/:id" element={<TraceabilityPage />} />
      </Routes>
    </PageNameProvider>,
    { feature: "laboratory/thread", at },
  );
}

test("a trace of a load is headed by its value and U, and names its tab after them", async () => {
  await open();
  const heading = await screen.findByRole("heading", { level: 1 });
  expect(heading.textContent).toBe("313± 61mg/d/1000");
  await screen.findByText("Benzoylecgonine, P-001, 2026-11-15");
  expect(named).toBe("Trace Benzoylecgonine 2026-11-15");
});

test("a trace of a load below the LOQ is headed by its limit, never by a number", async () => {
  await open({ loads: [{ ...load, isCensored: true, below: 2.063 }] });
  const heading = await screen.findByRole("heading", { level: 1 });
  expect(heading.textContent).toBe("< 2.06 mg/d/1000");
});

test("the line says how long each leg took, and names the days without a record", async () => {
  await open();
  await screen.findAllByText("No custody record for 2 d 8 h");
  const line = document.querySelector(".stations");
  expect(line?.textContent).toContain("1 h");
  expect(line?.querySelector(".station-after-gap")?.textContent).toContain("Delivery");
});

test("a leg with several gaps counts them in a line for each kind, and the list below names each", async () => {
  const days = [0, 10, 20, 30, 40];
  const events = days.flatMap((day, at) => {
    const start = begin + day * 24 * hour;
    const [sampling, delivery] = [`sampling:${at + 10}`, `delivery:${at + 10}`];
    return [
      { ...seal, seq: 10 * at + 1, at: start, about: [sampling] },
      {
        ...{ ...handover, seq: 10 * at + 2, at: start + (40 + at) * hour, about: [delivery, sampling] },
        from: "C. Reid (creid)",
      },
    ];
  });
  const samples = days.map((_, at) => sampleOf({ samplingId: at + 10, deliveryId: at + 10 }));
  await open({ events, samples });
  const bubble = await screen.findByText("5 custody gaps, up to 1 d 20 h");
  expect([...(bubble.parentElement?.children ?? [])].map((line) => line.textContent)).toEqual([
    "5 custody gaps, up to 1 d 20 h",
    "5 transfers not recorded",
  ]);
  expect(screen.getAllByRole("note")).toHaveLength(10);
});

test("a trace of a report is headed by its number and its point, and names its tab after them", async () => {
  await open({ name: "2" }, "/thread/report/2");
  const heading = await screen.findByRole("heading", { level: 1 });
  expect(heading.textContent).toBe("Report 2");
  expect(document.querySelector(".record-head-about")?.textContent).toBe("North plant");
  expect(named).toBe("Trace Report 2");
});

test("the events were verified with the page, without a press of a button", async () => {
  await open();
  await screen.findByText("3 events verified");
  screen.getByText(/all covered by a signed head/);
});

test("an altered event is named in the verdict and in its row", async () => {
  await open({ verification: { ...trace.verification, damaged: [36] } });
  await screen.findByText("Altered or cut: event 36");
  const row = screen.getByRole("button", { name: "36" }).closest("tr");
  expect(within(row as HTMLElement).getByText("Altered")).toBeTruthy();
});

test("a handover shows both signatures, the missing one of the courier by name", async () => {
  await open();
  const seq = await screen.findByRole("button", { name: "39" });
  const row = seq.closest("tr") as HTMLElement;
  expect(within(row).getByRole("img").getAttribute("aria-label")).toBe(
    "Recorded by R. Haddad (rhaddad), logged in; Not confirmed by J. Ortega",
  );
  fireEvent.click(screen.getByRole("button", { name: "36" }));
  await screen.findByText("Event 36, Sealed");
});

test("the events need no sideways bar next to the open event in a window of 1366 px", async () => {
  await open();
  const table = (await screen.findByRole("button", { name: "39" })).closest("table");
  expect(Number.parseInt(table?.style.minWidth ?? "0", 10)).toBeLessThanOrEqual(785);
});

test("each sampler has a row with its aliquots, and the water adds up", async () => {
  await open();
  const table = (await screen.findByText("Samplers")).closest("section") as HTMLElement;
  expect(within(table).getAllByRole("row")).toHaveLength(3);
  within(table).getByText("96/96");
  within(table).getByText("24/24");
  expect(document.querySelector(".amount-line")?.textContent).toContain(
    "1,000 mL collected=0 mL consumed+1,000 mL held",
  );
});
