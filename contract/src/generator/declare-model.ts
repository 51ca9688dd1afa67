/** The declaration of a model as a value: what its printed one will be, for showing its list and its form at once. */
import { z } from "zod";
import { idInBody } from "../envelope.ts";
import { defineResource } from "../resource/define-resource.ts";
import { field } from "../resource/field-metadata.ts";
import { text } from "../texts.ts";
import { factsOf } from "./field-facts.ts";
import { hasUnit, labelsOf } from "./print-contract.ts";
import { boundsOf, isNullable, type ModelField, type ResourceModel } from "./resource-model.ts";

export function declareModel(model: ResourceModel) {
  const labels = labelsOf(model);
  const fields: Record<string, z.ZodType> = Object.fromEntries(
    model.fields.map((one) => [one.name, field(schemaOf(one), factsOf(one))]),
  );
  const shown: Record<string, z.ZodType> = hasUnit(model) ? { unitName: z.string() } : {};
  return defineResource({
    names: { one: model.one, many: model.many },
    path: model.path,
    permission: model.permission,
    table: model.table,
    key: model.key,
    unique: model.unique,
    ...(model.within === null ? {} : { within: model.within }),
    unit: hasUnit(model) ? "unitId" : null,
    ...{ fields, shown },
    labels: {
      en: Object.fromEntries(labels.map(([key, { en }]) => [key, en])),
      zh: Object.fromEntries(labels.map(([key, { zh }]) => [key, zh])),
    },
  });
}

function schemaOf(one: ModelField): z.ZodType {
  const base = baseOf(one);
  if (one.required) return one.kind === "text" ? text(one.maxLength).min(1) : base;
  if (isNullable(one)) return base.nullable().default(null);
  return base.default(one.initial ?? "");
}

function baseOf(one: ModelField): z.ZodType {
  switch (one.kind) {
    case "text":
      return text(one.maxLength);
    case "day":
      return z.iso.date();
    case "unit":
      return idInBody;
    case "choice":
      return z.enum(one.options.map(({ value }) => value));
    default: {
      const { min, max } = boundsOf(one);
      const number = one.kind === "whole" ? z.number().int() : z.number();
      const above = min === null ? number : number.min(min);
      return max === null ? above : above.max(max);
    }
  }
}
