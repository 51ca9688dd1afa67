import type { Page } from "playwright-core";

/** Begins a module of the code generator from an existing list, up to its editor. */
export async function beginModule(
  page: Page,
  http: string,
  given: { list: string; one: string },
): Promise<void> {
  await page.goto(`${http}/tool/gen`);
  await page.getByRole("button", { name: "New module" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Existing list").click();
  await dialog.getByRole("combobox", { name: "List" }).click();
  await page.keyboard.type(given.list);
  await page.keyboard.press("Enter");
  await dialog.getByRole("textbox", { name: "Name of one" }).fill(given.one);
  await dialog.getByRole("button", { name: "Start" }).click();
  await page.waitForURL("**/gen/edit/*");
}
