import type { DataType, Field, ThingModel } from "@tracewater/alink/thing-model";
import type { NamedType, ProductModel, ValueType } from "@tracewater/contract/fleet/products";

/** The thing model as the console reads it: every bound present or null, enums as lists in order. */
export function toProductModel(model: ThingModel): ProductModel {
  return {
    properties: model.properties.map((property) => ({
      ...named(property),
      group: property.group,
      writable: property.accessMode === "rw",
      dataType: toValueType(property.dataType),
    })),
    events: model.events.map((event) => ({
      ...named(event),
      type: event.type,
      outputData: event.outputData.map(toNamedType),
    })),
    services: model.services.map((service) => ({
      ...named(service),
      callType: service.callType,
      idempotent: service.idempotent === true,
      inputData: service.inputData.map((input) => ({ ...toNamedType(input), required: input.required })),
      outputData: service.outputData.map(toNamedType),
    })),
  };
}

function named(subject: { identifier: string; name: string; nameZh: string }) {
  return { identifier: subject.identifier, name: subject.name, nameZh: subject.nameZh };
}

function toNamedType(field: Field): NamedType {
  return { ...named(field), dataType: toValueType(field.dataType) };
}

function toValueType(type: DataType): ValueType {
  switch (type.type) {
    case "int":
    case "float":
    case "double": {
      const { min = null, max = null, step = null, unit = null } = type.specs;
      return { type: type.type, min, max, step, unit };
    }
    case "text":
      return { type: "text", length: type.specs.length };
    case "enum":
    case "bool":
      return {
        type: type.type,
        options: Object.entries(type.specs).map(([value, key]) => ({
          value: Number(value),
          key,
          ...(type.names?.[value] ?? { name: key, nameZh: key }),
        })),
      };
    case "date":
      return { type: "date" };
    case "struct":
      return { type: "struct", fields: type.specs.map(toNamedType) };
    case "array":
      return { type: "array", size: type.specs.size, item: toValueType(type.specs.item) };
  }
}

/** Whether version `a` is later than `b`: numbers between dots, missing ones zero. */
export function isLater(a: string, b: string): boolean {
  const [left, right] = [a, b].map((version) => version.split(".").map((part) => Number(part) || 0));
  const length = Math.max(left?.length ?? 0, right?.length ?? 0);
  for (let place = 0; place < length; place++) {
    const difference = (left?.[place] ?? 0) - (right?.[place] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}
