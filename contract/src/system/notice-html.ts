/**
 * What a notice may be made of. The server keeps nothing else when a notice is written and gives nothing else when it
 * is read; the console draws these tags and no others.
 */
export const noticeTags = [
  "p",
  "div",
  "br",
  "h2",
  "h3",
  "strong",
  "em",
  "u",
  "s",
  "ul",
  "ol",
  "li",
  "blockquote",
  "code",
  "pre",
  "a",
  "table",
  "thead",
  "tbody",
  "tr",
  "th",
  "td",
] as const;

export type NoticeTag = (typeof noticeTags)[number];

/** Where a link may lead: elsewhere by these, or to a page of the console by its path. */
export const noticeLinkSchemes = ["https", "http", "mailto"] as const;
