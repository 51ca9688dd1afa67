import { type AppError, fieldError } from "../../../platform/app-error.ts";

export const nothingFound = {
  en: "No loads can be calculated for these analytes in this period: there are no approved results with a flow.",
  zh: "该日期范围内没有可计算的负荷：没有已批准且有流量的检测结果。",
};
export const interrupted = {
  en: "The server restarted while the report was being generated. Generate it again.",
  zh: "生成报告时服务器重新启动，请重新生成。",
};
export const broken = {
  en: "The report could not be generated. See the server log for the reason.",
  zh: "报告生成失败，原因见服务器日志。",
};
export const hasEnded = { en: "The report is no longer being generated.", zh: "报告已不在生成中。" };
export const notMade = { en: "The report is not ready yet.", zh: "报告尚未生成。" };
export const lost = {
  en: "The file of this report is missing. Generate the report again and compare the digests.",
  zh: "报告文件已不存在，请重新生成报告并核对哈希值。",
};

export function pointNotFound(): AppError {
  return fieldError("pointId", { en: "sampling point not found", zh: "采样点不存在" });
}
