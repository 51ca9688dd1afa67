import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { openPart } from "../../../test/open-part.tsx";
import { DataTable } from "./data-table.tsx";

type Row = { id: string; note: string };

const open = (onRowClick?: (row: Row) => void) =>
  openPart(
    <DataTable<Row>
      id="test_rows"
      rows={[{ id: "DL-1", note: "by car" }]}
      rowKey={(row) => row.id}
      columns={[
        {
          ...{ id: "no", label: "No.", width: 120, required: true },
          cell: (row) => <a href={`#${row.id}`}>{row.id}</a>,
        },
        { id: "note", label: "Note", width: 120, cell: (row) => row.note },
        { id: "act", label: "Act", width: 80, cell: () => <button type="button">Do</button> },
      ]}
      {...(onRowClick === undefined ? {} : { onRowClick })}
    />,
  );

test("a click anywhere on a row opens its record, a click on a control does not", async () => {
  await open();
  let followed = 0;
  screen.getByRole("link", { name: "DL-1" }).addEventListener("click", (event) => {
    event.preventDefault();
    followed += 1;
  });
  fireEvent.click(screen.getByRole("button", { name: "Do" }));
  expect(followed).toBe(0);
  fireEvent.click(screen.getByText("by car"));
  expect(followed).toBe(1);
});

test("a row that has an action of its own takes that one", async () => {
  const opened: string[] = [];
  await open((row) => opened.push(row.id));
  fireEvent.click(screen.getByText("by car"));
  fireEvent.click(screen.getByRole("link", { name: "DL-1" }));
  expect(opened).toEqual(["DL-1"]);
});
