import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { expect, test } from 'vitest';
import { createHashProcess } from './hash-process.ts';

function pidOf({ pid }: { readonly pid: number | undefined }): number {
  if (pid === undefined) throw new Error('it does not run');
  return pid;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test('passwords are hashed in a process of its own that gives way to everything else', async () => {
  const hashing = createHashProcess();
  expect(hashing.pid).toBeUndefined();
  const kept = await hashing.hash('Світло: горить');
  expect(pidOf(hashing)).not.toBe(process.pid);
  expect(getPriority(pidOf(hashing))).toBe(19);
  expect(await hashing.verify(kept, 'Світло: горить')).toBe(true);
  expect(await hashing.verify(kept, 'Світло: не горить')).toBe(false);
});

test('the process gets no environment variables', async () => {
  const hashing = createHashProcess();
  await hashing.hash('Світло: горить');
  const environment = await readFile(`/proc/${pidOf(hashing)}/environ`, 'latin1');
  const names = environment.split('\0').map((line) => line.split('=')[0]);
  expect(names.filter((name) => name !== '' && !name?.startsWith('NODE_CHANNEL'))).toEqual([]);
});

test('when the process dies, the job that it had is done by a new one, and so are later ones', async () => {
  const hashing = createHashProcess();
  const kept = await hashing.hash('Світло: горить');
  const dead = pidOf(hashing);
  const answers = [1, 2, 3].map(() => hashing.verify(kept, 'Світло: горить'));
  process.kill(dead, 'SIGKILL');
  expect(await Promise.all(answers)).toEqual([true, true, true]);
  expect(pidOf(hashing)).not.toBe(dead);
  expect(await hashing.verify(kept, 'wrong')).toBe(false);
});

test('a job whose process dies twice fails, and the next one is done', async () => {
  const hashing = createHashProcess();
  const kept = await hashing.hash('Світло: горить');
  const failing = hashing.verify(kept, 'Світло: горить');
  const first = pidOf(hashing);
  process.kill(first, 'SIGKILL');
  await expect.poll(() => hashing.pid ?? first, { interval: 1, timeout: 5000 }).not.toBe(first);
  process.kill(pidOf(hashing), 'SIGKILL');
  await expect(failing).rejects.toThrow('worker process ended');
  expect(await hashing.verify(kept, 'Світло: горить')).toBe(true);
});

test('what is no hash is a fault, not a wrong password, and says nothing of the password', async () => {
  const fault = await createHashProcess()
    .verify('no hash', 'Світло: горить')
    .then(() => undefined)
    .catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(Error);
  expect(String(fault)).not.toContain('горить');
});

test('an interrupt of the terminal does not end it before the server, and the end of the server does', async () => {
  const code = `
    const { createHashProcess } = await import('${new URL('./hash-process.ts', import.meta.url).href}');
    const hashing = createHashProcess();
    await hashing.hash('password');
    process.kill(hashing.pid, 'SIGINT');
    await hashing.hash('password');
    console.log(hashing.pid);`;
  const args = ['--input-type=module', '-e', code];
  const server = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  server.stdout.on('data', (chunk) => {
    output += chunk;
  });
  const [status] = await once(server, 'close');
  expect(status).toBe(0);
  expect(Number(output)).toBeGreaterThan(0);
  await expect.poll(() => isAlive(Number(output)), { timeout: 5000 }).toBe(false);
});
