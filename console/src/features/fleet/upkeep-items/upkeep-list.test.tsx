import { screen } from "@testing-library/react";
import { listUpkeepItems } from "@tracewater/contract/fleet/maintenance-items";
import { listDepts } from "@tracewater/contract/system/dept";
import { expect, test } from "vitest";
import { server } from "../../../../test/fake-server.ts";
import { openPart } from "../../../../test/open-part.tsx";
import UpkeepListPage from "./upkeep-list.page.tsx";

const open = async (permissions: readonly string[]) => {
  server.answer(listUpkeepItems, { rows: [], total: 0 });
  server.answer(listDepts, { data: [] });
  await openPart(<UpkeepListPage />, { feature: "fleet/upkeep-items", at: "/upkeep", permissions });
};

test("a list without maintenance items has the button that adds the first one", async () => {
  await open(["upkeep:item:list", "upkeep:item:add"]);
  await screen.findByRole("button", { name: "Add the first one" });
});

test("who may not add a maintenance item is offered no button", async () => {
  await open(["upkeep:item:list"]);
  await screen.findByText(/^No /);
  expect(screen.queryByRole("button", { name: "Add the first one" })).toBeNull();
});
