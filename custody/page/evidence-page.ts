/** The program of an evidence file: verifies its blocks and draws them. It asks the network for nothing. */
import type { Certificate } from "../src/certificate.ts";
import type { NoteKey } from "../src/checkpoint.ts";
import { checkEvidence } from "../src/evidence-check.ts";
import { type BlockName, blockNames } from "../src/evidence-file.ts";
import { createLabels } from "../src/evidence-labels.ts";
import type { Language } from "../src/evidence-verdict.ts";
import { documentView } from "./document-view.ts";
import { button, element, momentText } from "./elements.ts";
import { eventsView } from "./events-view.ts";
import { keyView, verdictsView } from "./verdicts-view.ts";

const blocks: Partial<Record<BlockName, string>> = {};
for (const name of blockNames) {
  const block = document.getElementById(name);
  if (block !== null) blocks[name] = block.textContent ?? "";
}

let entered = "";
let checked = checkEvidence(blocks);
let language: Language = checked.document?.language === "zh" ? "zh" : "en";

function draw(): void {
  const labels = createLabels(language);
  const { document: shown, rows, changed, files, fileKey } = checked;
  const number = String(shown?.entrustment["entrustmentNo"] ?? "");
  const names = new Map([
    [`entrustment:${shown?.entrustment["entrustmentId"]}`, number],
    ...(shown?.items ?? []).map((item) => [`item:${item["itemId"]}`, String(item["itemNo"])] as const),
  ]);
  document.documentElement.lang = language === "zh" ? "zh-CN" : "en";
  document.title = `${labels.label("title")} ${number}`;
  const onKeys = (text: string, keys: NoteKey[], witnesses: NoteKey[], authorities: Certificate[]) => {
    entered = text;
    checked = checkEvidence(blocks, keys, witnesses, authorities);
    draw();
  };
  const exported =
    shown === null
      ? labels.label("noDocument")
      : labels.label("exported", { at: momentText(shown.exportedAt), by: shown.exportedBy });
  document.getElementById("page")?.replaceChildren(
    element(
      "header",
      {},
      element(
        "div",
        {},
        element("h1", {}, `${labels.label("title")} ${number}`),
        element("span", { class: "quiet" }, exported),
      ),
      element(
        "span",
        { class: "screen" },
        button("English", () => setLanguage("en"), { "aria-pressed": String(language === "en"), lang: "en" }),
        " ",
        button("中文", () => setLanguage("zh"), { "aria-pressed": String(language === "zh"), lang: "zh-CN" }),
        " ",
        button(labels.label("print"), () => window.print()),
      ),
    ),
    verdictsView(labels, checked, (about) => names.get(about) ?? about),
    keyView(labels, entered, onKeys),
    ...(shown === null ? [] : documentView(labels, shown, files)).filter((one) => one !== null),
    ...eventsView(labels, shown, rows, changed),
    element(
      "section",
      {},
      element("p", {}, labels.label("independent")),
      element("p", {}, element("code", {}, fileKey)),
    ),
  );
}

function setLanguage(chosen: Language): void {
  language = chosen;
  draw();
}

draw();
