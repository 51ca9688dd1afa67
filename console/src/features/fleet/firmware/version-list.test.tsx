import { fireEvent, screen } from "@testing-library/react";
import { type Firmware, listFirmware } from "@tracewater/contract/fleet/firmware";
import { expect, test } from "vitest";
import { server } from "../../../../test/fake-server.ts";
import { dialog, press } from "../../../../test/hands.ts";
import { openPart } from "../../../../test/open-part.tsx";
import { VersionList } from "./version-list.tsx";

const version: Firmware = {
  id: 7,
  productId: 1,
  typeKey: "waterSample",
  productName: "Water sampler",
  productNameZh: "污水采样器",
  module: "default",
  version: "2.4.1",
  fileName: "ws-2.4.1.bin",
  size: 1_048_576,
  sha256: "ab".repeat(32),
  md5: "cd".repeat(16),
  notes: "",
  actor: "olga",
  createdAt: Date.UTC(2026, 10, 1),
  devicesOn: 3,
  devicesAll: 12,
  underWay: 0,
};

test("a firmware version is deleted from the menu of its row, after a question", async () => {
  server.answer(listFirmware, { rows: [version], total: 1 });
  const filters = { values: { keyword: "", state: "", batch: "" }, page: 1, size: 10 };
  await openPart(<VersionList filters={filters} change={() => undefined} onUpgrade={() => undefined} />, {
    feature: "fleet/firmware",
    permissions: ["device:firmware:remove", "device:firmware:upgrade"],
  });
  await screen.findByRole("button", { name: "More actions for 2.4.1" });
  expect(screen.queryByRole("button", { name: "Delete 2.4.1" })).toBeNull();
  press("More actions for 2.4.1");
  fireEvent.click(await screen.findByRole("menuitem", { name: "Delete 2.4.1" }));
  expect(dialog("Delete version 2.4.1?").textContent).toContain("ws-2.4.1.bin");
});
