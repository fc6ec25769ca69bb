import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createServer } from 'vite';

const root = join(import.meta.dirname, '..');

/** `npm run dev`: restarts the server when its sources change; Vite serves the cabinet with reload on port + 1. */
async function main(): Promise<void> {
  const port = Number(process.env.PORT ?? 3000);
  const watched = ['domain', 'contract', 'billing', 'portal', 'platform', 'cli'].map(
    (room) => `--watch-path=${join(root, room)}`,
  );
  const server = spawn(
    process.execPath,
    [...watched, '--watch-preserve-output', join(root, 'cli/start.ts')],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, LOG_LEVEL: process.env.LOG_LEVEL ?? 'info' },
    },
  );
  const target = `http://127.0.0.1:${port}`;
  const web = await createServer({
    configFile: join(root, 'vite.config.ts'),
    server: {
      port: port + 1,
      // Keeps the browser's Host header, which the server compares with the origin of the page.
      proxy: { '/api': { target }, '/sandbox-bank': { target }, '/dev/outbox': { target } },
    },
  });
  await web.listen();
  console.log(`  The cabinet with reload: http://localhost:${port + 1}`);
  let ended = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (ended) return;
      ended = true;
      server.kill('SIGTERM');
      void web.close();
    });
  }
  server.once('exit', (code) => process.exit(code ?? 0));
}

await main();
