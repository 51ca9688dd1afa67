import { expect, test } from "vitest";
import { cleanNotice, isBlankNotice } from "./notice-html.model.ts";

test.each([
  ["<script>alert(1)</script><p>a</p>", "<p>a</p>"],
  ["<p onclick=alert(1)>a</p>", "<p>a</p>"],
  ["<img src=x onerror=alert(1)>a", "a"],
  ["<svg><script>alert(1)</script></svg>a", "a"],
  ["<style>p{background:url(javascript:1)}</style>a", "a"],
  ["<p style='position:fixed'>a</p>", "<p>a</p>"],
  ["<iframe srcdoc='<script>alert(1)</script>'></iframe>a", "a"],
  ["<math><mtext><mglyph><style><img src=x onerror=alert(1)></style></mglyph></mtext></math>a", "a"],
  ["<noscript><p title='</noscript><img src=x onerror=alert(1)>'>a", "<p>a</p>"],
  ["<form action=/x><input name=a></form>a", "a"],
  ["<!-- --><p>a", "<p>a</p>"],
  ["<b>a</b> <i>b</i> <u>c</u>", "<strong>a</strong> <em>b</em> <u>c</u>"],
])("%s is kept as %s", async (html, kept) => expect(await cleanNotice(html)).toBe(kept));

test.each([
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "java\tscript:alert(1)",
  "&#106;avascript:alert(1)",
  " javascript:alert(1)",
  "\u0001javascript:alert(1)",
  "vbscript:x",
  "data:text/html,<script>alert(1)</script>",
  "//evil.example/x",
  "blob:https://a/b",
])("a link to %s leads nowhere", async (href) => {
  expect(await cleanNotice(`<a href="${href}">a</a>`)).not.toMatch(/href/);
});

test.each(["https://example.org/a?b=1", "mailto:a@example.org", "/system/notice"])(
  "a link to %s is kept, and reports its target nothing of us",
  async (href) => {
    const link = `<a href="${href}" rel="noopener noreferrer nofollow" target="_blank">a</a>`;
    expect(await cleanNotice(`<a href="${href}" target=_top onclick=x>a</a>`)).toBe(link);
  },
);

test("what is clean stays as it is, however often it is cleaned", async () => {
  const html = "<h2>A &amp; B</h2><p>1 &lt; 2</p><ul><li>x</li></ul>";
  expect(await cleanNotice(html)).toBe(html);
  const once = await cleanNotice(`<p>${"<div>".repeat(50)}a`);
  expect(await cleanNotice(once)).toBe(once);
});

test.each([
  ["<p> &nbsp;<br></p>", true],
  ["<script>a</script>", true],
  ["<p>a</p>", false],
])("%s is blank: %s", async (html, blank) => expect(await isBlankNotice(html)).toBe(blank));
