import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, glob, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '#platform/testing/free-port.ts';
import { temporaryDataFolder } from '#platform/testing/temporary-data-folder.ts';
import packageFile from '../package.json' with { type: 'json' };

const root = join(import.meta.dirname, '..');
const minute = 60_000;

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svitlo-artifact-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Running {
  readonly child: ChildProcess;
  output(): string;
  readonly ended: Promise<number | null>;
}

/** A script of `bin/` as its caller runs it, by the Node of the PATH. */
function run(script: string, args: readonly string[], environment: Record<string, string> = {}): Running {
  const child = spawn('node', [script, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, HOST: '127.0.0.1', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const ended = new Promise<number | null>((done) => child.once('close', done));
  return { child, output: () => output, ended };
}

describe('npm run build', { timeout: 3 * minute }, () => {
  let artifact = '';
  beforeAll(async () => {
    artifact = join(folder, 'product');
    const { ended, output } = run(join(root, 'bin/run.mjs'), ['cli/build.ts', artifact]);
    expect(await ended, output()).toBe(0);
  }, 5 * minute);

  it('makes an artifact with what production starts and nothing of development', async () => {
    const shipped = [
      'bin/start.mjs',
      'cli/start.ts',
      'dist/web/index.html',
      'sample/household-load.csv',
      'LICENSE',
    ];
    for (const file of [...shipped, 'cli/releases.json'])
      expect(existsSync(join(artifact, file)), file).toBe(true);
    const development = [
      'vite',
      'vitest',
      'typescript',
      '@typescript',
      '@biomejs',
      'react',
      'playwright-core',
    ];
    expect(development.filter((name) => existsSync(join(artifact, 'node_modules', name)))).toEqual([]);
    expect(existsSync(join(artifact, 'web'))).toBe(false);
    const sources = '{bin,billing,cli,contract,domain,platform,portal,sample}/**';
    for await (const file of glob([`${sources}/*.test.ts`, `${sources}/testing/**`], { cwd: artifact }))
      expect.unreachable(file);
    const made = JSON.parse(await readFile(join(artifact, 'artifact.json'), 'utf8')) as Record<
      string,
      string
    >;
    expect(made).toMatchObject({
      version: packageFile.version,
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it('makes what starts in production with an empty data folder, installs and builds nothing, and stops in order', async () => {
    const [data, port] = [await temporaryDataFolder(), await freePort()];
    const { child, ended, output } = run(join(artifact, 'bin/start.mjs'), [], {
      NODE_ENV: 'production',
      CLAMD: 'off',
      PORT: String(port),
      SVITLO_DATA: data.path,
    });
    const url = `http://127.0.0.1:${port}`;
    while (child.exitCode === null && !output().includes('Svitlo is ready')) await sleep(100);
    expect(child.exitCode, output()).toBe(null);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect(output()).not.toMatch(/Installing|Building/);
    const landing = await fetch(url);
    expect(landing.status).toBe(200);
    expect(await landing.text()).toContain('Приєднуємо вас до мережі...');
    child.kill('SIGTERM');
    expect(await ended, output()).toBe(0);
    await data.remove();
  });

  it('leaves a folder alone that is no artifact', async () => {
    const other = join(folder, 'other');
    await mkdir(other);
    await writeFile(join(other, 'letter.txt'), '');
    const { ended, output } = run(join(root, 'bin/run.mjs'), ['cli/build.ts', other]);
    expect(await ended).toBe(1);
    expect(output().trim()).toBe(`${other} is not empty and no artifact.`);
    expect(existsSync(join(other, 'letter.txt'))).toBe(true);
  });

  it('leaves an artifact alone that holds data', async () => {
    await mkdir(join(artifact, '.data'));
    const { ended, output } = run(join(root, 'bin/run.mjs'), ['cli/build.ts', artifact]);
    expect(await ended).toBe(1);
    expect(output()).toContain('holds data: move it and set SVITLO_DATA');
    await rm(join(artifact, '.data'), { recursive: true });
  });
});

describe('bin/start.mjs in a checkout', { timeout: 3 * minute }, () => {
  let checkout = '';
  /** Ends before it listens: nothing answers at the database's address. */
  async function start(): Promise<string> {
    const { ended, output } = run(join(checkout, 'bin/start.mjs'), [], {
      PORT: String(await freePort()),
      DATABASE_URL: 'postgres://127.0.0.1:1/none',
    });
    expect(await ended).toBe(1);
    expect(output()).toContain('ECONNREFUSED');
    return output();
  }
  const built = () => readFile(join(checkout, 'dist/web/built.txt'), 'utf8');

  beforeAll(async () => {
    checkout = join(folder, 'checkout');
    const rooms = ['bin', 'billing', 'cli', 'contract', 'domain', 'platform', 'portal', 'sample', 'web'];
    for (const name of [...rooms, 'package.json', 'package-lock.json', 'vite.config.ts'])
      await cp(join(root, name), join(checkout, name), { recursive: true });
    await symlink(join(root, 'node_modules'), join(checkout, 'node_modules'));
    // The build itself is seen above; here it only counts.
    const count = `import { appendFile, mkdir } from 'node:fs/promises';
      await mkdir('dist/web', { recursive: true });
      await appendFile('dist/web/built.txt', 'built ');`;
    await writeFile(join(checkout, 'web/build.ts'), count);
  }, minute);

  it('builds the cabinet at the first start', async () => {
    expect(await start()).toContain('Building the cabinet…');
    expect(await built()).toBe('built ');
  });

  it('builds nothing while the sources are those of the last build', async () => {
    await writeFile(join(checkout, 'portal/changed.ts'), 'export {};');
    expect(await start()).not.toContain('Building');
    expect(await built()).toBe('built ');
  });

  it('builds again when a source of the cabinet is newer', async () => {
    await writeFile(join(checkout, 'contract/changed.ts'), 'export {};');
    expect(await start()).toContain('Building the cabinet…');
    expect(await built()).toBe('built built ');
  });
});
