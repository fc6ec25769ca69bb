import type { FastifyInstance } from 'fastify';

/** Polling interval for idle connections while a server closes. */
const LOOK_MS = 50;

/**
 * After the stop signal every response has `Connection: close`, so that clients and proxies reconnect, to another
 * server once this one no longer listens.
 */
export function announceStop(app: FastifyInstance, stopping: AbortSignal): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (stopping.aborted) reply.header('connection', 'close');
    done();
  });
}

/**
 * Closes the port, completes requests in flight, closes idle connections, and destroys the rest after the deadline,
 * so that a slow client can't block the exit. Resolves when no connection is left.
 */
export async function closeServer(app: FastifyInstance, deadlineMs: number): Promise<void> {
  const { server } = app;
  const idle = setInterval(() => server.closeIdleConnections(), LOOK_MS);
  const deadline = setTimeout(() => server.closeAllConnections(), deadlineMs);
  try {
    // Connections already in the kernel's backlog are accepted before the port closes.
    await new Promise((done) => setImmediate(done));
    await app.close();
  } finally {
    clearInterval(idle);
    clearTimeout(deadline);
  }
}
