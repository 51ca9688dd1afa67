import { waitFor } from "@testing-library/react";
import { listSamplingPoints } from "@tracewater/contract/field/sampling-points";
import { listLoads } from "@tracewater/contract/laboratory/loads";
import { expect, test } from "vitest";
import { server } from "../../../../test/fake-server.ts";
import { choose } from "../../../../test/hands.ts";
import { openPart } from "../../../../test/open-part.tsx";
import LoadListPage from "./load-list.page.tsx";

const asked = () => server.received(listLoads).at(-1)?.query;

test("an analyte filters the loads at once, and takes the place of a category", async () => {
  server.answer(listLoads, { rows: [], total: 0, isMore: false });
  server.answer(listSamplingPoints, { rows: [], total: 0 });
  await openPart(<LoadListPage />, { feature: "laboratory/loads", at: "/loads?category=meth&page=2" });
  await waitFor(() => expect(asked()).toMatchObject({ category: "meth", pageNum: 2 }));
  await choose("Analyte", "Cocaine");
  await waitFor(() => expect(asked()).toMatchObject({ analyte: "cocaine", pageNum: 1 }));
  expect(asked()).not.toHaveProperty("category");
  expect(location.search).toBe("?analyte=cocaine");
});
