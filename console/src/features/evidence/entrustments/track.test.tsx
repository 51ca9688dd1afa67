import { screen } from "@testing-library/react";
import { type EntrustmentTrack, getEntrustmentTrack } from "@tracewater/contract/evidence/entrustments";
import { getCustodyChain } from "@tracewater/contract/laboratory/custody";
import { getDictEntries } from "@tracewater/contract/system/dict-data";
import { Route, Routes } from "react-router";
import { expect, test } from "vitest";
import { server } from "../../../../test/fake-server.ts";
import { custodyEventOf } from "../../../../test/laboratory-records.ts";
import { openPart } from "../../../../test/open-part.tsx";
import TrackPage from "./track.page.tsx";

const at = Date.parse("2026-11-16T11:00:00Z");
const facts = { nth: {}, fromPlace: null, toPlace: null, authority: null, sealBefore: null, sealAfter: null };
const evidence = { ...facts, sealMatches: null, unit: "g", book: null, after: null };
const about = ["item:7", "entrustment:1"];
const track: EntrustmentTrack = {
  ...{ entrustmentId: 1, entrustmentNo: "EN-1", state: "inProgress", items: [], incomplete: [] },
  examiners: [
    { userId: 1, name: "A" },
    { userId: 2, name: "B" },
  ],
  reviewer: { userId: 3, name: "C" },
  events: [
    custodyEventOf({ seq: 5, kind: "register", at, about, evidence }),
    custodyEventOf({
      ...{ seq: 6, kind: "receive", at: at + 60_000, about, sealNo: "SE-2" },
      evidence: { ...evidence, sealBefore: "SE-1", sealAfter: "SE-2", sealMatches: false },
    }),
  ],
  verification: { checkedAt: at + 120_000, damaged: [], signedTo: 6 },
  stamped: null,
  differences: [
    { subject: "EV-1", field: "reserve", chained: "10", stored: "7" },
    { subject: "EV-1", field: "state", chained: "inLaboratory", stored: "out" },
  ],
};

const chain = { rows: 6, signedTo: 6, publicKey: "", keyId: "", refusal: null, check: null };

async function open(change: Partial<EntrustmentTrack> = {}, language: "en" | "zh" = "en") {
  server.answer(getCustodyChain, { data: { ...chain, checkpointKey: "tracewater-1+0a0b0c0d+AQID" } });
  server.answer(getEntrustmentTrack, { data: { ...track, ...change } });
  server.answer(getDictEntries, { data: [] });
  await openPart(
    <Routes>
      <Route path="/entrusted/track/:tableId" element={<TrackPage />} />
    </Routes>,
    { feature: "evidence/entrustments", at: "/entrusted/track/1", language },
  );
}

test("a track answers the auditors' questions from its events, bad answers with their numbers", async () => {
  await open();
  await screen.findByText("Seal mismatch: event 6");
  screen.getByText("Three different accounts");
  screen.getByText(
    "EV-1 amount left: 10 in the chain, 7 stored; EV-1 state: In laboratory in the chain, Out stored",
  );
  expect(screen.getAllByText("2 events verified")).toHaveLength(2);
  screen.getByText(/seal SE-2 read, SE-1 expected/);
});

test("a track says whose clock it goes by, and which events an outside authority has not stamped", async () => {
  await open();
  await screen.findByText("The platform's clock; no outside authority stamped it");
});

test("a track names the events that are newer than the last time stamp", async () => {
  await open({ stamped: { to: 5, at: at + 30_000 } });
  await screen.findByText(/^1 event newer than the last time stamp, /);
});

test("a track whose events are all stamped says until when they existed", async () => {
  await open({ stamped: { to: 6, at: at + 90_000 } });
  await screen.findByText(/^All events existed by .*, stamped by an outside authority$/);
});

test("a track names an event that was altered", async () => {
  await open({ verification: { ...track.verification, damaged: [6] } });
  expect((await screen.findAllByText("Altered or cut: event 6")).length).toBe(2);
});

test("a track gives the file for the court, and the key by which a court verifies it", async () => {
  await open();
  await screen.findByRole("button", { name: "File for the court" });
  await screen.findByText("tracewater-1+0a0b0c0d+AQID");
});

test("a track says amounts with their unit in the reader's language, to the last digit", async () => {
  const counted = { ...evidence, unit: "piece", book: 1234.5678 };
  const events = [
    custodyEventOf({
      seq: 5,
      kind: "register",
      at,
      about,
      amount: 6,
      evidence: { ...evidence, unit: "piece" },
    }),
    custodyEventOf({ seq: 6, kind: "audit", at, about, amount: 1234.5, evidence: counted }),
  ];
  await open({ events }, "zh");
  await screen.findByText("数量 6 件");
  screen.getByText("实点 1,234.5 件，账面 1,234.5678 件");
  expect(screen.queryByText(/piece/)).toBeNull();
});
