import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { samplingPoints } from "@tracewater/contract/field/sampling-points";
import { listDepts } from "@tracewater/contract/system/dept";
import { beforeEach, expect, test } from "vitest";
import { server } from "../../test/fake-server.ts";
import {
  button,
  choose,
  dialog,
  faultAt,
  field,
  fill,
  press,
  pressTwice,
  sendOff,
} from "../../test/hands.ts";
import { openPart } from "../../test/open-part.tsx";
import { samplingPoint, unit } from "../../test/records.ts";
import { ResourcePage } from "./resource-page.tsx";

const { calls } = samplingPoints;
const places = ["North", "South", "East"].map((name, at) => ({
  ...samplingPoint,
  pointId: at + 1,
  code: `P-00${at + 1}`,
  name: `${name} plant`,
}));
const blank = { title: "No sampling points yet", text: "Add the first one." };
const page = <ResourcePage resource={samplingPoints} card={(point) => point.name} blank={blank} />;

beforeEach(() => {
  server.answer(listDepts, { data: [unit] });
  server.answer(calls.list, { rows: places, total: 120 });
});

const rows = () => screen.queryAllByRole("row").slice(1);
const asked = () => server.received(calls.list).at(-1)?.query;
const haveRows = () => waitFor(() => expect(rows()).toHaveLength(places.length));
const search = () => field(/^Search by/);

test("a list says that it loads, and no total before it has one", async () => {
  const release = server.hold(calls.list);
  await openPart(page);
  expect(screen.getByRole("status", { name: "Loading" })).toBeTruthy();
  expect(screen.queryByText(/in total/)).toBeNull();
  release();
  await haveRows();
  expect(screen.getByText("120 in total")).toBeTruthy();
});

test("a list without rows says what it is for, and where a filter finds none that there are no results", async () => {
  server.answer(calls.list, { rows: [], total: 0 });
  await openPart(page);
  await screen.findByText("No sampling points yet");
  expect(screen.queryByText(/in total/)).toBeNull();
  await waitFor(search);
  fill(/^Search by/, "nowhere");
  sendOff(search());
  await screen.findByText("No results");
  expect(screen.getByText("0 in total")).toBeTruthy();
});

test("an empty list has the button that adds the first row, for those who may", async () => {
  server.answer(calls.list, { rows: [], total: 0 });
  await openPart(page);
  await screen.findByText("No sampling points yet");
  press("Add the first one");
  await waitFor(() => expect(dialog().textContent).toContain("New sampling point"));
});

test("an empty list offers readers no button, nor does one in which a filter finds nothing", async () => {
  server.answer(calls.list, { rows: [], total: 0 });
  await openPart(page, { at: "/points?keyword=x" });
  await screen.findByText("No results");
  expect(screen.queryByRole("button", { name: "Add the first one" })).toBeNull();
  cleanup();
  await openPart(page, { permissions: ["field:samplePoint:list"] });
  await screen.findByText("No sampling points yet");
  expect(screen.queryByRole("button", { name: "Add the first one" })).toBeNull();
});

test("a list that could not be fetched says why with the request's number, and tries again when told to", async () => {
  server.refuse(calls.list, { msg: "The database rests", requestId: "req-17" });
  await openPart(page);
  const notice = await screen.findByRole("alert");
  expect(notice.textContent).toContain("The database rests");
  expect(notice.textContent).toContain("req-17");
  server.answer(calls.list, { rows: places, total: 3 });
  press("Try again");
  await haveRows();
});

test("what a list asks for is in its address, and nonsense there asks for nothing", async () => {
  await openPart(page, {
    at: "/points?keyword=north&kind=sewerNode&sort=name&order=desc&page=2&pageSize=50&unitId=x&colour=red",
  });
  await haveRows();
  expect(asked()).toMatchObject({
    keyword: "north",
    kind: "sewerNode",
    orderByColumn: "name",
    isAsc: "desc",
    pageNum: 2,
    pageSize: 50,
  });
  expect(asked()?.unitId).toBeUndefined();
});

