import { declaredResources } from "@tracewater/contract/declared-calls";
import { modelOfResource } from "@tracewater/contract/generator/resource-facts";
import {
  boundsOf,
  isNullable,
  type ModelField,
  type ResourceModel,
} from "@tracewater/contract/generator/resource-model";
import { startModel } from "@tracewater/contract/system/generated-modules";
import { expect, test } from "vitest";
import { onPlatform } from "../../../../test/test-platform.ts";

/** What a model says of a field, labels aside. */
function factsOf(field: ModelField | undefined): Record<string, unknown> {
  if (field === undefined) return {};
  return {
    there: true,
    kind: field.kind,
    nullable: isNullable(field),
    required: field.required,
    length: field.kind === "text" ? field.maxLength : null,
    bounds: JSON.stringify(boundsOf(field)),
    values: field.options
      .map(({ value }) => value)
      .sort()
      .join(),
  };
}

type Count = { right: number; all: number; wrong: string[] };

function compare(written: ResourceModel, guessed: ResourceModel): Count {
  const count: Count = { right: 0, all: 0, wrong: [] };
  const add = (name: string, expected: unknown, found: unknown) => {
    count.all += 1;
    if (expected === found) count.right += 1;
    else count.wrong.push(`${written.table}.${name}: ${found} for ${expected}`);
  };
  for (const field of written.fields) {
    const guess = factsOf(guessed.fields.find(({ name }) => name === field.name));
    for (const [name, value] of Object.entries(factsOf(field)))
      add(`${field.name} ${name}`, value, guess[name]);
  }
  const unitOf = (model: ResourceModel) => model.fields.some(({ kind }) => kind === "unit");
  add("unique", written.unique, guessed.unique);
  add("within", written.within, guessed.within);
  add("unit", unitOf(written), unitOf(guessed));
  return count;
}

onPlatform("The models of tables", (platform) => {
  test("are those that people wrote by hand, but for a part that no table holds", async () => {
    const admin = await platform.admin();
    const start = async (table: string) =>
      (await platform.call(startModel, { query: { from: "table", table } }, admin)).data;
    const total: Count = { right: 0, all: 0, wrong: [] };
    for (const resource of declaredResources) {
      const { right, all, wrong } = compare(modelOfResource(resource), await start(resource.table));
      total.right += right;
      total.all += all;
      total.wrong.push(...wrong);
    }
    expect(declaredResources.length).toBeGreaterThanOrEqual(13);
    // What is left is lengths and bounds without a check, and values that the program alone knows.
    expect(total.right / total.all, total.wrong.join("\n")).toBeGreaterThan(0.9);
    expect(total.wrong.filter((one) => / (there|kind|nullable): /.test(one)).length).toBeLessThan(15);
  });
});
