import { describe, expect, test } from "vitest";
import { inLanguage, localized } from "./both-languages.ts";
import {
  firstLocale,
  type Locale,
  type Localized,
  listIn,
  localeCodes,
  localeOf,
  locales,
  nameIn,
  textIn,
} from "./locales.ts";

/** A language that nobody has written texts in yet. */
const madeUp = "xx" as Locale;

describe("A language", () => {
  test.each([
    ["zh", "zh"],
    ["zh-CN,zh;q=0.9,en;q=0.5", "zh"],
    ["en-GB", "en"],
    ["fr-FR,zh;q=0.5", "en"],
    ["zhx", "en"],
    ["", "en"],
    [undefined, "en"],
  ])("is %s's primary language where it is one of ours", (tag, locale) => {
    expect(localeOf(tag)).toBe(locale);
  });

  test("is the first of a browser's that is one of ours", () => {
    expect(firstLocale(["fr-FR", "zh-HK", "en"])).toBe("zh");
    expect(firstLocale(["fr"])).toBeNull();
  });

  test("has a name, a tag that leads back to it, and a comma", () => {
    for (const code of localeCodes) {
      expect(localeOf(locales[code].tag)).toBe(code);
      expect(locales[code].name).not.toBe("");
      expect(listIn(["1", "2"], code)).toBe(`1${locales[code].comma}2`);
    }
  });

  test("that is added and lacks a text of the sources is answered in English, by each reader", () => {
    const title: Localized<string> = { en: "Sampler", zh: "采样器" };
    expect(textIn(title, "zh")).toBe("采样器");
    expect(textIn(title, madeUp)).toBe("Sampler");
    expect(textIn({ ...title, [madeUp]: "Xampler" }, madeUp)).toBe("Xampler");
    expect(nameIn({ name: "Pump", nameZh: "泵" }, madeUp)).toBe("Pump");
    expect(inLanguage(localized("is empty", "为空"), madeUp)).toBe("is empty");
    expect(inLanguage(localized("is empty", "为空"), "zh")).toBe("为空");
  });
});
