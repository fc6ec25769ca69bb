import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Of the declared calls the browser reads paths, audiences and types: sentence and codes of refusal are the server's. */
const leaveOutWordsOfCalls: Plugin = {
  name: 'leave-out-words-of-calls',
  enforce: 'pre',
  transform(code, id) {
    if (!/\/contract\/.+\.ts$/.test(id)) return undefined;
    const words = /^ {2}(?:summary:\s*'(?:[^'\\]|\\.)*'|failures: \[[^\]]*\]),\n/gm;
    return { code: code.replace(words, ''), map: null };
  },
};

const schemasLeftOut = fileURLToPath(new URL('web/schemas-left-out.ts', import.meta.url));

/**
 * The web build: web/ → dist/web with hashed names and a manifest. Nothing is inlined (assetsInlineLimit 0, no preload
 * polyfill), so that the pages need neither inline script nor data: addresses in the content security policy.
 */
export default defineConfig({
  root: 'web',
  plugins: [leaveOutWordsOfCalls, react()],
  publicDir: 'public',
  // Only the contract's schemas use it, and only the server needs them.
  resolve: {
    alias: {
      'zod/mini': schemasLeftOut,
      './ruled-field.ts': schemasLeftOut,
      '../ruled-field.ts': schemasLeftOut,
    },
  },
  worker: {
    format: 'es',
    rolldownOptions: {
      // The cryptography asks for modules of Node where no browser comes to.
      onLog: (level, log, report) => {
        if (!/node_modules/.test(log.message)) report(level, log);
      },
    },
  },
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: { proxy: { '/api': { target: 'http://127.0.0.1:3000' } } },
});
