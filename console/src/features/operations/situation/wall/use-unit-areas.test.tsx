import { fireEvent, screen, waitFor } from "@testing-library/react";
import type { AnalyteCategory } from "@tracewater/contract/laboratory/factors";
import { listUnitAreas } from "@tracewater/contract/operations/unit-areas";
import { useState } from "react";
import { expect, test } from "vitest";
import { server } from "../../../../../test/fake-server.ts";
import { openPart } from "../../../../../test/open-part.tsx";
import { queryClient } from "../../../../api/query-client.ts";
import { useUnitAreas } from "./use-unit-areas.ts";

const square = [
  [4, 51],
  [5, 51],
  [5, 52],
  [4, 51],
];

/** What the map is given of the areas. */
function Areas() {
  const [category, setCategory] = useState<AnalyteCategory>("cocaine");
  const units = useUnitAreas(category, { isOn: true }) ?? [];
  return (
    <>
      <button type="button" onClick={() => setCategory("meth")}>
        {category}
      </button>
      <ul>
        {units.map(({ unitId, hasFigure, label }) => (
          <li key={unitId}>{`${label.name}: ${hasFigure ? label.value : "no figure"}`}</li>
        ))}
      </ul>
    </>
  );
}

test("areas stay, without a figure, where those of the next category cannot be fetched", async () => {
  server.answer(listUnitAreas, {
    data: {
      analyte: "benzoylEconine",
      areas: [
        {
          ...{ unitId: 1, name: "North", people: 1000, plants: 2, cover: 0.9, mean: 308.2 },
          area: { type: "Polygon", coordinates: [square] },
        },
      ],
    },
  });
  await openPart(<Areas />, { feature: "operations/situation" });
  await screen.findByText("North: 308");
  server.fail(listUnitAreas, 500);
  fireEvent.click(screen.getByRole("button", { name: "cocaine" }));
  await screen.findByText("North: no figure");
  await waitFor(() => expect(server.received(listUnitAreas)).toHaveLength(2));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(screen.getByText("North: no figure")).toBeTruthy();
});