test("a search goes into the address and back to the first page, and its reset leads to the plain list", async () => {
  await openPart(page, { at: "/points?page=3" });
  await haveRows();
  await waitFor(search);
  fill(/^Search by/, " south ");
  sendOff(search());
  await waitFor(() => expect(location.search).toBe("?keyword=south"));
  await waitFor(() => expect(asked()).toMatchObject({ keyword: "south", pageNum: 1 }));
  fireEvent.click(await screen.findByRole("button", { name: "Reset" }));
  await waitFor(() => expect(location.search).toBe(""));
  await waitFor(() => expect(search().value).toBe(""));
});

test("a head that can be sorted by goes from ascending over descending to the server's own order", async () => {
  await openPart(page);
  await haveRows();
  const head = () => screen.getByRole("columnheader", { name: /^Name/ });
  for (const [order, address] of [
    ["ascending", "?sort=name"],
    ["descending", "?sort=name&order=desc"],
    [null, ""],
  ]) {
    fireEvent.click(within(head()).getByRole("button"));
    await waitFor(() => expect(location.search).toBe(address));
    expect(head().getAttribute("aria-sort")).toBe(order);
  }
});

test("the pager has its total, sizes, pages and jumper in this order, and 20 rows at first", async () => {
  await openPart(page);
  await haveRows();
  expect(asked()).toMatchObject({ pageNum: 1, pageSize: 20 });
  const part =
    ".pager-total, .ant-select, .ant-pagination-prev, .ant-pagination-item, .ant-pagination-next, .ant-pagination-options-quick-jumper";
  await waitFor(() => expect(document.querySelector(".pager .ant-pagination")).toBeTruthy());
  const order = [...document.querySelectorAll(`.pager :is(${part})`)]
    .map((one) => /total|select|prev|item|next|jumper/.exec(one.className)?.[0])
    .filter((name, at, all) => name !== all[at - 1]);
  expect(order).toEqual(["total", "select", "prev", "item", "next", "jumper"]);
  fireEvent.click(screen.getByRole("listitem", { name: "2" }));
  await waitFor(() => expect(location.search).toBe("?page=2"));
  await waitFor(() => expect(asked()).toMatchObject({ pageNum: 2 }));
  const jumper = within(document.querySelector(".pager") as HTMLElement).getByRole("textbox");
  fireEvent.change(jumper, { target: { value: "5" } });
  fireEvent.keyUp(jumper, { key: "Enter", keyCode: 13 });
  await waitFor(() => expect(asked()).toMatchObject({ pageNum: 5 }));
  await choose("Rows per page", "50 / page");
  await waitFor(() => expect(location.search).toBe("?pageSize=50"));
  const sizes = [...document.querySelectorAll(".ant-select-item-option")].map((one) => one.textContent);
  expect(sizes).toEqual(["10 / page", "20 / page", "30 / page", "50 / page"]);
});

test("rows that are chosen are counted and deleted in one call, once, and are chosen no more", async () => {
  server.answer(calls.remove, {});
  await openPart(page);
  await haveRows();
  expect(button("Delete").disabled).toBe(true);
  const [first, second] = screen.getAllByRole("checkbox", { name: "Select row" });
  for (const box of [first, second]) fireEvent.click(box as HTMLElement);
  await screen.findByText("2 selected");
  // One form changes one row.
  expect(button("Edit").disabled).toBe(true);
  press("Delete");
  expect(dialog().textContent).toContain("P-001");
  expect(dialog().textContent).toContain("P-002");
  pressTwice("Delete", dialog());
  await screen.findByText("2 deleted");
  expect(server.received(calls.remove).map(({ params }) => params)).toEqual([{ ids: [1, 2] }]);
  await waitFor(() => expect(screen.queryByText("2 selected")).toBeNull());
});

test("a refusal to delete is said in the dialog, which stays", async () => {
  server.refuse(calls.remove, { msg: "P-001 still has devices" });
  await openPart(page);
  await haveRows();
  press("More actions for P-001");
  fireEvent.click(await screen.findByRole("menuitem", { name: "Delete P-001" }));
  press("Delete", dialog());
  await within(dialog()).findByText("P-001 still has devices");
  expect(rows()).toHaveLength(places.length);
});

