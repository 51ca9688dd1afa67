import { screen, waitFor, within } from "@testing-library/react";
import {
  addLimitVersion,
  type LimitRow,
  type LimitVersion,
  listLimits,
  listLimitVersions,
} from "@tracewater/contract/laboratory/limits";
import { beforeEach, expect, test } from "vitest";
import { server } from "../../../../test/fake-server.ts";
import { dialog, faultAt, field, fill, press } from "../../../../test/hands.ts";
import { openPart } from "../../../../test/open-part.tsx";
import LimitListPage from "./limit-list.page.tsx";

const version: LimitVersion = {
  limitId: 31,
  analyte: "cocaine",
  phase: "liquid",
  version: 1,
  isCommon: false,
  value: "0.50",
  source: "Permit 7, §2",
  reason: "new permit",
  createTime: "2026-11-20 09:15:00",
  createBy: "Rita",
};
const none: LimitRow = { analyte: "cocaine", phase: "liquid", inForce: null, versions: 0 };
const one: LimitRow = { ...none, inForce: version, versions: 1 };
const open = () => openPart(<LimitListPage />, { feature: "laboratory/limits" });
const show = (row: LimitRow) => server.answer(listLimits, { rows: [row], total: 1 });

async function fillIn(value: string): Promise<void> {
  press(await screen.findByRole("button", { name: /^New limit for Cocaine/ }).then((it) => it.title));
  fill("Limit", value, dialog());
  fill("Source", "Permit 7, §2", dialog());
  fill("Reason", "new permit", dialog());
}

beforeEach(() => show(none));

test("a limit is set digit by digit, and its row then shows whose version is in force", async () => {
  server.answer(addLimitVersion, () => {
    show(one);
    return { data: version };
  });
  await open();
  await screen.findByText("No limit");
  await fillIn("0.50");
  press("Activate", dialog());
  await screen.findByText("Unit, v1");
  expect(screen.getByText("0.50")).toBeTruthy();
  expect(server.received(addLimitVersion).map(({ body }) => body)).toEqual([
    {
      analyte: "cocaine",
      phase: "liquid",
      basedOn: null,
      value: "0.50",
      source: "Permit 7, §2",
      reason: "new permit",
    },
  ]);
});

test("a limit that is no number is refused at its field, and what was typed stays", async () => {
  const message = "must be a number above 0 in μg/L";
  server.refuse(addLimitVersion, { msg: message, errors: [{ field: "value", message }] });
  await open();
  await fillIn("1e3");
  press("Activate", dialog());
  await waitFor(() => expect(faultAt("Limit", dialog())).toBe(message));
  expect(field("Limit", dialog()).value).toBe("1e3");
  expect(field("Reason", dialog()).value).toBe("new permit");
});

test("who was overtaken by another person is told so, keeps what was typed, and names the version that was looked at", async () => {
  show(one);
  server.refuse(addLimitVersion, { code: 409, msg: "Rolf set another limit meanwhile" });
  await open();
  await fillIn("0.7");
  press("Activate", dialog());
  await within(dialog()).findByText("Rolf set another limit meanwhile");
  expect(field("Limit", dialog()).value).toBe("0.7");
  expect(server.received(addLimitVersion)[0]?.body).toMatchObject({ basedOn: 31, value: "0.7" });
});

test("an empty limit ends the one before", async () => {
  show(one);
  server.answer(addLimitVersion, { data: { ...version, value: null } });
  await open();
  await fillIn("");
  press("Activate", dialog());
  await waitFor(() => expect(server.received(addLimitVersion)[0]?.body).toMatchObject({ value: null }));
});

test("the versions of a limit have their sources and their reasons", async () => {
  show(one);
  server.answer(listLimitVersions, { data: [version] });
  await open();
  press((await screen.findByRole("button", { name: /^Versions of Cocaine/ })).title);
  await screen.findByText("Source: Permit 7, §2");
  expect(screen.getByText("Reason: new permit")).toBeTruthy();
});

test("limits that are set come first, whatever their analyte", async () => {
  const mdma: LimitRow = { ...one, analyte: "mdma", inForce: { ...version, analyte: "mdma" } };
  server.answer(listLimits, { rows: [none, mdma], total: 2 });
  await open();
  const [, first, second] = await screen.findAllByRole("row");
  expect(first?.textContent).toContain("MDMA");
  expect(second?.textContent).toContain("Cocaine");
});
