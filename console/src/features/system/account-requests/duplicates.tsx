import type { AccountRequest } from "@tracewater/contract/system/account-requests";
import { useTranslation } from "react-i18next";
import { State } from "../../../kit/state.tsx";

/** Who else has the same name, address or number; nothing where nobody has. */
export function Duplicates({ of: { duplicates } }: { of: AccountRequest }) {
  const { t } = useTranslation("system-account-requests");
  if (duplicates.length === 0) return null;
  return (
    <span className="request-stack">
      {duplicates.map(({ kind, field, userName }) => {
        const who = userName === "" ? t("duplicate.otherUnit") : userName;
        return (
          <State
            key={`${kind} ${field} ${userName}`}
            tone="warn"
            label={t(`duplicate.${kind}`, { what: t(`field.${field}`), who })}
          />
        );
      })}
    </span>
  );
}
