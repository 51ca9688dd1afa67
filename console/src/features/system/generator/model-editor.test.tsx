import { fireEvent, screen, waitFor } from "@testing-library/react";
import { registryPaths } from "@tracewater/contract/generator/edit-registries";
import { carriers } from "@tracewater/contract/generator/models.fixture";
import { listDepts } from "@tracewater/contract/system/dept";
import {
  changeModel,
  getModel,
  getRegistries,
  listModels,
} from "@tracewater/contract/system/generated-modules";
import { beforeEach, expect, test, vi } from "vitest";
import { server } from "../../../../test/fake-server.ts";
import { fill, press } from "../../../../test/hands.ts";
import { openPart } from "../../../../test/open-part.tsx";
import { unit } from "../../../../test/records.ts";
import { ModelEditor } from "./model-editor.tsx";

const kept = { tableId: 7, origin: "empty" as const, model: carriers, drift: null };
const open = (drift: (typeof kept)["drift"] | { change: "added"; column: string }[] = null) =>
  openPart(<ModelEditor kept={{ ...kept, drift }} />, { feature: "system/generator" });

beforeEach(() => {
  server.answer(getRegistries, {
    data: [
      {
        path: registryPaths[0] ?? "",
        text: 'import * as posts from "./system/posts.ts";\n\nconst modules = [\n  posts,\n];\n',
      },
    ],
  });
  server.answer(listDepts, { data: [unit] });
});

const code = () => [...document.querySelectorAll(".generator-code")].map((one) => one.textContent).join("\n");

test("what is typed is in the files at once, and nothing is sent before it is saved", async () => {
  await open();
  await waitFor(() => expect(code()).toContain("name: field(text(100).min(1), {"));
  press("payload");
  fill("Name", "maxPayload");
  await waitFor(() => expect(code()).toContain("maxPayload: field("));
  expect(server.received(changeModel)).toEqual([]);
  server.answer(changeModel, {});
  server.answer(listModels, { rows: [], total: 0 });
  server.answer(getModel, { data: kept });
  press("Save");
  await waitFor(() => expect(server.received(changeModel)).toHaveLength(1));
  expect(server.received(changeModel)[0]?.body.model.fields[4]?.name).toBe("maxPayload");
});

test("a name that no field may have is named with its reason, and no file is made of it", async () => {
  await open();
  press("payload");
  fill("Name", "select");
  await waitFor(() => expect(screen.getAllByText("is a reserved name, choose another one")).not.toEqual([]));
  await waitFor(() => expect(code()).toBe(""));
  expect(screen.getByRole("button", { name: "Save" })).toHaveProperty("disabled", true);
});

test("the changes of existing files are shown as differences, and a file that is not there is named", async () => {
  await open();
  fireEvent.click(await screen.findByText("Changed files"));
  await waitFor(() => expect(code()).toContain('+ import * as carriers from "./field/carriers.ts";'));
  expect(code()).toContain("+   carriers,");
  expect(screen.getAllByText(/not part of this installation/).length).toBeGreaterThan(5);
});

test("the page of the module is drawn over made-up rows, and its form stores nothing", async () => {
  await open();
  fireEvent.click(screen.getByText("Page"));
  await waitFor(() => expect(screen.getAllByRole("row").length).toBeGreaterThan(20));
  expect(screen.getByText("20 in total")).toBeTruthy();
});

test("the archive is made here: it holds the files and the patch, and no server is asked for it", async () => {
  const made: Blob[] = [];
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: (blob: Blob) => made.push(blob) && "blob:x" }));
  await open();
  await waitFor(() => expect(code()).toContain("defineResource"));
  press("Download ZIP");
  const text = new TextDecoder().decode(await made[0]?.arrayBuffer());
  for (const name of [
    "contract/src/field/carriers.ts",
    "carriers.patch",
    "server/migrations/0910-carriers.ts",
  ]) {
    expect(text).toContain(name);
  }
});

test("a table that has changed since is named with what changed", async () => {
  await open([{ change: "added", column: "phone" }]);
  expect(await screen.findByText("Column phone was added.")).toBeTruthy();
});
