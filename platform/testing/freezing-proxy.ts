import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface FreezingProxy {
  /** The address of the database through the proxy. */
  readonly url: string;
  /** Stops forwarding on the connections that there are, without closing one; later ones are forwarded. */
  freeze(): void;
  close(): Promise<void>;
}

/** Stands before a database, as a firewall that forgets connections: both ends take them for alive, and nothing comes through. */
export async function startFreezingProxy(databaseUrl: string): Promise<FreezingProxy> {
  const to = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const frozen = new WeakSet<Socket>();
  const pipe = (from: Socket, into: Socket) => {
    sockets.add(from);
    from.on('data', (data) => {
      if (!frozen.has(from)) into.write(data);
    });
    from.on('error', () => undefined);
    from.on('close', () => {
      sockets.delete(from);
      into.destroy();
    });
  };
  const server = createServer((client) => {
    const upstream = connect(Number(to.port), to.hostname);
    pipe(client, upstream);
    pipe(upstream, client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    freeze() {
      for (const socket of sockets) frozen.add(socket);
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
