import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Accepts the connections of browsers and leads each to one node, as a balancer does. */
export interface Balancer {
  readonly url: string;
  /** Leads later connections to another node. */
  leadTo(url: string): void;
  /** Cuts the connections that are open; later ones are led on. */
  cut(): void;
  close(): Promise<void>;
}

export async function openBalancer(first: string): Promise<Balancer> {
  let target = new URL(first);
  const open = new Set<Socket>();
  const server = createServer((incoming) => {
    open.add(incoming);
    const onward = connect(Number(target.port), target.hostname);
    incoming
      .on('error', () => onward.destroy())
      .on('close', () => {
        open.delete(incoming);
        onward.destroy();
      });
    onward.on('error', () => incoming.destroy()).on('close', () => incoming.destroy());
    incoming.pipe(onward).pipe(incoming);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${port}`,
    leadTo(url) {
      target = new URL(url);
    },
    cut,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        cut();
      }),
  };
}
