import { useTranslation } from "react-i18next";

/** The kind of a thing in the reader's language; one without a word stands as it is recorded. */
export function useKindWord(): (kind: string) => string {
  const { t } = useTranslation("system-audit");
  return (kind) => t(`kind.${kind}`, { defaultValue: kind });
}

/** A thing as a record names it, "user 42 una", with its kind as a word. */
export function useThingWords(): (thing: string) => string {
  const wordOf = useKindWord();
  return (thing) => thing.replace(/^\S+/, wordOf);
}
