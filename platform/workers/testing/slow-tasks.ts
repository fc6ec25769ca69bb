import { execFileSync } from 'node:child_process';
import { closeSync, readFileSync } from 'node:fs';

/** Uses this much processor time. */
export function burn(ms: number, bytes: unknown) {
  const startedAt = process.cpuUsage();
  for (let spent = 0; spent < ms; ) {
    const { user, system } = process.cpuUsage(startedAt);
    spent = (user + system) / 1000;
  }
  return { pid: process.pid, bytes };
}

/** Never ends, without using processor time. */
export const wait = () => new Promise(() => undefined);

/** Never ends and blocks its event loop. */
export function hang(): never {
  for (;;);
}

/** Fails outside of what is waited for. */
export function failLater(message: string): Promise<never> {
  setImmediate(() => {
    throw new Error(message);
  });
  return new Promise(() => undefined);
}

/** Ends its process as a crash of native code does. */
export function die(): void {
  process.kill(process.pid, 'SIGSEGV');
}

/** Keeps more and more on the heap, without the report of the full heap on stderr. */
export function fillHeap(): never {
  closeSync(2);
  const kept: number[][] = [];
  for (;;) kept.push(Array.from({ length: 100_000 }, (_, index) => index + kept.length));
}

export const readText = (path: string): string => readFileSync(path, 'utf8');

export const spawnShell = (): string => execFileSync('/bin/sh', ['-c', 'id'], { encoding: 'utf8' });
