import { type NoticeTag, noticeLinkSchemes, noticeTags } from "@tracewater/contract/system/notice-html";
import { createElement, type ReactNode } from "react";

/**
 * A notice's HTML as React's own elements: the tags that a notice may have and nothing else. The server sanitises
 * what it keeps and what it gives; this draws nothing that slipped past it.
 */
export function NoticeHtml({ html }: { html: string }) {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  return <div className="notice-html">{childrenOf(body)}</div>;
}

function childrenOf(node: Node): ReactNode[] {
  return [...node.childNodes].map((child, place) => draw(child, place));
}

function draw(node: Node, key: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof Element)) return null;
  const tag = node.localName;
  if (tag === "br") return <br key={key} />;
  if (!isNoticeTag(tag)) return dropped.has(tag) ? null : childrenOf(node);
  return createElement(tag, { key, ...attributesOf(node) }, ...childrenOf(node));
}

/** Their content is no text for people. */
const dropped = new Set(["script", "style", "iframe", "object", "template", "noscript", "svg", "math"]);

function attributesOf(node: Element): Record<string, string> {
  if (node.localName === "a") {
    const href = node.getAttribute("href") ?? "";
    return isSafe(href) ? { href, target: "_blank", rel: "noopener noreferrer nofollow" } : {};
  }
  if (node.localName !== "td" && node.localName !== "th") return {};
  const spans = { colSpan: node.getAttribute("colspan"), rowSpan: node.getAttribute("rowspan") };
  return Object.fromEntries(
    Object.entries(spans).flatMap(([name, value]) =>
      value !== null && /^[1-9]\d?$/.test(value) ? [[name, value]] : [],
    ),
  );
}

function isSafe(href: string): boolean {
  if (/^\/(?!\/)/.test(href)) return true;
  return URL.canParse(href) && noticeLinkSchemes.some((scheme) => new URL(href).protocol === `${scheme}:`);
}

function isNoticeTag(tag: string): tag is NoticeTag {
  return noticeTags.some((known) => known === tag);
}
