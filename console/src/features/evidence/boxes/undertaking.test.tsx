import { fireEvent, screen, waitFor } from "@testing-library/react";
import { type Undertaking, undertakings } from "@tracewater/contract/evidence/undertakings";
import { Route, Routes } from "react-router";
import { expect, test } from "vitest";
import { server } from "../../../../test/fake-server.ts";
import { press } from "../../../../test/hands.ts";
import { openPart } from "../../../../test/open-part.tsx";
import UndertakingPage from "./undertaking.page.tsx";
import UndertakingListPage from "./undertaking-list.page.tsx";

const { calls } = undertakings;
const row: Undertaking = {
  ...{ undertakingId: 4, undertakingNo: "OU-4", deviceName: "BOX-1", unitId: 2, unitName: "City" },
  ...{ undertaker: "City police", contact: "", place: "Harbour", purpose: "Storage", beginsOn: "2026-01-01" },
  ...{ dueOn: "2026-02-01", returnedOn: null, documentName: "", documentHash: "", remark: "" },
  state: "overdue",
};
/** SHA-256 of "abc", as in FIPS 180-4. */
const hash = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

const open = (at: string) =>
  openPart(
    <Routes>
      <Route path="/offsite/off/:tableId/:deviceName" element={<UndertakingPage />} />
      <Route path="/box/:device_name/offsite_under" element={<UndertakingListPage />} />
    </Routes>,
    { feature: "evidence/boxes", at },
  );

test("the list of a box asks for that box alone, marks an overdue return and leads to the record", async () => {
  server.answer(calls.list, { rows: [row], total: 1 });
  await open("/box/BOX-1/offsite_under");
  const link = await screen.findByRole("link", { name: "OU-4" });
  expect(link.getAttribute("href")).toBe("/offsite/off/4/BOX-1");
  expect(screen.getAllByText("Return overdue").length).toBeGreaterThan(0);
  expect(server.received(calls.list).at(-1)?.query).toMatchObject({ deviceName: "BOX-1" });
});

test("the hash of a document is computed from the chosen file and recorded with its name", async () => {
  server.answer(calls.get, { data: row });
  server.answer(calls.change, {});
  await open("/offsite/off/4/BOX-1");
  await screen.findByText("City police", { selector: "dd" });
  const file = new File(["abc"], "signed.pdf");
  file.arrayBuffer = async () => new TextEncoder().encode("abc").buffer as ArrayBuffer;
  fireEvent.change(screen.getByLabelText("Choose a file", { selector: "input" }), {
    target: { files: [file] },
  });
  await screen.findByRole("button", { name: "Record signed.pdf" });
  press("Record signed.pdf");
  await waitFor(() =>
    expect(server.received(calls.change)).toMatchObject([
      { body: { undertakingId: 4, documentName: "signed.pdf", documentHash: hash } },
    ]),
  );
});

test("a record under another box's address is not found", async () => {
  server.answer(calls.get, { data: row });
  await open("/offsite/off/4/BOX-2");
  await screen.findByText("Record not found");
});
