import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { openPart } from "../../../test/open-part.tsx";
import { IconButton } from "../icon-button.tsx";
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

test("a row without a link of its own is opened by a click anywhere, where a button of its opens it", async () => {
  const opened: string[] = [];
  await openPart(
    <DataTable<Row>
      id="test_bare_rows"
      rows={[{ id: "DL-1", note: "by car" }]}
      rowKey={(row) => row.id}
      columns={[
        { id: "note", label: "Note", width: 120, required: true, cell: (row) => row.note },
        {
          ...{ id: "act", label: "Act", width: 80 },
          cell: (row) => (
            <IconButton label="Edit" opensRow onClick={() => opened.push(row.id)}>
              e
            </IconButton>
          ),
        },
      ]}
    />,
  );
  fireEvent.click(screen.getByText("by car"));
  fireEvent.click(screen.getByRole("button", { name: "Edit" }));
  expect(opened).toEqual(["DL-1", "DL-1"]);
});
