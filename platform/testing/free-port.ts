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
 * A free port for a server that must know its address before it listens. Below the ephemeral range, from which an
 * outgoing connection of a parallel test could take it first.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    if (await listensNobody(port)) return port;
  }
}
