import { noticeLinkSchemes, noticeTags } from "@tracewater/contract/system/notice-html";
import type { IOptions } from "sanitize-html";

const rules: IOptions = {
  allowedTags: [...noticeTags],
  allowedAttributes: { a: ["href", "rel", "target"], th: ["colspan", "rowspan"], td: ["colspan", "rowspan"] },
  allowedSchemes: [...noticeLinkSchemes],
  allowedSchemesAppliedToAttributes: ["href"],
  allowProtocolRelative: false,
  disallowedTagsMode: "discard",
  nestingLimit: 20,
  transformTags: {
    b: "strong",
    i: "em",
    h1: "h2",
    a: (tagName, attribs) => ({
      tagName,
      attribs: {
        ...(attribs["href"] === undefined ? {} : { href: attribs["href"] }),
        rel: "noopener noreferrer nofollow",
        target: "_blank",
      },
    }),
  },
};

/** What may stay of a notice's HTML: text, plain formatting, links that lead where links may. */
export async function cleanNotice(html: string): Promise<string> {
  return (await sanitize(html, rules)).trim();
}

/** Whether anything is left to read. */
export async function isBlankNotice(html: string): Promise<boolean> {
  const text = await sanitize(html, { allowedTags: [], allowedAttributes: {} });
  return text.replaceAll("&nbsp;", " ").trim() === "";
}

/** The library, an HTML parser and one for style sheets, is loaded with the first notice: it takes 10 MB. */
async function sanitize(html: string, options: IOptions): Promise<string> {
  const { default: sanitizeHtml } = await import("sanitize-html");
  return sanitizeHtml(html, options);
}
