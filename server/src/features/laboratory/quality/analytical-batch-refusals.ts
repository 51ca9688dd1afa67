import { AppError, fieldError, notFound } from "../../../platform/app-error.ts";
import type { StoredAnalyticalBatch } from "./analytical-batch.store.ts";

/** Measurements of the quality control of one batch. */
export const maxResults = 5000;

export function nothing(): AppError {
  return notFound({ en: "analytical batch", zh: "分析批" });
}

export function closed({ batchNo }: StoredAnalyticalBatch): AppError {
  return new AppError("refused", {
    en: `Results of batch ${batchNo} are approved, so its quality control can no longer be changed.`,
    zh: `批次 ${batchNo} 已有结果获批准，其质控不得再修改。`,
  });
}

export function notEmpty({ batchNo }: StoredAnalyticalBatch): AppError {
  return new AppError("refused", {
    en: `Batch ${batchNo} is not empty. Only empty batches can be deleted.`,
    zh: `批次 ${batchNo} 不为空，只能删除空批次。`,
  });
}

export function numberTaken(): AppError {
  const text = { en: "this batch number is already in use", zh: "该批次号已存在" };
  return new AppError("conflict", text, [{ field: "batchNo", text }]);
}

export function tooMany(): AppError {
  return fieldError("results", {
    en: `a batch can have at most ${maxResults}`,
    zh: `每批次最多 ${maxResults} 条`,
  });
}

export const storedAlready = new AppError("conflict", {
  en: "This file was already imported into this batch.",
  zh: "该文件已导入本批次。",
});

export const onlyDrafts = new AppError("refused", {
  en: "Only drafts can be added to or removed from a batch.",
  zh: "只有草稿可以归入或移出批次。",
});

export const otherUnit = fieldError("batchId", {
  en: "the batch and the results belong to different units",
  zh: "批次与检测结果不属于同一单位",
});

export function outside(control: { analyte: string; value: string; low: number; high: number }): AppError {
  const { analyte, value, low, high } = control;
  return fieldError("ids", {
    en: `${analyte} ${value} μg/L is outside the calibration range (${low} to ${high} μg/L); dilute or concentrate and measure again, or change the flag`,
    zh: `${analyte} ${value} μg/L 超出标准曲线范围（${low} 至 ${high} μg/L）；请稀释或浓缩后重测，或修改结果标识`,
  });
}
