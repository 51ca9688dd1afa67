/** The page of a resource with its own texts. */
import { bracketed, importLines, quote } from "./layout.ts";
import { camel, kebab, spaced } from "./names.ts";
import type { ResourceModel } from "./resource-model.ts";

export function textsKey(model: ResourceModel): string {
  return `${model.area}-${kebab(model.many)}`;
}

export function printPage(model: ResourceModel): string {
  const many = camel(model.many);
  return [
    importLines([
      [[`type ${model.one}`, many], `@tracewater/contract/${model.area}/${kebab(model.many)}`],
      [["useTranslation"], "react-i18next"],
      [["ResourcePage"], "../../../resource/resource-page.tsx"],
    ]),
    "",
    `/** The list of ${spaced(model.many)} with its form. */`,
    `export default function ${model.one}ListPage() {`,
    `  const { t } = useTranslation(${quote(textsKey(model))});`,
    "  return (",
    "    <ResourcePage",
    `      resource={${many}}`,
    `      card={(row: ${model.one}) => <strong>{row.${model.unique}}</strong>}`,
    '      blank={{ title: t("none.title"), text: t("none.text") }}',
    "    />",
    "  );",
    "}",
    "",
  ].join("\n");
}

export function printTexts(model: ResourceModel, language: "en" | "zh"): string {
  const { none } = model;
  const title = language === "en" ? none.enTitle : none.zhTitle;
  return [
    "{",
    '  "none": {',
    `    "title": ${JSON.stringify(title)},`,
    `    "text": ${JSON.stringify(none[language])}`,
    "  }",
    "}",
    "",
  ].join("\n");
}

/** What no generator knows. */
export function printReadme(model: ResourceModel): string {
  const folder = `server/src/features/${model.area}/${kebab(model.many)}`;
  return [
    `# ${spaced(model.many).replace(/^./, (letter) => letter.toUpperCase())}`,
    "",
    "Unpack this archive in the root of the repository, then apply the changes of existing files:",
    "",
    "```sh",
    `git apply ${patchName(model)}`,
    "npm run check",
    `npx vitest run --project server ${folder}`,
    "npx vitest run --project server server/src/app/resource-tables.test.ts",
    "```",
    "",
    "Left to write by hand:",
    "",
    "- rules beyond the unique field, in the service",
    "- what a row shows on a phone: `card` in the page",
    "- the Chinese texts, read by somebody who works in the field",
    "- the terms in `docs/glossary.md` and a line in `CHANGELOG.md`",
    "",
  ].join("\n");
}

export function patchName(model: ResourceModel): string {
  return `${kebab(model.many)}.patch`;
}

/** The title in the list of titles that the server keeps. */
export function titleLine(model: ResourceModel): string[] {
  const { en, zh } = model.title;
  const text = bracketed(
    `${quote(`page.${camel(model.many)}`)}: `,
    "{",
    [`en: ${quote(en)}`, `zh: ${quote(zh)}`],
    ",",
    "  ",
  );
  return text.split("\n");
}
