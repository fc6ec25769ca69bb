import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { cabinetPages, fileOf } from '#contract/pages.ts';
import {
  type LandingWords,
  landingMark,
  landingTemplate,
  landingWords,
} from '#contract/values/landing-words.template.ts';
import { text } from './app/text.ts';
import { chunkClosure, type Manifest } from './manifest.ts';

interface PublicPage {
  path: string;
  file: string;
  /** The source of the page and its layout, as keys of the manifest. */
  sources: readonly string[];
}

const landingPage: PublicPage = {
  path: '/',
  file: 'index.html',
  sources: ['app/layouts/landing-layout.tsx', 'app/pages/landing.tsx'],
};

const publicPages: readonly PublicPage[] = [
  landingPage,
  {
    path: '/sign-in/person',
    file: 'sign-in-person.html',
    sources: ['app/layouts/auth-layout.tsx', 'app/pages/sign-in-person.tsx'],
  },
];

/** The frame around the pages that have no markup before they run. */
const FRAME = 'app/layouts/cabinet-layout.tsx';

const ENTRY = 'index.html';
const ROOT = '<div id="root"></div>';
/** Where the loading screen says what its page is opened for. */
const FIRST_FACTS = 'data-first=';
const EARLY_SCRIPT = /<script src="\/assets\/early-[^>]*><\/script>/;
const CODE = /\s*(?:<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>)/g;

/**
 * Writes the HTML files that the server sends: the landing (index.html), the sign-in (sign-in-person.html), both whole
 * before any script has run, the landing once more with marks for the words that staff publish (landing.template.html), and app.html with the loading screen for every other address. A page of the cabinet has its
 * own copy of that, which names the code of the page; pages.json tells which. No inline script or style.
 */
export async function prerender({ outDir, entry }: { outDir: string; entry: string }): Promise<void> {
  const template = withEarlyScript(
    await readFile(`${outDir}/index.html`, 'utf8'),
    await findEarlyScript(outDir),
  );
  const manifest = JSON.parse(await readFile(`${outDir}/.vite/manifest.json`, 'utf8')) as Manifest;
  const { renderPage, renderLoading } = (await import(pathToFileURL(entry).href)) as PrerenderEntry;

  const write = async ({ path, file, sources }: PublicPage, words?: LandingWords) => {
    const markup = await renderPage(path, words);
    const attributes = `data-page="${path}"${words ? ` data-words="${landingMark()}"` : ''}`;
    const html = withPageAssets(template, manifest, sources)
      .replace(ROOT, () => `<div id="root" ${attributes}>${markup}</div>`)
      .replace(/<title>.*?<\/title>/, () => `<title>${titleOf(markup)}</title>`);
    await writeFile(`${outDir}/${file}`, html);
  };
  for (const page of publicPages) await write(page);
  const marks = Object.fromEntries(
    Object.keys(landingWords).map((name) => [name, landingMark(name)]),
  ) as LandingWords;
  await write({ ...landingPage, file: landingTemplate }, marks);
  const loading = (path?: string) =>
    template.replace(ROOT, () => `<div id="root">${renderLoading(path)}</div>`);
  await writeFile(`${outDir}/app.html`, loading());

  await mkdir(`${outDir}/pages`);
  const shells: Record<string, string> = {};
  for (const row of cabinetPages) {
    const { path } = row;
    const page = fileOf(row);
    const file = `pages/${page.replaceAll('/', '-')}.html`;
    const sources = [FRAME, `app/pages/${page}.tsx`];
    await writeFile(`${outDir}/${file}`, withCodeAhead(loading(path), manifest, sources));
    shells[path] = file;
  }
  await writeFile(`${outDir}/pages.json`, JSON.stringify(shells));
}

interface PrerenderEntry {
  renderPage(path: string, words?: LandingWords): Promise<string>;
  renderLoading(path?: string): string;
}

/** What a page needs beyond the entry. */
function assetsOf(manifest: Manifest, sources: readonly string[]): { styles: string[]; scripts: string[] } {
  const entry = chunkClosure(manifest, [ENTRY]);
  const page = chunkClosure(manifest, sources);
  return {
    styles: [...page.css].filter((file) => !entry.css.has(file)).map(styleLink),
    scripts: [...page.js].filter((file) => !entry.js.has(file)).map(scriptLink),
  };
}

const styleLink = (file: string) => `<link rel="stylesheet" crossorigin href="/${file}">`;
const scriptLink = (file: string) => `<link rel="modulepreload" crossorigin href="/${file}">`;

/** The styles of a page in its head, so that they are not found only after the entry has run; its code after its picture. */
function withPageAssets(template: string, manifest: Manifest, sources: readonly string[]): string {
  const { styles, scripts } = assetsOf(manifest, sources);
  return withCodeLater(
    template.replace('</head>', () => `  ${styles.join('\n    ')}\n  </head>`),
    scripts,
  );
}

/**
 * The same behind the loading screen, which is painted without the styles of the page; and code gives way to what paints
 * the loading screen. Where that says something, code waits for it.
 */
function withCodeAhead(template: string, manifest: Manifest, sources: readonly string[]): string {
  const { styles, scripts } = assetsOf(manifest, sources);
  const page = template.replace('</body>', () => `  ${styles.join('\n    ')}\n  </body>`);
  if (page.includes(FIRST_FACTS)) return withCodeLater(page, scripts);
  return page
    .replace('</head>', () => `  ${scripts.join('\n    ')}\n  </head>`)
    .replaceAll('rel="modulepreload"', 'rel="modulepreload" fetchpriority="low"');
}

/** All code as a template, which the browser leaves alone until the early script behind it begins it (`defer-scripts.ts`). */
function withCodeLater(page: string, scripts: readonly string[]): string {
  const code = [...(page.match(CODE) ?? []).map((tag) => tag.trim()), ...scripts].join('');
  return page
    .replace(CODE, '')
    .replace(EARLY_SCRIPT, (early) => `<template data-code>${code}</template>\n    ${early}`);
}

function withEarlyScript(template: string, script: string): string {
  return template.replace('</title>', () => `</title>\n    <script src="/assets/${script}"></script>`);
}

async function findEarlyScript(outDir: string): Promise<string> {
  const script = (await readdir(`${outDir}/assets`)).find((name) => /^early-.*\.js$/.test(name));
  if (!script) throw new Error('The early script was not built');
  return script;
}

/** The window title that `PageTitle` would set: its heading before the name of the product. */
function titleOf(markup: string): string {
  const heading = /<h1[^>]*>(.*?)<\/h1>/s.exec(markup)?.[1];
  if (!heading) throw new Error('A prerendered page has no heading');
  return `${heading.replace(/<[^>]+>/g, '')} — ${text.productName}`;
}
