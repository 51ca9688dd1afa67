import { cleanup, fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { openPart } from "../../../test/open-part.tsx";
import type { MenuGroup } from "./menu-tree.ts";
import { Sidebar } from "./sidebar.tsx";

const link = (path: string, title: string) => ({ path, title, icon: "cpu", outside: false, component: "" });
const groups: MenuGroup[] = [
  { title: "", links: [link("/index", "menu.home")] },
  { title: "menu.devices", links: [link("/device/liquidExtract", "page.toxicityDetectors")] },
  { title: "menu.logs", links: [link("/system/log/operlog", "Operation log")] },
];
const open = (current: string) =>
  openPart(<Sidebar groups={groups} folded={false} still={true} current={current} onChoose={undefined} />, {
    feature: "operations/home",
  });

test("groups of administration are folded until they are opened, which is remembered", async () => {
  await open("/index");
  expect(screen.queryByRole("link", { name: "Operation log" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Logs" }));
  screen.getByRole("link", { name: "Operation log" });
  cleanup();
  await open("/index");
  screen.getByRole("link", { name: "Operation log" });
});

test("the group of the page that is shown is open, whatever was folded", async () => {
  await open("/system/log/operlog");
  expect(screen.getByRole("link", { name: "Operation log" }).getAttribute("aria-current")).toBe("page");
});

test("a long title is on one line in the side bar, and whole in its tooltip", async () => {
  await open("/index");
  const detectors = screen.getByRole("link", { name: "Online detectors" });
  expect(detectors.getAttribute("title")).toBe("Online toxicity detectors");
});
