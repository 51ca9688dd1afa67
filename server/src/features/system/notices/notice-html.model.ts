import { noticeLinkSchemes, noticeTags } from "@tracewater/contract/system/notice-html";
import sanitizeHtml from "sanitize-html";

const rules: sanitizeHtml.IOptions = {
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
export function cleanNotice(html: string): string {
  return sanitizeHtml(html, rules).trim();
}

/** Whether anything is left to read. */
export function isBlankNotice(html: string): boolean {
  const text = sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} });
  return text.replaceAll("&nbsp;", " ").trim() === "";
}
