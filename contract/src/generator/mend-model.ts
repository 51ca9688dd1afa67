import { type ResourceModel, resourceModel } from "./resource-model.ts";

/** What is wrong with a model, by the place: `fields.2.name`. */
export type ModelFault = { path: string; message: string };

export function faultsOf(model: ResourceModel): ModelFault[] {
  const parsed = resourceModel.safeParse(model);
  if (parsed.success) return [];
  return parsed.error.issues.map(({ path, message }) => ({ path: path.join("."), message }));
}

/**
 * A draft without the fields that no declaration can have; their names are given back, so that nothing is left out in
 * silence.
 */
export function mendModel(draft: ResourceModel): { model: ResourceModel; left: string[] } {
  const wrong = new Set(
    faultsOf(draft).flatMap(({ path }) => {
      const at = /^fields\.(\d+)\./.exec(path)?.[1];
      return at === undefined ? [] : [Number(at)];
    }),
  );
  const kept = draft.fields.filter(({ name }, at) => !wrong.has(at) || name === draft.unique).slice(0, 40);
  const left = draft.fields.filter((field) => !kept.includes(field)).map(({ name }) => name);
  return { model: { ...draft, fields: kept }, left };
}