test("the pencil stands alone on a row: what cannot be undone is in the menu behind it", async () => {
  await openPart(page);
  await haveRows();
  expect(button("Edit P-001")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Delete P-001" })).toBeNull();
  press("More actions for P-001");
  await screen.findByRole("menuitem", { name: "Delete P-001" });
});

test("the unit of a point is a filter, and a column that is hidden at first", async () => {
  await openPart(page);
  await haveRows();
  expect(screen.getByRole("columnheader", { name: "Population" })).toBeTruthy();
  expect(screen.queryByRole("columnheader", { name: "Unit" })).toBeNull();
  await waitFor(() => field("Unit"));
});

test("who may only read sees rows and no button that changes them", async () => {
  const reader = ["field:samplePoint:list", "field:samplePoint:query"];
  await openPart(page, { permissions: reader });
  await haveRows();
  for (const name of ["Add", "Edit", "Delete", "Import", "Export", "Edit P-001", "More actions for P-001"]) {
    expect(screen.queryByRole("button", { name })).toBeNull();
  }
  expect(screen.queryByRole("checkbox")).toBeNull();
});

test("a list that is not for the user's role says so and fetches nothing", async () => {
  await openPart(page, { permissions: ["alarm:rule:list"] });
  await screen.findByText("No access");
  expect(server.received(calls.list)).toEqual([]);
});

test("a form names what is missing and what is out of range, and sends numbers as numbers", async () => {
  server.answer(calls.add, { data: { id: 9 } });
  await openPart(page);
  await haveRows();
  press("Add");
  press("Save", dialog());
  await waitFor(() => expect(faultAt("Code")).toBe("Code is required"));
  fill("Code", "P-009");
  fill("Name", "West plant");
  await choose("Type", "Plant inlet", dialog());
  await choose("Unit", "City laboratory", dialog());
  fill("Latitude", "91");
  press("Save", dialog());
  await waitFor(() => expect(faultAt("Latitude")).toBe("Enter 90 or less"));
  fill("Latitude", "31.2");
  press("Save", dialog());
  await screen.findByText("The sampling point was added");
  expect(server.received(calls.add)).toHaveLength(1);
  expect(server.received(calls.add)[0]?.body).toMatchObject({
    code: "P-009",
    kind: "plantInlet",
    unitId: 2,
    latitude: 31.2,
    longitude: null,
  });
});

test("a row is read again before it is changed, and what was changed meanwhile is in the form", async () => {
  server.answer(calls.get, { data: { ...samplingPoint, pointId: 1, name: "Renamed meanwhile" } });
  server.answer(calls.change, {});
  await openPart(page);
  await haveRows();
  press("Edit P-001");
  await waitFor(() => expect(field("Name").value).toBe("Renamed meanwhile"));
  fill("Name", "Renamed again");
  press("Save", dialog());
  await screen.findByText("The sampling point was saved");
  expect(server.received(calls.change)[0]?.body).toMatchObject({ pointId: 1, name: "Renamed again" });
});

test("columns that were hidden and the density are remembered in this browser", async () => {
  await openPart(page);
  await haveRows();
  press("Density: Comfortable");
  press("Columns");
  fireEvent.click(await screen.findByRole("checkbox", { name: "Country" }));
  await waitFor(() => expect(screen.queryByRole("columnheader", { name: "Country" })).toBeNull());
  const kept = Object.entries(localStorage).find(([key]) => key.includes(samplingPoints.table));
  expect(kept?.[1]).toContain("compact");
  expect(kept?.[1]).toContain('"country":false');
});

test("a list in Chinese has its words, its actions and its pager in Chinese", async () => {
  await openPart(page, { language: "zh" });
  await haveRows();
  expect(screen.getByRole("columnheader", { name: /^编号/ })).toBeTruthy();
  expect(button("新增")).toBeTruthy();
  expect(screen.getByText("共 120 条")).toBeTruthy();
});
