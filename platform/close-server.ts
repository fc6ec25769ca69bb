import type { FastifyInstance } from 'fastify';

/** How often connections that have become idle are looked for while a server closes. */
const LOOK_MS = 50;

/**
 * From the moment of the signal every answer says that its connection ends with it, so that clients and proxies come back
 * on a new one: to another server, once this one no longer listens.
 */
export function announceStop(app: FastifyInstance, stopping: AbortSignal): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (stopping.aborted) reply.header('connection', 'close');
    done();
  });
}

/**
 * Closes the port, answers what is under way, ends connections as they become idle, and destroys what is left after the
 * deadline: one slow client must not keep the process from ending. Resolves when no connection is left.
 */
export async function closeServer(app: FastifyInstance, deadlineMs: number): Promise<void> {
  const { server } = app;
  const idle = setInterval(() => server.closeIdleConnections(), LOOK_MS);
  const deadline = setTimeout(() => server.closeAllConnections(), deadlineMs);
  try {
    // What the kernel has taken already is accepted before the port closes.
    await new Promise((done) => setImmediate(done));
    await app.close();
  } finally {
    clearInterval(idle);
    clearTimeout(deadline);
  }
}
