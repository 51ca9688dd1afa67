import type { AnyCall } from "@tracewater/contract/call";
import { describeCall, tagOf } from "@tracewater/contract/open-api";
import { escapeHtml } from "./escape-html.ts";

/** The description of the API as a page: plain HTML that folds, without a script and without anybody else's server. */
export function drawOpenApiPage(calls: readonly AnyCall[], prefix: string): string {
  const groups = new Map<string, AnyCall[]>();
  for (const call of calls) groups.set(tagOf(call.path), [...(groups.get(tagOf(call.path)) ?? []), call]);
  const sections = [...groups].sort(([a], [b]) => a.localeCompare(b));
  const index = sections.map(([name]) => `<a href="#${escapeHtml(name)}">${escapeHtml(name)}</a>`).join(" ");
  const body = sections.map(([name, group]) => drawGroup(name, group, prefix)).join("");
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Tracewater API</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${style}</style></head><body><main>
<h1>Tracewater API</h1>
<p>${calls.length} calls under <code>${escapeHtml(prefix)}</code>, generated from their declarations. For programs:
<a href="${escapeHtml(prefix)}/openapi.json">openapi.json</a>. Every response is HTTP 200 with <code>{code, msg}</code>;
<code>code</code> 200 means success. Send the token as <code>Authorization: Bearer</code>.</p>
<nav aria-label="Groups">${index}</nav>${body}</main></body></html>`;
}

function drawGroup(name: string, calls: readonly AnyCall[], prefix: string): string {
  const items = calls.map((call) => drawCall(call, prefix)).join("");
  return `<section id="${escapeHtml(name)}"><h2>${escapeHtml(name)}</h2>${items}</section>`;
}

function drawCall(call: AnyCall, prefix: string): string {
  return `<details><summary><b>${call.method}</b> <code>${escapeHtml(prefix + call.path)}</code>
<span>${escapeHtml(accessOf(call))}</span></summary>${drawParts(call)}</details>`;
}

function accessOf(call: AnyCall): string {
  switch (call.access.kind) {
    case "open":
      return "public";
    case "session":
      return "any session";
    case "permission":
      return call.access.permission;
  }
}

/** What goes in and what comes out. */
function drawParts(call: AnyCall): string {
  const described = describeCall(call);
  return [
    ["Parameters", described["parameters"]],
    ["Body", described["requestBody"]],
    ["Response", described["responses"]],
  ]
    .filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0))
    .map(([name, value]) => `<h3>${name}</h3><pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre>`)
    .join("");
}

const style = `
:root{color-scheme:light dark;--line:#e6eaee;--quiet:#5b6672;--link:#0a66c8;--fill:#f5f7f9}
@media(prefers-color-scheme:dark){:root{--line:#222c37;--quiet:#a5b1bd;--link:#5cb3ff;--fill:#131a22}body{background:#0d1218;color:#e6ebf0}}
body{margin:0;font:14px/22px system-ui,"PingFang SC","Noto Sans CJK SC",sans-serif}
main{max-width:980px;margin:0 auto;padding:24px 16px}
h1{font-size:20px;margin:0 0 8px}h2{font-size:16px;margin:28px 0 8px}h3{font-size:13px;margin:12px 0 4px;color:var(--quiet)}
a{color:var(--link)}nav{display:flex;flex-wrap:wrap;gap:4px 14px}
details{border:1px solid var(--line);border-radius:6px;margin:6px 0;padding:0 12px}
summary{padding:8px 0;cursor:pointer;overflow-wrap:anywhere}summary span{color:var(--quiet);margin-left:8px}
summary b{display:inline-block;min-width:58px}
pre{margin:0 0 12px;padding:10px;border-radius:6px;background:var(--fill);overflow:auto;font:12px/18px ui-monospace,Menlo,Consolas,monospace}`;
