import { useTranslation } from "react-i18next";

/** The kind of a thing in the reader's language; one without a word is as it is recorded. */
export function useKindLabel(): (kind: string) => string {
  const { t } = useTranslation("system-audit");
  return (kind) => t(`kind.${kind}`, { defaultValue: kind });
}

/** What a record is about, "user 42 una; user 43 udo", with each type in the language of the reader. */
export function useSubjectLabels(): (subject: string) => string {
  const labelOf = useKindLabel();
  return (subject) => subject.replace(/(?<=^|; )\S+/g, labelOf);
}
