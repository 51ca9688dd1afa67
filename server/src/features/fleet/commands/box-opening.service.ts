import { type FamilyKey, families } from "@tracewater/contract/fleet/families";
import { AppError, type FieldError } from "../../../platform/app-error.ts";
import { type Caller, mayDo } from "../../../platform/caller.ts";
import type { LocalizedText } from "../../../platform/localized-text.ts";
import { isInScope } from "../../../platform/scope.ts";
import type { Order } from "./command.model.ts";

/** A user by their log-in name; null for names of nobody, and of programs and people who may not come in. */
export type PersonNamed = (userName: string) => Promise<Caller | null>;

export type Person = { userId: number; userName: string; nickName: string };

const persons = ["personA", "personB"] as const;

/** An evidence box opens for two persons who answer for it together; a model that asks for two opens so. */
export function opensForTwo(family: FamilyKey, order: Pick<Order, "kind" | "identifier">): boolean {
  return family === "evidenceBox" && order.kind === "service" && order.identifier === "open";
}

/**
 * The two accounts that an order to open a box names, by their log-in names: two people, in use, who may open this
 * box themselves. Throws with the field of each name that is none of that.
 */
export async function requireTwoPersons(
  personNamed: PersonNamed,
  unitId: number,
  params: Readonly<Record<string, unknown>>,
): Promise<Person[]> {
  const named = await Promise.all(persons.map((name) => personNamed(String(params[name] ?? "").trim())));
  const permission = `device:${families.evidenceBox.permissionKey}:command`;
  const faults: FieldError[] = [];
  const refuse = (at: number, text: LocalizedText) => faults.push({ field: `params.${persons[at]}`, text });
  for (const [at, person] of named.entries()) {
    if (person === null) refuse(at, nobody);
    else if (!mayDo(person, permission) || !isInScope(person.scope, unitId)) refuse(at, notPermitted);
  }
  const [first, second] = named;
  if (first && second && first.userId === second.userId) refuse(1, samePerson);
  if (faults.length > 0) throw toError(faults);
  return named.flatMap((one) =>
    one === null ? [] : [{ userId: one.userId, userName: one.userName, nickName: one.nickName }],
  );
}

const nobody = {
  en: "is not the user name of an active account",
  zh: "不是有效账号的用户名",
};
const notPermitted = {
  en: "has no permission to open this box",
  zh: "无权开启该物证箱",
};
const samePerson = {
  en: "must be another person than the first",
  zh: "须与第一经手人不是同一人",
};

function toError(faults: readonly FieldError[]): AppError {
  const sentence = (language: keyof LocalizedText) =>
    faults.map(({ field, text }) => `${field}: ${text[language]}`).join("; ");
  return new AppError("badInput", { en: sentence("en"), zh: sentence("zh") }, faults);
}
