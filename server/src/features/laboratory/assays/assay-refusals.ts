import { assayWords } from "@tracewater/contract/laboratory/assay-words";
import type { Assay } from "@tracewater/contract/laboratory/assays";
import type { AnalyteName } from "@tracewater/contract/laboratory/factors";
import { badField, Failure, type FieldWords } from "../../../platform/failure.ts";
import type { Words } from "../../../platform/words.ts";

type Named = { analyte: string; bodyCode: string; state: string };

/** What a result is called in a sentence: the analyte and the bottle. */
function nameOf({ analyte, bodyCode }: Named): Words {
  const name = analyte as AnalyteName; // a result without a known analyte cannot be stored
  return {
    en: `${assayWords.en[`analyte.${name}`]} in ${bodyCode}`,
    zh: `${bodyCode} 的${assayWords.zh[`analyte.${name}`]}`,
  };
}

export function contradictory(fields: readonly FieldWords[]): Failure {
  const [first, ...others] = fields;
  if (first === undefined) throw new Error("nothing is wrong");
  if (others.length === 0) return badField(first.field, first.words);
  return new Failure("badInput", { en: "Some fields are not right.", zh: "部分字段有误。" }, fields);
}

export const twice: Words = { en: "stands in this list already", zh: "列表中已有该目标物" };

export function thereAlready(field: string): Failure {
  const words = {
    en: "this sample has a result of it already; change the draft, or supersede what was approved",
    zh: "该样品已有此目标物的结果；请修改草稿，或替代已批准的结果",
  };
  return new Failure("conflict", { en: `${field}: ${words.en}`, zh: `${field}：${words.zh}` }, [
    { field, words },
  ]);
}

export function wrongState(one: Named, wanted: keyof typeof hints): Failure {
  const name = nameOf(one);
  const state = one.state as Assay["state"]; // the store's own check allows no other
  const en = assayWords.en[`state.${state}`].toLowerCase();
  const zh = assayWords.zh[`state.${state}`];
  const hint = wanted === "draft" && state === "approved" ? approvedStays : hints[wanted];
  return new Failure("refused", {
    en: `${name.en} is ${en}. ${hint.en}`,
    zh: `${name.zh}为“${zh}”状态。${hint.zh}`,
  });
}

const approvedStays: Words = {
  en: "What was approved is never changed; it is superseded with a reason.",
  zh: "已批准的结果不得修改，只能说明原因后替代。",
};

const hints = {
  draft: { en: "Only a draft can be changed, handed over or deleted.", zh: "只有草稿可以修改、提交或删除。" },
  inReview: { en: "Only what is in review can be decided on.", zh: "只有复核中的结果可以审定。" },
  approved: { en: "Only what was approved can be superseded.", zh: "只有已批准的结果可以被替代。" },
};

export function ownResult(one: Named): Failure {
  const name = nameOf(one);
  return new Failure("refused", {
    en: `You entered ${name.en} yourself; another person reviews it.`,
    zh: `${name.zh}由您本人录入，须由他人复核。`,
  });
}

/** Approved nonetheless it may be, by who says why. */
export function qualityFailed(one: Named & { qcFailures: readonly string[] }): Failure {
  const name = nameOf(one);
  const list = (language: "en" | "zh") =>
    one.qcFailures
      .map((kind) => assayWords[language][`qc.${kind}` as "qc.blank"] ?? kind)
      .join(language === "zh" ? "、" : ", ");
  return badField("reason", {
    en: `the quality control of ${name.en} failed (${list("en")}); say why it is approved nonetheless`,
    zh: `${name.zh}的质控未通过（${list("zh")}），如仍要批准请说明原因`,
  });
}

export const withoutReason = badField("reason", { en: "say why", zh: "请说明原因" });

export const approvedMeanwhile = new Failure("conflict", {
  en: "Another result of one of these samples was approved meanwhile. Look at the list again.",
  zh: "其中某个样品已有其他结果获得批准，请刷新列表后再看。",
});

export const supersededMeanwhile = new Failure("conflict", {
  en: "Another draft is on its way to replace this result. Look at the sample again.",
  zh: "已有另一份草稿将替代该结果，请刷新样品后再看。",
});
