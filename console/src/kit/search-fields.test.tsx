import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { choose, field, fill, press, sendOff } from "../../test/hands.ts";
import { openPart } from "../../test/open-part.tsx";
import { DayField } from "./day-field.tsx";
import { ChoiceField, KeywordField } from "./search-fields.tsx";
import { SearchForm } from "./search-form.tsx";
import { useSearchFields } from "./use-search-fields.ts";
import { useUrlFilters } from "./use-url-filters.ts";

const names = ["keyword", "state", "from"] as const;
const states = ["Open", "Closed"].map((value) => ({ value, label: value }));

function List() {
  const { filters, change } = useUrlFilters(names);
  const search = useSearchFields({ values: filters.values, change: (values) => change({ values }) });
  return (
    <SearchForm {...search.form} inLine={2}>
      <KeywordField label="Name" {...search.field("keyword")} />
      <ChoiceField label="State" options={states} {...search.field("state")} />
      <DayField label="From" {...search.field("from")} />
    </SearchForm>
  );
}

const open = async (at = "/list") => {
  await openPart(<List />, { at });
  await waitFor(() => field("Name"));
};

test("a choice and a day filter at once, and take along what was typed before them", async () => {
  await open("/list?page=3");
  fill("Name", " north ");
  expect(location.search).toBe("?page=3");
  await choose("State", "Closed");
  await waitFor(() => expect(location.search).toBe("?keyword=north&state=Closed"));
  fill("From", "2026-11-01");
  await waitFor(() => expect(location.search).toBe("?keyword=north&state=Closed&from=2026-11-01"));
});

test("what is typed waits for Enter, and the cross that empties the field filters at once", async () => {
  await open();
  fill("Name", "north");
  expect(location.search).toBe("");
  sendOff(field("Name"));
  await waitFor(() => expect(location.search).toBe("?keyword=north"));
  const cross = document.querySelector(".ant-input-clear-icon");
  if (cross === null) throw new Error("there is no cross");
  fireEvent.click(cross);
  await waitFor(() => expect(location.search).toBe(""));
  expect(field("Name").value).toBe("");
});

test("a search that was unfolded stays so when it filters", async () => {
  await open();
  press("More");
  await choose("State", "Open");
  await waitFor(() => expect(location.search).toBe("?state=Open"));
  expect(screen.getByRole("button", { name: "Less" }).getAttribute("aria-expanded")).toBe("true");
});

test("the way back brings its own values into the fields", async () => {
  await open("/list?keyword=north");
  await choose("State", "Open");
  await waitFor(() => expect(location.search).toBe("?keyword=north&state=Open"));
  history.back();
  await waitFor(() => expect(location.search).toBe("?keyword=north"));
  await waitFor(() => expect(field("State").closest(".ant-select")?.textContent).toBe("StateAll"));
  expect(field("Name").value).toBe("north");
});

test("a day that is typed short is shown whole at Enter", async () => {
  await open();
  const from = field("From");
  fireEvent.focus(from);
  fireEvent.change(from, { target: { value: "2026-3-4" } });
  await waitFor(() => expect(location.search).toBe("?from=2026-03-04"));
  fireEvent.keyDown(from, { key: "Enter", code: "Enter", keyCode: 13 });
  await waitFor(() => expect(field("From").value).toBe("2026-03-04"));
});
