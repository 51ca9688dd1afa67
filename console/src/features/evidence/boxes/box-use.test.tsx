import { screen, waitFor } from "@testing-library/react";
import { type BoxUse, listBoxUses } from "@tracewater/contract/evidence/box-uses";
import { Route, Routes } from "react-router";
import { expect, test } from "vitest";
import { server } from "../../../../test/fake-server.ts";
import { choose, fill } from "../../../../test/hands.ts";
import { openPart } from "../../../../test/open-part.tsx";
import BoxUsePage from "./box-use.page.tsx";

const opened: BoxUse = {
  ...{
    eventId: 5,
    kind: "opened",
    at: 0,
    slot: 3,
    authority: "REL-1",
    personA: "Chen Jing",
    personB: "Wang Lei",
  },
  ...{ closedAt: 40_000, seconds: 40, weightBefore: 5000, weightAfter: 4600, change: -400, movement: "out" },
  ...{ expected: null, found: null },
};

test("the use of a box shows who took out how much, and is filtered by event and period", async () => {
  server.answer(listBoxUses, { rows: [opened], total: 1 });
  const page = (
    <Routes>
      <Route path="/evidencebox/admin/:id/:active_name/:device_name/use_detail" element={<BoxUsePage />} />
    </Routes>
  );
  const at = "/evidencebox/admin/7/device_info/BOX-1/use_detail";
  await openPart(page, { feature: "evidence/boxes", at });
  for (const shown of ["REL-1", "Chen Jing", "Wang Lei", "Taken out"]) await screen.findByText(shown);
  await choose("Event", "Opened");
  fill("From", "2026-11-01");
  await waitFor(() =>
    expect(server.received(listBoxUses).at(-1)?.query).toMatchObject({
      ...{ deviceId: 7, kind: "opened", beginTime: Date.parse("2026-11-01T00:00:00+08:00") },
    }),
  );
});
