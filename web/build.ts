import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { build, type Plugin } from 'vite';
import type { Shell } from '#web/worker/shell.ts';
import { chunkGroups } from './chunk-groups.ts';
import { chunkClosure, type Manifest, type ModuleList, reachable, staffParts } from './manifest.ts';
import { prerender } from './prerender.ts';

const SMALLEST = 500;
const compressible = /\.(?:js|css|svg)$/;
const asBrotli = promisify(brotliCompress);
const asGzip = promisify(gzip);

/** Lays a .br and a .gz beside every script, style and drawing of a folder, so that the server only has to send them. */
async function compressAssets(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!compressible.test(name)) continue;
    const content = await readFile(`${folder}/${name}`);
    if (content.length < SMALLEST) continue;
    await writeFile(`${folder}/${name}.br`, await asBrotli(content));
    await writeFile(`${folder}/${name}.gz`, await asGzip(content, { level: 9 }));
  }
}

/** Code that only staff and firms use is no part of what a household's device keeps. */
const NOT_FOR_HOUSEHOLDS =
  /^app\/pages\/(?:admin|entity)\/|^app\/pages\/(?:admin|sign-in-entity|sign-up-entity)\.tsx$/;
const isNotForHouseholds = (source: string) => NOT_FOR_HOUSEHOLDS.test(source) || staffParts.includes(source);

/** Lists the modules beside the manifest: a check looks for what of staff travels to customers. */
const listModules: Plugin = {
  name: 'list-modules',
  generateBundle(_, bundle) {
    // What the bundler adds itself begins with a zero byte.
    const namesOf = (ids: readonly string[]) =>
      ids.filter((id) => !id.startsWith('\0')).map((id) => relative(root, id.split('?')[0] ?? id));
    const scripts = Object.values(bundle).filter((file) => file.type === 'chunk');
    const list: ModuleList = {
      chunks: Object.fromEntries(scripts.map(({ fileName, moduleIds }) => [fileName, namesOf(moduleIds)])),
      imports: Object.fromEntries(
        [...this.getModuleIds()].flatMap((id) => {
          const { importedIds = [], dynamicallyImportedIds = [] } = this.getModuleInfo(id) ?? {};
          return namesOf([id]).map((name) => [name, namesOf([...importedIds, ...dynamicallyImportedIds])]);
        }),
      ),
    };
    this.emitFile({ type: 'asset', fileName: '.vite/modules.json', source: JSON.stringify(list) });
  },
};

const ENTRY = 'index.html';
/** Files without a hash in their names. */
const UNHASHED = ['/app.html', '/icon.svg', '/spinner.svg', '/manifest.webmanifest', '/icons/icon-192.png'];

/**
 * What of a built cabinet a device keeps: the page that every address starts with, and all code, styles and fonts that
 * it leads to, but for the pages of staff and firms. The version follows the content.
 */
async function describeShell(outDir: string): Promise<Shell> {
  const manifest = JSON.parse(await readFile(`${outDir}/.vite/manifest.json`, 'utf8')) as Manifest;
  const { js, css, assets } = chunkClosure(manifest, reachable(manifest, ENTRY, isNotForHouseholds));
  const early = (await readdir(`${outDir}/assets`)).filter((name) => /^early-.*\.js$/.test(name));
  const hashed = [...js, ...css, ...assets, ...early.map((name) => `assets/${name}`)];
  const files = [...new Set(hashed.map((file) => `/${file}`)), ...UNHASHED].sort();
  const digest = createHash('sha256').update(files.join('\n'));
  for (const file of UNHASHED) digest.update(await readFile(outDir + file));
  return { version: digest.digest('hex').slice(0, 12), files };
}

/**
 * Builds the web into dist/web, or into the folder that is given: `node web/build.ts [folder]`. The client with hashed
 * assets, the tiny script that runs before the first paint, the prerendered pages, the service worker that knows them
 * all, and everything compressed.
 * The new build takes the place of the old one only when it is whole.
 */

const root = fileURLToPath(new URL('..', import.meta.url));
const configFile = `${root}vite.config.ts`;
const target = resolve(process.argv[2] ?? `${root}dist/web`);

// Whatever the caller runs in, what is built is for production.
process.env.NODE_ENV = 'production';

await mkdir(dirname(target), { recursive: true });
const work = await mkdtemp(`${target}-`);
const outDir = `${work}/web`;
const serverDir = `${work}/server`;

try {
  await build({
    configFile,
    logLevel: 'warn',
    plugins: [listModules],
    build: {
      outDir,
      emptyOutDir: true,
      rolldownOptions: {
        output: {
          codeSplitting: { groups: [...chunkGroups] },
          // The entry names every file, and a hash does not compress: shorter ones save 0.3 kB of the first load.
          entryFileNames: 'assets/[name]-[hash:7].js',
          chunkFileNames: 'assets/[name]-[hash:7].js',
          assetFileNames: 'assets/[name]-[hash:6][extname]',
        },
      },
    },
  });
  await build({
    configFile,
    logLevel: 'warn',
    build: {
      outDir,
      emptyOutDir: false,
      manifest: false,
      copyPublicDir: false,
      rolldownOptions: {
        input: `${root}web/app/early/early.ts`,
        output: { format: 'iife', entryFileNames: 'assets/early-[hash].js' },
      },
    },
  });
  await build({
    configFile,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      outDir: serverDir,
      emptyOutDir: true,
      manifest: false,
      copyPublicDir: false,
      ssr: `${root}web/app/prerender-entry.tsx`,
    },
  });
  await prerender({ outDir, entry: `${serverDir}/prerender-entry.js` });
  await build({
    configFile,
    logLevel: 'warn',
    define: { __SHELL__: JSON.stringify(await describeShell(outDir)) },
    build: {
      outDir,
      emptyOutDir: false,
      manifest: false,
      copyPublicDir: false,
      // At the root, under one name: its scope is the whole site, and the browser asks for it anew by this name.
      rolldownOptions: {
        input: `${root}web/service-worker.ts`,
        output: { format: 'iife', entryFileNames: 'service-worker.js' },
      },
    },
  });
  await compressAssets(`${outDir}/assets`);
  await rm(target, { recursive: true, force: true });
  await rename(outDir, target);
} finally {
  await rm(work, { recursive: true, force: true });
}
