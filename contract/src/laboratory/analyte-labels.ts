import type { AnalyteName } from "./factors.ts";

/** What the analytes are called, in both languages; on the wire they have the specification's names. */
export const analyteLabels: Readonly<Record<AnalyteName, { name: string; nameZh: string }>> = {
  amp: { name: "Amphetamine", nameZh: "苯丙胺" },
  cotinine: { name: "Cotinine", nameZh: "可替宁" },
  benzoylEconine: { name: "Benzoylecgonine", nameZh: "苯甲酰爱康宁" },
  cbd: { name: "Cannabidiol (CBD)", nameZh: "大麻二酚" },
  cbn: { name: "Cannabinol (CBN)", nameZh: "大麻酚" },
  cocaine: { name: "Cocaine", nameZh: "可卡因" },
  codeine: { name: "Codeine", nameZh: "可待因" },
  ketamine: { name: "Ketamine", nameZh: "氯胺酮" },
  mamp: { name: "Methamphetamine", nameZh: "甲基苯丙胺" },
  mda: { name: "MDA", nameZh: "MDA" },
  mdea: { name: "MDEA", nameZh: "MDEA" },
  mdma: { name: "MDMA", nameZh: "MDMA" },
  methcathinone: { name: "Methcathinone", nameZh: "甲卡西酮" },
  morphine: { name: "Morphine", nameZh: "吗啡" },
  norketamine: { name: "Norketamine", nameZh: "去甲氯胺酮" },
  thc: { name: "THC", nameZh: "四氢大麻酚" },
  thcCooh: { name: "THC-COOH", nameZh: "11-去甲-9-羧基-THC（THC-COOH）" },
  o6Acethyl: { name: "6-Acetylmorphine", nameZh: "6-单乙酰吗啡" },
};
