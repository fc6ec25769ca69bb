import { readdirSync } from 'node:fs';
import { setPriority } from 'node:os';

/**
 * Lowers the priority of this process, so that the server beside it comes first. Linux sets that of one thread: those that run already, of which
 * the loading of modules has made some, are set one by one; later ones inherit it.
 * @param niceness From 0, usual, to 19, the lowest.
 */
export function lowerPriority(niceness: number): void {
  setPriority(niceness);
  if (process.platform !== 'linux') return;
  for (const thread of readdirSync('/proc/self/task')) {
    try {
      setPriority(Number(thread), niceness);
    } catch {
      // It has ended meanwhile.
    }
  }
}
