/**
 * Builds the web into dist/web, or into the folder that is given: `node web/build.ts [folder]`. The client with hashed
 * assets, the tiny script that runs before the first paint, the prerendered pages, the service worker that knows them
 * all, and everything compressed.
 * The new build takes the place of the old one only when it is whole.
 */
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { chunkGroups } from './chunk-groups.ts';
import { compressAssets } from './compress-assets.ts';
import { describeShell } from './offline-shell.ts';
import { prerender } from './prerender.ts';

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
    build: {
      outDir,
      emptyOutDir: true,
      rolldownOptions: { output: { codeSplitting: { groups: [...chunkGroups] } } },
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
        input: `${root}web/app/early.ts`,
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
