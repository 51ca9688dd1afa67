import { fireEvent, screen, waitFor } from "@testing-library/react";
import { listModels, type ModelRow, removeModels } from "@tracewater/contract/system/generated-modules";
import { expect, test } from "vitest";
import { server } from "../../../../test/fake-server.ts";
import { dialog, press } from "../../../../test/hands.ts";
import { openPart } from "../../../../test/open-part.tsx";
import ModelListPage from "./model-list.page.tsx";

const row: ModelRow = {
  tableId: 4,
  table: "pump_station",
  title: { en: "Pump stations", zh: "泵站" },
  area: "field",
  origin: "empty",
  fields: 6,
  changedAt: Date.UTC(2026, 10, 1),
  changedBy: "olga",
};

test("a module is deleted from the menu of its row, after a question", async () => {
  server.answer(listModels, { rows: [row], total: 1 });
  server.answer(removeModels, {});
  await openPart(<ModelListPage />, {
    ...{ feature: "system/generator", at: "/tool/gen" },
    permissions: ["tool:gen:list", "tool:gen:remove"],
  });
  await screen.findByRole("button", { name: "More actions for pump_station" });
  expect(screen.queryByRole("button", { name: "Delete pump_station" })).toBeNull();
  press("More actions for pump_station");
  fireEvent.click(await screen.findByRole("menuitem", { name: "Delete pump_station" }));
  press("Delete", dialog("Delete the module pump_station?"));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(server.received(removeModels).map(({ params }) => params)).toEqual([{ ids: [4] }]);
});
