/** A record of a resource for the tests that go through all of them, and the resource's own test. */
import { type ExampleValue, exampleValue } from "./examples.ts";
import { bracketed, importLines, quote } from "./layout.ts";
import { camel, kebab, spaced } from "./names.ts";
import { hasUnit, numberText } from "./print-contract.ts";
import { type ModelField, modelVerbs, type ResourceModel } from "./resource-model.ts";

/** Known by its name, so a test may look for it; of the unit that it is given. */
export function printExample(model: ResourceModel): string {
  const unit = hasUnit(model) ? "unitId" : "_unitId";
  return [
    `/** One of the ${spaced(model.many)} that a test may look for by its name. */`,
    bracketed(`export function example${model.one}`, "(", [`${unit}: number`, "name: string"], " {"),
    bracketed("return ", "{", printValues(model, 1, "name"), ";", "  "),
    "}",
    "",
  ].join("\n");
}

/** The values that have to be given; all others have one where nothing is given. */
function printValues(model: ResourceModel, at: number, unique: string): string[] {
  return model.fields
    .filter((field) => field.required || field.name === model.within)
    .map((field) => {
      if (field.name === model.unique) return field.name === unique ? field.name : `${field.name}: ${unique}`;
      if (field.kind === "unit") return "unitId";
      return printValue(field, exampleValue(field, at));
    });
}

function printValue({ name, kind }: ModelField, value: ExampleValue): string {
  if (typeof value === "number") return `${name}: ${numberText(value)}`;
  return `${name}: ${quote(value ?? "")}${kind === "choice" ? " as const" : ""}`;
}

export function printTest(model: ResourceModel): string {
  const many = camel(model.many);
  const isOfUnits = hasUnit(model);
  const up = "../../../../test";
  return [
    importLines([
      [[many], `@tracewater/contract/${model.area}/${kebab(model.many)}`],
      [["expect", "test"], "vitest"],
      [[`example${model.one}`], `${up}/resources/${kebab(model.one)}.ts`],
      [["onPlatform"], `${up}/test-platform.ts`],
    ]),
    "",
    `const { add, change, get, list, remove } = ${many}.calls;`,
    "",
    `onPlatform(${quote(sentenceCase(model.many))}, (platform) => {`,
    ...(isOfUnits ? testOfUnits(model) : testOfAll(model)),
    "",
    ...testOfRefusals(model),
    "});",
    "",
  ].join("\n");
}

const sentenceCase = (name: string) => spaced(name).replace(/^./, (letter) => letter.toUpperCase());

function testOfUnits(model: ResourceModel): string[] {
  const role = model.roles.query.find((one) => modelVerbs.every((verb) => model.roles[verb].includes(one)));
  const keeper =
    role === undefined
      ? "await platform.admin()"
      : `await platform.addUser({ unitId, roles: [${quote(role)}] })`;
  return [
    '  test("are added, listed, changed and deleted by those who may, within their units", async () => {',
    '    const unitId = await platform.addUnit("North");',
    `    const keeper = ${keeper};`,
    ...testOfVerbs(model),
    '    const south = await platform.addUnit("South");',
    `    const elsewhere = await platform.addUser({ unitId: south, roles: [${quote(model.roles.query[0] ?? "")}] });`,
    ...(model.roles.query.length === 0
      ? [
          "    expect(await platform.refusal(get, { params: { id } }, elsewhere)).toMatchObject({ code: 403 });",
        ]
      : [
          "    expect(await platform.refusal(get, { params: { id } }, elsewhere)).toMatchObject({ code: 404 });",
        ]),
    ...testOfRemoval,
    "  });",
  ].map((line) => line.replace(', roles: [""]', ""));
}

function testOfAll(model: ResourceModel): string[] {
  return [
    '  test("are added, listed, changed and deleted", async () => {',
    "    const unitId = await platform.unit();",
    "    const keeper = await platform.admin();",
    ...testOfVerbs(model),
    "    expect((await platform.call(get, { params: { id } }, keeper)).data).toMatchObject(changed);",
    ...testOfRemoval,
    "  });",
  ];
}

function testOfVerbs(model: ResourceModel): string[] {
  const shown = hasUnit(model) ? '{ ...changed, unitName: "North" }' : "changed";
  return [
    `    const body = example${model.one}(unitId, "First");`,
    "    const { id } = (await platform.call(add, { body }, keeper)).data;",
    `    const changed = example${model.one}(unitId, "Second");`,
    `    await platform.call(change, { body: { ...changed, ${model.key}: id } }, keeper);`,
    `    expect((await platform.call(list, {}, keeper)).rows).toMatchObject([${shown}]);`,
  ];
}

const testOfRemoval = [
  "    await platform.call(remove, { params: { ids: String(id) } }, keeper);",
  "    expect((await platform.call(list, {}, keeper)).rows).toEqual([]);",
];

function testOfRefusals(model: ResourceModel): string[] {
  const field = quote(model.unique);
  return [
    '  test("are refused with the name of the field where it is taken or missing", async () => {',
    "    const admin = await platform.admin();",
    `    const body = example${model.one}(await platform.unit(), "Twice");`,
    "    await platform.call(add, { body }, admin);",
    `    const named = { code: 400, errors: [{ field: ${field} }] };`,
    "    expect(await platform.refusal(add, { body }, admin)).toMatchObject(named);",
    `    const empty = { ...body, ${model.unique}: "" };`,
    "    expect(await platform.refusal(add, { body: empty }, admin)).toMatchObject(named);",
    "  });",
  ];
}
