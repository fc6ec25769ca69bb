/**
 * Builds the web into dist/web: `node web/build.ts`. The client with hashed assets, the tiny theme script that runs
 * before the first paint, and the prerendered pages.
 */
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { prerender } from './prerender.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const configFile = `${root}vite.config.ts`;
const outDir = `${root}dist/web`;
const serverDir = `${root}dist/prerender`;

process.env.NODE_ENV = 'production';

await build({ configFile, logLevel: 'warn' });

await build({
  configFile,
  logLevel: 'warn',
  build: {
    outDir,
    emptyOutDir: false,
    manifest: false,
    copyPublicDir: false,
    rolldownOptions: {
      input: `${root}web/session/early-theme.ts`,
      output: { format: 'iife', entryFileNames: 'assets/theme-[hash].js' },
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
await rm(serverDir, { recursive: true });
