import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { chunkClosure, type Manifest } from './manifest.ts';
import type { Shell } from './worker/shell.ts';

/** Code that only staff and firms use is no part of what a household's device keeps. */
const NOT_FOR_HOUSEHOLDS =
  /^app\/pages\/(?:admin|entity)\/|^app\/pages\/(?:admin|sign-in-entity|sign-up-entity)\.tsx$/;

const ENTRY = 'index.html';
/** Files without a hash in their names. */
const UNHASHED = ['/app.html', '/icon.svg', '/spinner.svg', '/manifest.webmanifest', '/icons/icon-192.png'];

/**
 * What of a built cabinet a device keeps: the page that every address starts with, and all code, styles and fonts that
 * it leads to, but for the pages of staff and firms. The version follows the content.
 */
export async function describeShell(outDir: string): Promise<Shell> {
  const manifest = JSON.parse(await readFile(`${outDir}/.vite/manifest.json`, 'utf8')) as Manifest;
  const { js, css, assets } = chunkClosure(manifest, reachable(manifest));
  const early = (await readdir(`${outDir}/assets`)).filter((name) => /^early-.*\.js$/.test(name));
  const hashed = [...js, ...css, ...assets, ...early.map((name) => `assets/${name}`)];
  const files = [...new Set(hashed.map((file) => `/${file}`)), ...UNHASHED].sort();
  const digest = createHash('sha256').update(files.join('\n'));
  for (const file of UNHASHED) digest.update(await readFile(outDir + file));
  return { version: digest.digest('hex').slice(0, 12), files };
}

/** The sources that a household can come to from the entry. */
function reachable(manifest: Manifest): string[] {
  const seen = new Set<string>();
  const visit = (key: string) => {
    if (seen.has(key) || NOT_FOR_HOUSEHOLDS.test(key)) return;
    seen.add(key);
    const { imports = [], dynamicImports = [] } = manifest[key] ?? {};
    for (const next of [...imports, ...dynamicImports]) visit(next);
  };
  visit(ENTRY);
  return [...seen];
}
