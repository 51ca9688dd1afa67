import { assayLabels } from "@tracewater/contract/laboratory/assay-labels";
import type { Assay } from "@tracewater/contract/laboratory/assays";
import type { AnalyteName } from "@tracewater/contract/laboratory/factors";
import { type Locale, locales } from "@tracewater/contract/locales";
import { AppError, type FieldError, fieldError, notFound } from "../../../platform/app-error.ts";
import type { LocalizedText } from "../../../platform/localized-text.ts";

type Named = { analyte: string; bodyCode: string; state: string };

/** What a result is called in a sentence: the analyte and the bottle. */
function nameOf({ analyte, bodyCode }: Named): LocalizedText {
  const name = analyte as AnalyteName; // a result without a known analyte cannot be stored
  return {
    en: `${assayLabels.en[`analyte.${name}`]} in ${bodyCode}`,
    zh: `${bodyCode} 的${assayLabels.zh[`analyte.${name}`]}`,
  };
}

export function nothing(): AppError {
  return notFound({ en: "assay result", zh: "检测结果" });
}

export function contradictory(fields: readonly FieldError[]): AppError {
  const [first, ...others] = fields;
  if (first === undefined) throw new Error("nothing is wrong");
  if (others.length === 0) return fieldError(first.field, first.text);
  return new AppError("badInput", { en: "Some fields are not valid.", zh: "部分字段有误。" }, fields);
}

export const twice: LocalizedText = { en: "is already in this list", zh: "列表中已有该目标物" };

export function thereAlready(field: string): AppError {
  const text = {
    en: "this sample already has a result for this analyte; edit the draft or supersede the approved result",
    zh: "该样品已有此目标物的结果；请修改草稿，或替代已批准的结果",
  };
  return new AppError("conflict", { en: `${field}: ${text.en}`, zh: `${field}：${text.zh}` }, [
    { field, text },
  ]);
}

export function wrongState(one: Named, wanted: keyof typeof hints): AppError {
  const name = nameOf(one);
  const state = one.state as Assay["state"]; // the database's own check allows no other
  const en = assayLabels.en[`state.${state}`].toLowerCase();
  const zh = assayLabels.zh[`state.${state}`];
  const hint = wanted === "draft" && state === "approved" ? approvedStays : hints[wanted];
  return new AppError("refused", {
    en: `${name.en} is ${en}. ${hint.en}`,
    zh: `${name.zh}为“${zh}”状态。${hint.zh}`,
  });
}

const approvedStays: LocalizedText = {
  en: "Approved results cannot be changed. Supersede them with a reason.",
  zh: "已批准的结果不得修改，只能填写原因后替代。",
};

const hints = {
  draft: { en: "Only drafts can be edited, submitted or deleted.", zh: "只有草稿可以修改、提交或删除。" },
  inReview: {
    en: "Only results in review can be approved or rejected.",
    zh: "只有复核中的结果可以批准或否决。",
  },
  approved: { en: "Only approved results can be superseded.", zh: "只有已批准的结果可以被替代。" },
};

export function ownResult(one: Named): AppError {
  const name = nameOf(one);
  return new AppError("refused", {
    en: `You entered ${name.en} yourself. It must be reviewed by someone else.`,
    zh: `${name.zh}由您本人录入，须由他人复核。`,
  });
}

export function notQuestioned(one: Named): AppError {
  const name = nameOf(one);
  return new AppError("refused", {
    en: `${name.en} is not in question, or was confirmed already.`,
    zh: `${name.zh}不存疑，或已确认。`,
  });
}

/** Approved nonetheless it may be, by who says why. */
export function qualityFailed(one: Named & { qcFailures: readonly string[] }): AppError {
  const name = nameOf(one);
  const list = (language: Locale) =>
    one.qcFailures
      .map((kind) => assayLabels[language][`qc.${kind}` as "qc.blank"] ?? kind)
      .join(locales[language].comma);
  return fieldError("reason", {
    en: `quality control of ${name.en} failed (${list("en")}); enter a reason for approving it anyway`,
    zh: `${name.zh}的质控未通过（${list("zh")}），如仍要批准请说明原因`,
  });
}

export const withoutReason = fieldError("reason", { en: "enter a reason", zh: "请填写原因" });

export const approvedMeanwhile = new AppError("conflict", {
  en: "Another result for one of these samples was approved in the meantime. Refresh the list.",
  zh: "其中某个样品已有其他结果获得批准，请刷新列表。",
});

export const supersededMeanwhile = new AppError("conflict", {
  en: "Another draft already replaces this result. Refresh the sample.",
  zh: "已有另一份草稿用于替代该结果，请刷新样品。",
});
