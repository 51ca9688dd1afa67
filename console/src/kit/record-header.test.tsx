import { fireEvent, screen, waitFor } from "@testing-library/react";
import { FileText } from "lucide-react";
import { expect, test, vi } from "vitest";
import { press } from "../../test/hands.ts";
import { openPart } from "../../test/open-part.tsx";
import { Card } from "./card.tsx";
import { PageFrame } from "./page-frame.tsx";
import { RecordHeader } from "./record-header.tsx";
import { RecordMenu } from "./record-menu.tsx";

const tabs = [
  { key: "record", label: "Record" },
  { key: "custody", label: "Custody chain", count: 5 },
];
const open = (onVoid = vi.fn(), at = "/samplingDetail/7") =>
  openPart(
    <PageFrame>
      <RecordHeader
        icon={FileText}
        name="S-261116-0417"
        state="Sealed"
        meta={["Composite", null, ""]}
        tabs={tabs}
        actions={
          <RecordMenu
            items={[
              { key: "void", label: "Void", danger: true, onClick: onVoid },
              null,
              { key: "label", label: "Print label", to: "/label" },
            ]}
          />
        }
      />
      <Card title="Facts" section="record">
        a
      </Card>
      <Card title="Events" section="custody">
        b
      </Card>
    </PageFrame>,
    { feature: "laboratory/samplings", at },
  );

test("a record has its number, its state and a tab for each section, with how much is in it", async () => {
  await open();
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("S-261116-0417");
  const links = screen.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);
  expect(links).toEqual([
    ["Record", "#record"],
    ["Custody chain5", "#custody"],
  ]);
  expect(screen.getByRole("link", { name: "Record" }).getAttribute("aria-current")).toBe("location");
});

test("a tab of a record leads to its section, which stays on the page next to the others", async () => {
  await open();
  fireEvent.click(screen.getByRole("link", { name: /Custody chain/ }));
  const events = screen.getByText("Events").closest("[data-section]");
  await waitFor(() => expect(document.activeElement).toBe(events));
  expect(screen.getByRole("link", { name: /Custody chain/ }).getAttribute("aria-current")).toBe("location");
  screen.getByText("Facts");
});

test("what cannot be undone is last in the menu of a record", async () => {
  const onVoid = vi.fn();
  await open(onVoid);
  press("More actions");
  const items = await screen.findAllByRole("menuitem");
  expect(items.map((item) => item.textContent)).toEqual(["Print label", "Void"]);
  const last = items.at(-1);
  if (last !== undefined) fireEvent.click(last);
  expect(onVoid).toHaveBeenCalledOnce();
});
