import { connect, type Socket } from 'node:net';
import { openLiveChannel } from '#contract/live.ts';
import { accountOf } from '../support/seed/seed-readings.ts';
import { conversationOf, createBenchTokens } from './seed-conversations.ts';

/** What the parent asks for. */
export type FollowerCommand =
  | {
      readonly kind: 'open';
      readonly port: number;
      readonly sessionKeys: string;
      readonly now: number;
      readonly streams: number;
    }
  /** Forgets the arrivals so far. */
  | { readonly kind: 'reset' }
  | { readonly kind: 'report' }
  | { readonly kind: 'close' };

/** Of every event: index of the stream, number of the last message, moment of its arrival. */
export type Arrival = readonly [index: number, lastSeq: number, at: number];

/** Streams that are opened at the same time: a flood of all at once is another benchmark. */
const atOnce = 64;
const eventPattern = /event: conversation:\S+\ndata: (\{[^\n]*\})\n\n/g;

let sockets: Socket[] = [];
let arrivals: Arrival[] = [];
let isClosing = false;

function follow(index: number, port: number, token: string): Promise<void> {
  const subject = `${accountOf(index)}/${conversationOf(index)}`;
  const body = JSON.stringify({ token, topics: [{ topic: 'conversation', subject }] });
  return new Promise((done, failed) => {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true });
    sockets.push(socket);
    let rest = '';
    socket.setEncoding('latin1');
    socket.on('data', (part: string) => {
      const text = rest + part;
      let end = 0;
      for (const { 0: event, 1: data = '{}', index: at } of text.matchAll(eventPattern)) {
        end = at + event.length;
        arrivals.push([index, (JSON.parse(data) as { lastSeq: number }).lastSeq, Date.now()]);
        done();
      }
      rest = end === 0 && text.length < 4096 ? text : text.slice(end).slice(-4096);
    });
    socket.once('error', failed);
    socket.once('close', () => {
      if (!isClosing) process.send?.({ lost: index });
    });
    socket.write(
      `POST ${openLiveChannel.path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  });
}

async function open({
  port,
  sessionKeys,
  now,
  streams,
}: FollowerCommand & { readonly kind: 'open' }): Promise<void> {
  const tokens = createBenchTokens(sessionKeys, now as Parameters<typeof createBenchTokens>[1]);
  isClosing = false;
  let next = 0;
  async function openNext(): Promise<void> {
    while (next < streams) {
      const index = next;
      next += 1;
      await follow(index, port, tokens.ofCustomer(index));
    }
  }
  await Promise.all(Array.from({ length: atOnce }, openNext));
}

/** The browsers of a benchmark, in a process of their own: each follows its own conversation over a plain socket. */
process.on('message', async (command: FollowerCommand) => {
  if (command.kind === 'open') await open(command);
  if (command.kind === 'reset') arrivals = [];
  if (command.kind === 'close') {
    isClosing = true;
    for (const socket of sockets) socket.destroy();
    sockets = [];
  }
  process.send?.(command.kind === 'report' ? { done: 'report', arrivals } : { done: command.kind });
});
