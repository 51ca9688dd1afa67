import type { FormInstance } from "antd/es/form";
import type { ApiError } from "../api/api-error.ts";

/** Puts what the server said of each field at that field. */
export function placeFaults<Values>(
  form: FormInstance<Values>,
  names: readonly (keyof Values & string)[],
  error: ApiError,
): void {
  const faults = names.flatMap((name) => {
    const fault = error.messageAt(name);
    return fault === undefined ? [] : [{ name, errors: [fault] }];
  });
  form.setFields(faults as Parameters<typeof form.setFields>[0]);
}

/** What a refusal says that belongs to no field; null where there is nothing of the kind. */
export function unplacedOf(error: ApiError | null): string | null {
  return error !== null && error.fields.length === 0 ? error.message : null;
}
