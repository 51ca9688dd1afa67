import { samplingPointLabels } from "../field/sampling-point-labels.ts";
import type { LabelTable } from "../locales.ts";
import { assayLabels } from "./assay-labels.ts";
import { samplingLabels } from "./sampling-labels.ts";

/** The labels of the kinds of samples. */
const kindsOf = <L extends Record<string, string>>(labels: L) =>
  Object.fromEntries(Object.entries(labels).filter(([key]) => key.startsWith("kind."))) as Pick<
    L,
    Extract<keyof L, `kind.${string}`>
  >;

const { en: assayEn, zh: assayZh } = assayLabels;

const en = {
  ...assayEn,
  ...kindsOf(samplingLabels.en),
  title: "Loads",
  sampleKind: "Sample type",
  one: "load",
  concentration: "Concentration used",
  substitution: "Substitution below LOQ",
  "substitution.zero": "Zero",
  "substitution.halfLoq": "LOQ / 2",
  "substitution.loq": "LOQ",
  "substitution.loqOverSqrt2": "LOQ / √2",
  substituted: "Substituted",
  "substituted.0": "Measured",
  "substituted.1": "Substituted",
  flow: "Flow",
  flowMethod: "Flow source",
  "method.census": samplingPointLabels.en["method.census"],
  "method.design": samplingPointLabels.en["method.design"],
  "method.cotinine": samplingPointLabels.en["method.cotinine"],
  "method.nh4n": samplingPointLabels.en["method.nh4n"],
  "method.mobile": samplingPointLabels.en["method.mobile"],
  "method.hydrochem": samplingPointLabels.en["method.hydrochem"],
  "method.meter": "Meter",
  "method.declared": "Declared",
  "method.modelled": "Modeled",
  population: "Population",
  populationMethod: "Population source",
  load: "Load",
  per1000: "Load per 1000 inhabitants",
  factor: "Correction factor",
  factorVersion: "Factor version",
  doseMg: "Dose",
  consumption: "Consumption per 1000 inhabitants",
  doses: "Doses per 1000 inhabitants",
  expanded: "U (k = 2)",
  low: "95 % interval from",
  high: "95 % interval to",
  consumptionExpanded: "U of the consumption (k = 2)",
  dosesExpanded: "U of the doses (k = 2)",
  madeAt: "Calculated at",
  madeBy: "Calculated by",
  formula: "Formula version",
};

const zh: Record<keyof typeof en, string> = {
  ...assayZh,
  ...kindsOf(samplingLabels.zh),
  title: "毒品负荷",
  sampleKind: "样品类型",
  one: "负荷",
  concentration: "所用浓度",
  substitution: "低于定量限的替代方式",
  "substitution.zero": "零",
  "substitution.halfLoq": "定量限的 1/2",
  "substitution.loq": "定量限",
  "substitution.loqOverSqrt2": "定量限的 1/√2",
  substituted: "是否替代值",
  "substituted.0": "实测",
  "substituted.1": "替代值",
  flow: "流量",
  flowMethod: "流量来源",
  "method.census": samplingPointLabels.zh["method.census"],
  "method.design": samplingPointLabels.zh["method.design"],
  "method.cotinine": samplingPointLabels.zh["method.cotinine"],
  "method.nh4n": samplingPointLabels.zh["method.nh4n"],
  "method.mobile": samplingPointLabels.zh["method.mobile"],
  "method.hydrochem": samplingPointLabels.zh["method.hydrochem"],
  "method.meter": "流量计",
  "method.declared": "厂方申报",
  "method.modelled": "模型估算",
  population: "人口",
  populationMethod: "人口来源",
  load: "负荷",
  per1000: "千人负荷",
  factor: "校正因子",
  factorVersion: "校正因子版本",
  doseMg: "单次剂量",
  consumption: "千人消费量",
  doses: "千人剂量数",
  expanded: "扩展不确定度 (k = 2)",
  low: "95% 区间下限",
  high: "95% 区间上限",
  consumptionExpanded: "消费量扩展不确定度 (k = 2)",
  dosesExpanded: "剂量数扩展不确定度 (k = 2)",
  madeAt: "计算时间",
  madeBy: "计算人",
  formula: "公式版本",
};

/** The words of loads. */
export const loadLabels = { en, zh } satisfies LabelTable;
