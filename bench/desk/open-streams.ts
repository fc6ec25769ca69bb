import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { Instant } from '#domain/time/instant.ts';
import type { Arrival, FollowerCommand } from './follow-streams.ts';

export interface Followers {
  /** Opens a stream for each of the first customers; resolves when each has had the present state. */
  open(streams: number): Promise<void>;
  reset(): Promise<void>;
  report(): Promise<readonly Arrival[]>;
  close(): Promise<void>;
  /** Streams that the server ended. */
  lost(): number;
  end(): void;
}

/** Starts the process of the browsers. */
export function startFollowers(server: {
  readonly url: string;
  readonly sessionKeys: string;
  readonly now: Instant;
}): Followers {
  const child = fork(join(import.meta.dirname, 'follow-streams.ts'));
  let lost = 0;
  child.on('message', (message: { lost?: number }) => {
    if (message.lost !== undefined) lost += 1;
  });
  function ask(command: FollowerCommand): Promise<{ arrivals?: readonly Arrival[] }> {
    return new Promise((done, failed) => {
      const onExit = (code: number | null) => failed(new Error(`the followers ended with ${code}`));
      const onMessage = (message: { done?: string; arrivals?: readonly Arrival[] }) => {
        if (message.done !== command.kind) return;
        child.off('message', onMessage);
        child.off('exit', onExit);
        done(message);
      };
      child.on('message', onMessage);
      child.once('exit', onExit);
      child.send(command);
    });
  }
  const { sessionKeys, now } = server;
  const port = Number(new URL(server.url).port);
  return {
    open: async (streams) => void (await ask({ kind: 'open', port, sessionKeys, now, streams })),
    reset: async () => void (await ask({ kind: 'reset' })),
    report: async () => (await ask({ kind: 'report' })).arrivals ?? [],
    close: async () => void (await ask({ kind: 'close' })),
    lost: () => lost,
    end: () => void child.kill(),
  };
}
