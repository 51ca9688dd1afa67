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
      inputData: service.inputData.map((input) => ({ ...toNamedType(input), required: input.required })),
      outputData: service.outputData.map(toNamedType),
    })),
  };
}

function named(thing: { identifier: string; name: string; nameZh: string }) {
  return { identifier: thing.identifier, name: thing.name, nameZh: thing.nameZh };
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
        options: Object.entries(type.specs).map(([value, key]) => ({ value: Number(value), key })),
      };
    case "date":
      return { type: "date" };
    case "struct":
      return { type: "struct", fields: type.specs.map(toNamedType) };
    case "array":
      return { type: "array", size: type.specs.size, item: toValueType(type.specs.item) };
  }
}
