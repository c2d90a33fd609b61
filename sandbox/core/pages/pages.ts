/**
 * Pages of the simulated vendors: plain HTML in Vietnamese that works without scripts, under a policy that allows none.
 * Addresses in them are relative, so that they work below any prefix.
 */
import { createHash } from "node:crypto";
import type { Reply } from "../http.ts";
import type { Vendor } from "../vendor.ts";

/** Text that has been escaped. */
export type Html = { html: string };

export function html(parts: TemplateStringsArray, ...values: (string | number | Html | readonly Html[])[]): Html {
  return { html: parts.map((part, at) => part + (at < values.length ? rendered(values[at] ?? "") : "")).join("") };
}

function rendered(value: string | number | Html | readonly Html[]): string {
  if (typeof value === "string" || typeof value === "number") return escaped(String(value));
  return "html" in value ? value.html : value.map((each) => each.html).join("");
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (each) => ENTITIES[each] ?? each);
}

const STYLE = `
:root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}
body{margin:0 auto;max-width:40rem;padding:0 1rem 2rem}
.bar{background:#7a1f00;color:#fff;font-weight:700;margin:0 -1rem 1rem;padding:.5rem 1rem;text-align:center}
dt{font-weight:600}dd{margin:0 0 .5rem;overflow-wrap:anywhere}
fieldset{border:1px solid;margin:0 0 1rem}
button,input,select,textarea{box-sizing:border-box;font:inherit;max-width:100%;min-height:2.75rem;padding:.4rem .8rem}
input[type=text],input[type=number],select,textarea{width:100%}
input[type=radio]{min-height:0}
.choices{display:grid;gap:.5rem}
.choices button{text-align:start;width:100%}
:focus-visible{outline:3px solid #0b63ce;outline-offset:2px}
.error{border-inline-start:4px solid #b00020;padding-inline-start:.75rem}
`;
const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");

type PageOptions = {
  status?: number;
  /** Where a form's answer may lead the browser beside this site: a policy judges redirects too. */
  leads_to?: readonly string[];
  headers?: Readonly<Record<string, string>>;
  /** Shown in a frame of whatever merchant, as an issuer's pages are. */
  framed?: boolean;
  /** The one script of the page, allowed by its hash. */
  script?: string;
};

export function page(
  title: string,
  body: Html,
  { status = 200, leads_to = [], headers = {}, framed = false, script }: PageOptions = {},
): Reply {
  const origins = leads_to.filter((url) => URL.canParse(url)).map((url) => ` ${new URL(url).origin}`);
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${STYLE_HASH}'`,
    `form-action 'self'${[...new Set(origins)].join("")}`,
    "base-uri 'none'",
    ...(framed ? [] : ["frame-ancestors 'none'"]), // "*" would leave out pages without an origin, as a shop's closed frame
    ...(script === undefined ? [] : [`script-src 'sha256-${createHash("sha256").update(script).digest("base64")}'`]),
  ].join("; ");
  const text = `<!doctype html>
<html lang="vi"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} – SANDBOX</title><style>${STYLE}</style></head>
<body><header class="bar">SANDBOX – trang mô phỏng, không có tiền thật</header>
<main><h1>${escaped(title)}</h1>
${body.html}
</main>${script === undefined ? "" : `<script>${script}</script>`}</body></html>
`;
  return {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy,
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "x-robots-tag": "noindex",
      ...headers,
    },
    body: text,
  };
}

export function messagePage(status: number, title: string, text: string): Reply {
  return page(title, html`<p>${text}</p>`, { status });
}

export function welcomePage(vendors: readonly Vendor[]): Reply {
  const names = vendors.map(({ title }) => html`<li>${title}</li>`);
  return page(
    "Cổng thanh toán mô phỏng",
    html`<p>Chương trình này đóng vai các nhà cung cấp thanh toán để thử cửa hàng. Mọi giao dịch đều là giả.</p>
<ul>${names}</ul>`,
  );
}

export function dong(amount: number): string {
  return `${new Intl.NumberFormat("vi-VN").format(amount)} đ`;
}

/** A header takes no letters beyond ASCII, which a merchant's URL may have. */
export function seeOther(url: string): Reply {
  return { status: 303, headers: { location: new URL(url).href }, body: "" };
}
