import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/**
 * The web build: web/ → dist/web with hashed names and a manifest. Nothing is inlined (assetsInlineLimit 0, no preload
 * polyfill), so that the pages need neither inline script nor data: addresses in the content security policy.
 */
export default defineConfig({
  root: 'web',
  plugins: [react()],
  publicDir: 'public',
  // Only the contract's schemas use it, and only the server needs them.
  resolve: { alias: { 'zod/mini': fileURLToPath(new URL('web/schemas-left-out.ts', import.meta.url)) } },
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
