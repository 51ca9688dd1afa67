import { type Certificate, readPem } from "../src/certificate.ts";
import { type NoteKey, noteKinds, readNoteKey } from "../src/checkpoint.ts";
import type { CheckedEvidence } from "../src/evidence-check.ts";
import type { Labels } from "../src/evidence-labels.ts";
import { describeFinding, stateNames, type Verdict, verdictNames } from "../src/evidence-verdict.ts";
import { button, element } from "./elements.ts";

const maxShown = 5;

/** A verdict for each question; none of them stands for the others. */
export function verdictsView(
  labels: Labels,
  checked: CheckedEvidence,
  nameOf: (about: string) => string,
): HTMLElement {
  const at = labels.language === "en" ? 0 : 1;
  const cards = checked.verdicts.map((verdict: Verdict) =>
    element(
      "div",
      { class: `verdict ${verdict.state}`, "data-verdict": verdict.kind, "data-state": verdict.state },
      element("h3", {}, verdictNames[verdict.kind][at], element("b", {}, stateNames[verdict.state][at])),
      ...verdict.findings
        .slice(0, maxShown)
        .map((finding) => element("p", {}, describeFinding(finding, labels.language, nameOf))),
      verdict.findings.length > maxShown ? element("p", {}, `+${verdict.findings.length - maxShown}`) : null,
    ),
  );
  return element(
    "section",
    {},
    element("h2", {}, labels.label("verdicts")),
    element("p", { class: "quiet" }, labels.label("verdictsHint")),
    element("div", { class: "verdicts" }, ...cards),
  );
}

/** Where the reader enters keys that came another way than in the file. */
export function keyView(
  labels: Labels,
  entered: string,
  onKeys: (text: string, keys: NoteKey[], witnesses: NoteKey[], authorities: Certificate[]) => void,
): HTMLElement {
  const field = element("textarea", { "aria-label": labels.label("key"), spellcheck: "false", rows: "2" });
  field.value = entered;
  const fault = element("p", { role: "alert" });
  const check = () => {
    const authorities = readPem(field.value);
    const rest = field.value.replace(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g, "");
    const lines = rest.split(/\s+/).filter((line) => line !== "");
    const keys = lines.flatMap((line) => readNoteKey(line) ?? []);
    const witnesses = lines.flatMap((line) => readNoteKey(line, noteKinds.witness) ?? []);
    const isBad = keys.length + witnesses.length < lines.length;
    fault.textContent = isBad ? labels.label("keyBad") : "";
    if (!isBad) onKeys(field.value, keys, witnesses, authorities);
  };
  return element(
    "section",
    { class: "screen" },
    element("h2", {}, labels.label("key")),
    element("p", { class: "quiet" }, labels.label("keyHint")),
    field,
    fault,
    button(labels.label("keyCheck"), check),
  );
}
