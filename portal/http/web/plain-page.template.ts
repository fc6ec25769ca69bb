import { createHash } from 'node:crypto';
import { tableOf } from '#domain/table-of.ts';

/** Colours and shapes of web/ui/tokens.css, without its fonts and files. */
const style = `:root{color-scheme:light;--ground:#fffdf8;--surface:#fff;--line:#e6e2d8;--text:#14213d;--quiet:#5a6478;--link:#1d4ed8;--ink:#14213d;--on-ink:#fffdf8}
@media (prefers-color-scheme:dark){:root{color-scheme:dark;--ground:#0e1526;--surface:#172036;--line:#2a3550;--text:#f3f1ea;--quiet:#a9b2c6;--link:#9db7ff;--ink:#f3f1ea;--on-ink:#14213d}}
*{box-sizing:border-box}
body{margin:0;padding:1.25rem clamp(1rem,4vw,2.5rem) 3rem;background:var(--ground);color:var(--text);font:1.0625rem/1.5 Onest,system-ui,"Segoe UI",Roboto,Arial,sans-serif;overflow-wrap:break-word}
header{max-inline-size:34rem;margin:0 auto clamp(2rem,9vh,6rem)}
main{max-inline-size:34rem;margin:0 auto;padding:clamp(1.25rem,5vw,2.5rem);background:var(--surface);border:1px solid var(--line);border-radius:20px}
h1{margin:0 0 1rem;font-size:1.5625rem;line-height:1.2;letter-spacing:-.02em;text-wrap:balance}
p{margin:0 0 1rem;max-inline-size:60ch}
p.quiet{margin:1.5rem 0 0;padding-block-start:1rem;border-block-start:1px solid var(--line);color:var(--quiet);font-size:.9375rem}
main>:last-child{margin-block-end:0}
a{color:var(--link);text-underline-offset:.2em}
a.mark{display:inline-flex;gap:.625rem;align-items:center;min-block-size:2.75rem;color:inherit;font-size:1.25rem;font-weight:600;letter-spacing:-.02em;text-decoration:none}
svg{inline-size:1.75rem;block-size:1.75rem;fill:var(--text)}
svg path{fill:var(--ground);opacity:.5}
dl{display:grid;gap:.75rem;margin:0 0 1rem}
dt{font-size:.9375rem;color:var(--quiet)}
dd{margin:0;font-weight:600;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
form{margin:1.5rem 0}
button{min-block-size:3rem;padding:.625rem 1.25rem;border:0;border-radius:12px;background:var(--ink);color:var(--on-ink);font:inherit;font-weight:600;line-height:1.25;cursor:pointer}
a:focus-visible,button:focus-visible{outline:3px solid var(--link);outline-offset:3px;border-radius:12px}
@media (max-width:30rem){button{inline-size:100%}}`;

const mark =
  '<svg viewBox="0 0 24 24" aria-hidden="true"><rect x="2" y="1.5" width="20" height="21" rx="4"/><path d="M5 4.5h6.25v7H5zM5 13h6.25v6.5H5zM12.75 13H19v6.5h-6.25zM12.75 4.5H19v7h-6.25z"/></svg>';

/** Content policy of a plain page: its own style and form only. */
export const plainPagePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`;

/** A page without JavaScript for a signed link. @param body HTML; data in it is escaped by `escapeHtml`. */
export function plainPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="uk">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<title>${title} – Світло</title>
<style>${style}</style>
</head>
<body>
<header><a class="mark" href="/">${mark}Світло</a></header>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`;
}

const entities: Readonly<Record<string, string>> = tableOf({
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
});

/** Escapes text for HTML. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? sign);
}
