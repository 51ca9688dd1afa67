import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { getDictEntries } from "@tracewater/contract/system/dict-data";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { type RouteObject, useLocation, useNavigate } from "react-router";
import { afterEach, expect, test } from "vitest";
import { server } from "../../../test/fake-server.ts";
import { openPart } from "../../../test/open-part.tsx";
import { queryClient } from "../../api/query-client.ts";
import { usePageName } from "../../kit/page-name.ts";
import { useKitTranslation } from "../../kit/use-kit-translation.ts";
import { useDictionary } from "../../pickers/use-dictionary.ts";
import { changeTexts } from "../i18n/i18n.ts";
import type { ShellPage } from "../routes/shell-page.ts";
import { TabBar } from "./tab-bar.tsx";
import { TabPages } from "./tab-pages.tsx";
import { useTabs } from "./use-tabs.ts";

afterEach(() => changeTexts("en"));

const page = (path: string, title: string): ShellPage => ({
  ...{ name: path, path, title, icon: "", component: path, query: {} },
  ...{ noCache: false, affix: false, hidden: false, trail: [], tabs: [] },
});
const routes: RouteObject[] = [
  { path: "/report", handle: page("/report", "page.report"), element: <Report /> },
  { path: "/item", handle: page("/item", "page.item"), element: <Item /> },
  { path: "/other", handle: page("/other", "page.other"), element: <p>Other</p> },
];

/** Text of the page, a memoised column, a text that is kept once a language, and a word of the server. */
function Report() {
  const { t } = useTranslation("app");
  const kit = useKitTranslation();
  const { labelOf } = useDictionary("sys_yes_no");
  const [typed, setTyped] = useState("");
  const head = useMemo(() => <b>{t("tabs.title")}</b>, [t]);
  usePageName(t("shell.breadcrumb"), true);
  return (
    <>
      {head} <i>{kit("loading")}</i> <em>{labelOf("Y")}</em>
      <input aria-label="typed" value={typed} onChange={(event) => setTyped(event.target.value)} />
    </>
  );
}

function Item() {
  usePageName("E-2026-0007");
  return null;
}

function Pages() {
  const location = useLocation();
  const { tabs, setTabs, nameTab, active } = useTabs(routes, location);
  const navigate = useNavigate();
  return (
    <>
      {active === null ? null : <TabBar {...{ tabs, setTabs, active }} />}
      {["/report", "/item", "/other"].map((path) => (
        <button key={path} type="button" onClick={() => void navigate(path)}>
          {path}
        </button>
      ))}
      {active === null ? null : <TabPages {...{ tabs, active, routes }} onName={nameTab} />}
    </>
  );
}

const links = () => [...document.querySelectorAll(".tab-word")].map(({ textContent }) => textContent);

test("a hidden page is in the new language when it is shown again, with what was typed; until then a name with words is not", async () => {
  server.answer(getDictEntries, {
    data: [
      {
        ...{ dictCode: 1, dictType: "sys_yes_no", dictSort: 1, dictValue: "Y", cssClass: "", remark: "" },
        ...{ dictLabel: "Yes", dictLabelEn: "Yes", dictLabelZh: "是" },
        ...{ listClass: "default", isDefault: "1", status: "0" },
      },
    ],
  });
  await openPart(<Pages />, { at: "/report" });
  const open = (path: string) => fireEvent.click(screen.getByRole("button", { name: path }));
  await screen.findByText("Yes");
  fireEvent.change(screen.getByLabelText("typed"), { target: { value: "kept" } });
  open("/item");
  open("/other");
  await waitFor(() => expect(links()).toEqual(["Breadcrumb", "E-2026-0007", "page.other"]));
  await act(() => changeTexts("zh"));
  await queryClient.invalidateQueries();
  expect(links()).toEqual(["page.report", "E-2026-0007", "page.other"]);
  open("/report");
  await screen.findByText("是");
  expect(screen.queryByText("Visited pages")).toBeNull();
  expect(screen.getByText("已访问的页面")).toBeTruthy();
  expect(document.querySelector("i")?.textContent).toBe("加载中");
  expect(screen.getByLabelText<HTMLInputElement>("typed").value).toBe("kept");
  await waitFor(() => expect(links()[0]).toBe("当前位置"));
});
