import type { FormInstance } from "antd/es/form";
import type { ApiError } from "../api/api-error.ts";

/**
 * Puts what the server said of each field, or of a part of it, at that field, and leads to the first of them. `within`
 * is the part of the body that holds some of the fields.
 */
export function placeFaults<Values>(
  form: FormInstance<Values>,
  names: readonly (keyof Values & string)[],
  error: ApiError,
  within?: string,
): void {
  const faults = names.flatMap((name) => {
    const fault = faultAt(error, name, within);
    return fault === undefined ? [] : [{ name, errors: [fault] }];
  });
  form.setFields(faults as Parameters<typeof form.setFields>[0]);
  const first = faults[0];
  if (first !== undefined)
    form.scrollToField(first.name as Parameters<typeof form.scrollToField>[0], { focus: true });
}

/** What a refusal says that is at none of the fields; null where there is nothing of the kind. */
export function unplacedOf(error: ApiError | null, names: readonly string[], within?: string): string | null {
  if (error === null) return null;
  return names.some((name) => faultAt(error, name, within) !== undefined) ? null : error.message;
}

function faultAt(error: ApiError, name: string, within?: string): string | undefined {
  const paths = within === undefined ? [name] : [name, `${within}.${name}`];
  return error.fields.find(({ field }) =>
    paths.some((path) => field === path || field.startsWith(`${path}.`)),
  )?.message;
}
