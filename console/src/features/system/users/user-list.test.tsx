import { screen, waitFor } from "@testing-library/react";
import { getUserDeptTree, type User, users } from "@tracewater/contract/system/users";
import { expect, test } from "vitest";
import { server } from "../../../../test/fake-server.ts";
import { choose, field, fill } from "../../../../test/hands.ts";
import { openPart } from "../../../../test/open-part.tsx";
import UserListPage from "./user-list.page.tsx";

const petra: User = {
  ...{ userId: 3, userName: "petra", nickName: "Petra", deptId: 2, deptName: "City laboratory", dept: null },
  ...{ phonenumber: "", email: "", sex: "2", remark: "", status: "0", createTime: "2026-03-01 08:00:00" },
  ...{ roleNames: "Analyst", password: "own", loginDate: "", loginIp: "", createBy: "", updateTime: "" },
  ...{ serviceAccount: "0", avatar: "", validUntil: null, changeable: true },
};

const open = async () => {
  server.answer(users.calls.list, { rows: [petra], total: 1 });
  server.answer(getUserDeptTree, { data: [{ id: 2, label: "City laboratory", children: [] }] });
  await openPart(<UserListPage />, { feature: "system/users", at: "/users" });
  await screen.findByText("petra");
};

test("the unit of a user is in the tree, and a column that is hidden at first", async () => {
  await open();
  expect(screen.getByRole("columnheader", { name: "Roles" })).toBeTruthy();
  expect(screen.queryByRole("columnheader", { name: "Unit" })).toBeNull();
});

test("the state of users filters at once, with the name that was typed before it", async () => {
  await open();
  await waitFor(() => field(/name/i));
  fill(/name/i, "pet");
  await choose("State", "Disabled");
  await waitFor(() => expect(location.search).toBe("?keyword=pet&status=1"));
  await waitFor(() =>
    expect(server.received(users.calls.list).at(-1)?.query).toMatchObject({ keyword: "pet", status: "1" }),
  );
});
