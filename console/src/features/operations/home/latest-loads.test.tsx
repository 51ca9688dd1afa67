import { screen } from "@testing-library/react";
import { listLoads } from "@tracewater/contract/laboratory/loads";
import { expect, test } from "vitest";
import { server } from "../../../../test/fake-server.ts";
import { loadOf } from "../../../../test/laboratory-records.ts";
import { openPart } from "../../../../test/open-part.tsx";
import { LatestLoads } from "./latest-loads.tsx";

test("a load has two digits of its U and ends at the same place, as in the list of loads", async () => {
  const rows = [
    loadOf({ loadId: 1, per1000: "388.2", expanded: 41 }),
    loadOf({ loadId: 2, per1000: "96.4", expanded: 41.2 }),
    loadOf({ loadId: 3, substituted: "1" }),
    loadOf({ loadId: 4, per1000: null }),
  ];
  server.answer(listLoads, { rows, total: 4, isMore: false });
  await openPart(<LatestLoads />, { feature: "operations/home" });
  await screen.findByText("390");
  const figures = screen.getAllByRole("listitem").map((item) => item.lastElementChild?.textContent);
  expect(figures).toEqual(["390± 160", "96± 40", "< LOQ", "—"]);
});
