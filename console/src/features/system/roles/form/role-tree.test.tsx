import { fireEvent, screen, waitFor } from "@testing-library/react";
import { addRole, getMenuChoices, type MenuChoice } from "@tracewater/contract/system/roles";
import { getUserDeptTree } from "@tracewater/contract/system/users";
import { expect, test } from "vitest";
import { server } from "../../../../../test/fake-server.ts";
import { fill, press } from "../../../../../test/hands.ts";
import { openPart } from "../../../../../test/open-part.tsx";
import { RoleForm } from "./role-form.tsx";

const node = (id: number, label: string, more: Partial<MenuChoice> = {}): MenuChoice => ({
  ...{ id, label, children: [] },
  ...more,
});
const menu = [
  node(1, "Devices", {
    children: [
      node(2, "Water samplers", { children: [node(3, "Send commands")] }),
      node(4, "Water samplers", { of: 2, children: [node(5, "Video")] }),
    ],
  }),
  node(6, "Water", {
    children: [
      node(7, "Water samplings", { children: [node(8, "Export")] }),
      node(9, "Sampling detail", { of: 7 }),
      node(10, "Sampling detail", { of: 7 }),
    ],
  }),
];

const titles = () =>
  [...document.querySelectorAll(".role-tree .ant-tree-title")].map((one) => one.textContent);
const check = (title: string) => {
  const found = screen.getByText(title, { selector: ".ant-tree-title" }).closest(".ant-tree-treenode");
  const box = found?.querySelector(".ant-tree-checkbox");
  if (!box) throw new Error(`${title} has no box`);
  fireEvent.click(box);
};

const open = async () => {
  server.answer(getMenuChoices, { data: menu });
  server.answer(getUserDeptTree, { data: [] });
  server.answer(addRole, { data: { id: 6 } });
  await openPart(<RoleForm roleId={null} onClose={() => undefined} />, { feature: "system/roles" });
  await screen.findByText("Devices", { selector: ".ant-tree-title" });
};

test("hidden pages are no choices of their own: a page is named once, the pages of a device are below its list", async () => {
  await open();
  press("Expand");
  await waitFor(() =>
    expect(titles()).toEqual([
      ...["Devices", "Water samplers", "Send commands", "Device pages", "Video"],
      ...["Water", "Water samplings", "Export"],
    ]),
  );
});

test("a list brings along the hidden pages that show one of its records", async () => {
  await open();
  fill("Name", "Night shift");
  fill("Key", "night");
  fill("Search in: Menu permissions", "samplings");
  await waitFor(() => expect(titles()).toEqual(["Water", "Water samplings", "Export"]));
  check("Export");
  press("Save");
  await waitFor(() => expect(server.received(addRole)).toHaveLength(1));
  expect(server.received(addRole)[0]?.body).toMatchObject({ menuIds: [8, 7, 9, 10, 6] });
});
