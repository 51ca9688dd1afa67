import { useTranslation } from "react-i18next";
import type { TextKey } from "../kit/text-key.ts";

/**
 * The name of a role in the reader's language. The roles that the program brings along have English names in the
 * database; one that an administrator named otherwise bears their name in both languages.
 */
export function useRoleName(): (name: string) => string {
  const { t } = useTranslation("pickers");
  return (name) => {
    const key = broughtAlong[name];
    return key === undefined ? name : t(`role.${key}`);
  };
}

/** The same for several of them, as the server joins them. */
export function useRoleNames(): (names: string) => string {
  const { t } = useTranslation("pickers");
  const nameOf = useRoleName();
  return (names) => names.split(", ").map(nameOf).join(t("comma"));
}

const broughtAlong: Readonly<Record<string, TextKey<"pickers", "role">>> = {
  Administrator: "admin",
  Default: "default",
  "Unit administrator": "unitAdmin",
  Viewer: "viewer",
  "Sampling operator": "operator",
  "Device engineer": "engineer",
  Analyst: "analyst",
  Reviewer: "reviewer",
  Custodian: "custodian",
  Examiner: "examiner",
  "Approver of evidence": "approver",
  Auditor: "auditor",
};
