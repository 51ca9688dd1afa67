import { fireEvent, screen, within } from "@testing-library/react";
import { listItemFiles } from "@tracewater/contract/evidence/item-files";
import {
  approveItemDestruction,
  getEvidenceItem,
  type ItemDetail,
  listEvidenceItems,
} from "@tracewater/contract/evidence/items";
import { getDictEntries } from "@tracewater/contract/system/dict-data";
import { expect, test } from "vitest";
import { server } from "../../../../test/fake-server.ts";
import { openPart } from "../../../../test/open-part.tsx";
import DisposalListPage from "./disposal-list.page.tsx";
import { ItemView } from "./item-view.tsx";

const item: ItemDetail = {
  ...{ itemId: 7, itemNo: "EV-7", entrustmentId: 1, entrustmentNo: "EN-1", unitId: 2, parentId: null },
  ...{ parentNo: null, name: "Blue tablets", quantity: 60, unit: "piece", uniqueMark: "", packaging: "" },
  ...{ sealNo: "", photoHash: "", storage: "ambient", hazard: "none", origin: "brought", state: "deposited" },
  ...{ holderId: 3, holder: "Wang Lei", place: "B-2", deviceName: null, slot: null, reserve: 40 },
  ...{ consumed: 4, moved: 16, returnedAmount: 0, destroyedAmount: 0, offer: null },
  ...{
    destroyAskedBy: "Wang Lei",
    destroyAskedById: 3,
    destroyAskedAt: 0,
    destroyAuthority: "",
    createdAt: 0,
    children: [],
    events: [],
    steps: [],
  },
  mayApproveDestruction: true,
};

test("a destruction is approved once it was asked with the item, its amount and who requested it", async () => {
  server.answer(getEvidenceItem, { data: item });
  server.answer(getDictEntries, { data: [] });
  server.answer(listItemFiles, { data: [] });
  server.answer(approveItemDestruction, {});
  await openPart(<ItemView id={7} />, { feature: "evidence/entrustments" });
  fireEvent.click(await screen.findByRole("button", { name: "Approve destruction" }));
  expect(server.received(approveItemDestruction)).toEqual([]);
  const dialog = await screen.findByRole("dialog", { name: "Approve destruction: EV-7" });
  expect(dialog.textContent).toContain("Blue tablets, 40 pcs, requested by Wang Lei");
  fireEvent.change(screen.getByRole("textbox", { name: "Remark" }), { target: { value: "Burnt" } });
  const [submit] = within(dialog).getAllByRole("button", { name: "Approve destruction" });
  if (submit === undefined) throw new Error("the dialog has no button");
  fireEvent.click(submit);
  await expect.poll(() => server.received(approveItemDestruction).length).toBe(1);
  expect(server.received(approveItemDestruction)[0]).toMatchObject({ body: { itemId: 7, note: "Burnt" } });
});

test("an item shows its next step and one more, and has the others in its menu", async () => {
  const steps = ["seal", "deposit", "handover", "split", "test", "return", "audit", "destroy"] as const;
  const own = { ...item, state: "inLaboratory" as const, steps: [...steps], mayApproveDestruction: false };
  server.answer(getEvidenceItem, { data: own });
  server.answer(getDictEntries, { data: [] });
  server.answer(listItemFiles, { data: [] });
  await openPart(<ItemView id={7} />, { feature: "evidence/entrustments" });
  await screen.findByRole("button", { name: "Test" });
  expect(screen.getByRole("button", { name: "Hand over" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Split" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "More actions" }));
  const entries = (await screen.findAllByRole("menuitem")).map((entry) => entry.textContent);
  expect(entries).toEqual([
    "Seal",
    "Deposit",
    "Split",
    "Return",
    "Audit",
    "Print label",
    "Request destruction",
  ]);
});

test("the queue offers approval to other people only; the requester sees that it is their own", async () => {
  const own = { ...item, itemId: 8, itemNo: "EV-8", destroyAskedBy: "Olga", destroyAskedById: 7 };
  server.answer(getDictEntries, { data: [] });
  server.answer(listEvidenceItems, { rows: [item, own], total: 2 });
  await openPart(<DisposalListPage />, { feature: "evidence/entrustments" });
  const others = await screen.findByRole("row", { name: /EV-7/ });
  expect(within(others).getByRole("button", { name: "Approve" })).toBeTruthy();
  const mine = screen.getByRole("row", { name: /EV-8/ });
  expect(within(mine).queryByRole("button", { name: "Approve" })).toBeNull();
  expect(mine.textContent).toContain("Requested by you");
});
