import type { DataType, Field, ThingModel } from "@tracewater/alink/thing-model";
import type { ModelChange } from "@tracewater/contract/fleet/product-models";

/** A change before it is counted whom it touches. */
export type Difference = Omit<ModelChange, "devices" | "stored" | "outside">;

type Kind = ModelChange["kind"];
type Named = { identifier: string; name: string; nameZh: string };
type DescribedChange = { kind: Kind; breaking: boolean; before: string | null; after: string | null };

/** What is another in the later model, part by part, in its order; what is gone last. */
export function diffModels(before: ThingModel, after: ThingModel): Difference[] {
  return [
    ...diffParts("property", before.properties, after.properties, diffProperty),
    ...diffParts("event", before.events, after.events, diffEvent),
    ...diffParts("service", before.services, after.services, diffService),
  ];
}

function diffParts<T extends Named>(
  part: ModelChange["part"],
  before: readonly T[],
  after: readonly T[],
  diff: (before: T, after: T) => DescribedChange[],
): Difference[] {
  const old = new Map(before.map((one) => [one.identifier, one]));
  const kept = new Set(after.map((one) => one.identifier));
  const about = ({ identifier, name, nameZh }: Named) => ({ part, identifier, name, nameZh });
  return [
    ...after.flatMap((one): Difference[] => {
      const known = old.get(one.identifier);
      if (known === undefined) return [{ ...about(one), ...describeChange("added", false, null, null) }];
      return [...diff(known, one), ...diffNames(known, one)].map((change) => ({ ...about(one), ...change }));
    }),
    ...before
      .filter((one) => !kept.has(one.identifier))
      .map((one) => ({ ...about(one), ...describeChange("removed", true, null, null) })),
  ];
}

type PropertyModel = ThingModel["properties"][number];

function diffProperty(before: PropertyModel, after: PropertyModel): DescribedChange[] {
  const changes = diffType(before.dataType, after.dataType);
  if (before.accessMode !== after.accessMode) {
    const isReadOnly = after.accessMode === "r";
    changes.push(
      describeChange(isReadOnly ? "readOnly" : "writable", isReadOnly, before.accessMode, after.accessMode),
    );
  }
  return changes;
}

function diffEvent(
  before: ThingModel["events"][number],
  after: ThingModel["events"][number],
): DescribedChange[] {
  return [
    ...(before.type === after.type ? [] : [describeChange("kind", false, before.type, after.type)]),
    ...diffFields("outputs", before.outputData, after.outputData),
  ];
}

function diffService(
  before: ThingModel["services"][number],
  after: ThingModel["services"][number],
): DescribedChange[] {
  const required = after.inputData
    .filter(
      (one) =>
        one.required && !before.inputData.some((old) => old.identifier === one.identifier && old.required),
    )
    .map((one) => one.identifier);
  return [
    ...(before.callType === after.callType
      ? []
      : [describeChange("kind", true, before.callType, after.callType)]),
    ...(required.length === 0 ? [] : [describeChange("inputs", true, null, required.join(", "))]),
    ...diffFields("inputs", before.inputData, after.inputData),
    ...diffFields("outputs", before.outputData, after.outputData),
  ];
}

/** Fields that are gone or narrower break anyone who counts on them; new ones nobody. */
function diffFields(
  kind: "inputs" | "outputs",
  before: readonly Field[],
  after: readonly Field[],
): DescribedChange[] {
  const later = new Map(after.map((one) => [one.identifier, one]));
  const lost = before.filter((one) => {
    const now = later.get(one.identifier);
    return now === undefined || diffType(one.dataType, now.dataType).some((change) => change.breaking);
  });
  return lost.length === 0
    ? []
    : [describeChange(kind, true, lost.map((one) => one.identifier).join(", "), null)];
}

function diffNames(before: Named, after: Named): DescribedChange[] {
  const nameLine = (one: Named) => `${one.name} / ${one.nameZh}`;
  return before.name === after.name && before.nameZh === after.nameZh
    ? []
    : [describeChange("words", false, nameLine(before), nameLine(after))];
}

function diffType(before: DataType, after: DataType): DescribedChange[] {
  const both = [printType(before), printType(after)] as const;
  // A whole number is a number of either float kind too; the other way round digits are lost.
  if (before.type !== after.type)
    return [describeChange("retyped", !isWider(before.type, after.type), ...both)];
  const unit =
    unitOf(before) === unitOf(after) ? [] : [describeChange("unit", true, unitOf(before), unitOf(after))];
  const lost = isLost(before, after);
  const won = isLost(after, before);
  if (lost) return [...unit, describeChange("narrowed", true, ...both)];
  return won ? [...unit, describeChange("widened", false, ...both)] : unit;
}

function isWider(before: DataType["type"], after: DataType["type"]): boolean {
  const width = ["int", "float", "double"];
  return width.includes(before) && width.indexOf(after) > width.indexOf(before);
}

/** Whether some value of `before` is no longer one of `after`. */
function isLost(before: DataType, after: DataType): boolean {
  switch (before.type) {
    case "int":
    case "float":
    case "double": {
      if (after.type !== before.type) return true;
      const low = (after.specs.min ?? -Infinity) > (before.specs.min ?? -Infinity);
      return low || (after.specs.max ?? Infinity) < (before.specs.max ?? Infinity);
    }
    case "text":
      return after.type !== "text" || after.specs.length < before.specs.length;
    case "enum":
    case "bool":
      return after.type !== before.type || Object.keys(before.specs).some((value) => !(value in after.specs));
    case "date":
      return after.type !== "date";
    case "struct":
      return after.type !== "struct" || diffFields("outputs", before.specs, after.specs).length > 0;
    case "array":
      return (
        after.type !== "array" ||
        after.specs.size < before.specs.size ||
        diffType(before.specs.item, after.specs.item).some((change) => change.breaking)
      );
  }
}

function unitOf(type: DataType): string | null {
  return "specs" in type && "unit" in type.specs && typeof type.specs.unit === "string"
    ? type.specs.unit
    : null;
}

/** A type in a few signs: `float 0..60 °C`, `text 32`, `enum 0,1,2`. */
function printType(type: DataType): string {
  switch (type.type) {
    case "int":
    case "float":
    case "double": {
      const { min, max, unit } = type.specs;
      const range = min === undefined && max === undefined ? "" : ` ${min ?? ""}..${max ?? ""}`;
      return `${type.type}${range}${unit === undefined ? "" : ` ${unit}`}`;
    }
    case "text":
      return `text ${type.specs.length}`;
    case "enum":
    case "bool":
      return `${type.type} ${Object.keys(type.specs).join(",")}`;
    case "date":
      return "date";
    case "struct":
      return `struct {${type.specs.map((one) => one.identifier).join(", ")}}`;
    case "array":
      return `array ${type.specs.size} × ${printType(type.specs.item)}`;
  }
}

function describeChange(
  kind: Kind,
  breaking: boolean,
  before: string | null,
  after: string | null,
): DescribedChange {
  return { kind, breaking, before, after };
}
