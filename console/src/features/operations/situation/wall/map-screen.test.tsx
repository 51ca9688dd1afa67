import { fireEvent, screen } from "@testing-library/react";
import {
  getSituation,
  getSituationAreas,
  getSituationPoints,
  listSituationDevices,
} from "@tracewater/contract/operations/situation";
import { type CategoryLoad, getSituationLoads } from "@tracewater/contract/operations/situation-loads";
import { beforeEach, expect, test } from "vitest";
import { server } from "../../../../../test/fake-server.ts";
import { openPart } from "../../../../../test/open-part.tsx";
import { MapScreen } from "./map-screen.tsx";

const feature = "operations/situation";
const asOf = Date.parse("2026-11-23T10:00:00Z");
const none: CategoryLoad = {
  ...{ category: "cocaine", analyte: null, mean: null, plants: 0, people: 0, results: 0, below: 0 },
  ...{ change: null, changeGap: null, pairedPlants: 0, course: [] },
};
const measured: CategoryLoad = {
  ...{ ...none, analyte: "benzoylEconine", mean: "308.2", plants: 131, people: 2_000_000, results: 900 },
  course: [{ from: "2026-11-16", mean: 308 }],
};

beforeEach(() => {
  localStorage.clear();
  server.answer(getSituation, { data: { asOf, fleet: [], alarms: null, samplings: null } });
  server.answer(listSituationDevices, { data: [] });
  server.answer(getSituationAreas, { data: [] });
  server.answer(getSituationLoads, ({ query }) => ({
    data:
      query.until === undefined
        ? { from: "2026-10-26", until: "2026-11-22", asOf, categories: [measured] }
        : { from: "2026-09-28", until: "2026-10-25", asOf, categories: [none] },
  }));
  server.answer(getSituationPoints, {
    data: {
      analyte: null,
      from: "2026-10-26",
      until: "2026-11-22",
      reference: null,
      points: [],
      isMore: false,
    },
  });
});

test("of two periods, the one without results says which days it speaks of; both name their source", async () => {
  await openPart(<MapScreen />, { feature });
  fireEvent.click(await screen.findByRole("button", { name: "Compare two periods" }));
  await screen.findByText("2026-09-28 to 2026-10-25");
  expect(screen.getByRole("heading", { name: "Cocaine: no results" })).toBeTruthy();
  expect(screen.getAllByText("Loads: approved results of this platform")).toHaveLength(2);
});
