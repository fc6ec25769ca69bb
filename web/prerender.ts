import { readdir, readFile, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { text } from './app/text.ts';
import { chunkClosure, type Manifest } from './manifest.ts';

interface PublicPage {
  path: string;
  file: string;
  /** The source of the page and its layout, as keys of the manifest. */
  sources: readonly string[];
}

const publicPages: readonly PublicPage[] = [
  {
    path: '/',
    file: 'index.html',
    sources: ['app/layouts/landing-layout.tsx', 'app/pages/landing.tsx'],
  },
  {
    path: '/sign-in/person',
    file: 'sign-in-person.html',
    sources: ['app/layouts/auth-layout.tsx', 'app/pages/sign-in-person.tsx'],
  },
];

const ROOT = '<div id="root"></div>';

/**
 * Writes the HTML files that the server sends: the landing (index.html), the sign-in (sign-in-person.html), both whole
 * before any script has run, and app.html with the loading screen for every other address. No inline script or style.
 */
export async function prerender({ outDir, entry }: { outDir: string; entry: string }): Promise<void> {
  const template = withEarlyScript(
    await readFile(`${outDir}/index.html`, 'utf8'),
    await findEarlyScript(outDir),
  );
  const manifest = JSON.parse(await readFile(`${outDir}/.vite/manifest.json`, 'utf8')) as Manifest;
  const { renderPage, renderLoading } = (await import(pathToFileURL(entry).href)) as PrerenderEntry;

  for (const page of publicPages) {
    const markup = await renderPage(page.path);
    const html = withPageAssets(template, manifest, page.sources)
      .replace(ROOT, () => `<div id="root" data-page="${page.path}">${markup}</div>`)
      .replace(/<title>.*?<\/title>/, () => `<title>${titleOf(markup)}</title>`);
    await writeFile(`${outDir}/${page.file}`, html);
  }
  await writeFile(
    `${outDir}/app.html`,
    template.replace(ROOT, () => `<div id="root">${renderLoading()}</div>`),
  );
}

interface PrerenderEntry {
  renderPage(path: string): Promise<string>;
  renderLoading(): string;
}

/** The styles and scripts of a page in its head, so that they are not found only after the entry has run. */
function withPageAssets(template: string, manifest: Manifest, sources: readonly string[]): string {
  const entry = chunkClosure(manifest, ['index.html']);
  const page = chunkClosure(manifest, sources);
  const styles = [...page.css].filter((file) => !entry.css.has(file));
  const scripts = [...page.js].filter((file) => !entry.js.has(file));
  const links = [
    ...styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
  ];
  return template.replace('</head>', () => `  ${links.join('\n    ')}\n  </head>`);
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
