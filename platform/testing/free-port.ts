import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

function listensNobody(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((done) => {
    server.once('error', () => done(false));
    server.listen(port, '127.0.0.1', () => server.close(() => done(true)));
  });
}

/**
 * A port that nobody listens on at the moment, for a server that must know its address before it listens. Below those that the
 * system gives to outgoing connections: one of them could take it, with another test running beside, before the server does.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    if (await listensNobody(port)) return port;
  }
}
