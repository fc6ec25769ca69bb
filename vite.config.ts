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
