import { PassThrough } from 'node:stream';
import { liveTopics, openLiveChannel } from '#contract/live.ts';
import { mayCall } from '../admit.ts';
import { fail } from '../call-result.ts';
import { type Route, route, type Session } from '../route.ts';
import type { LiveHub } from './live-hub.ts';

/** Proxies close a connection that is silent for longer. */
const heartbeatMs = 15_000;
/** Then the browser comes again with its cursor: to another node, or with another session. */
const maxDurationMs = 15 * 60_000;
/** A browser that reads more slowly than events come is cut off, and comes again with its cursor. */
const maxWaitingBytes = 256 * 1024;

const mayFollow = (topics: readonly { readonly topic: keyof typeof liveTopics }[], session: Session) =>
  topics.every(({ topic }) => mayCall(liveTopics[topic], session));

/**
 * The live channel: server-sent events as the answer of a POST, so that the token travels as in every call. The session and
 * its roles are checked again with each heartbeat.
 */
export function liveChannelRoute(hub: LiveHub, beatMs = heartbeatMs): Route {
  return route(
    openLiveChannel,
    async ({ topics }, { session, readmit }) => {
      if (!mayFollow(topics, session)) return fail('common.forbidden');
      const stream = new PassThrough();
      // The server may end it while it is being opened, and its end is sent a little later.
      const write = (text: string) => stream.writable && stream.write(text);
      const leave = await hub.follow({
        topics: new Map(
          topics.map(({ topic, after }) => [topic, after === undefined ? undefined : BigInt(after)]),
        ),
        send({ cursor, topic, payload }) {
          if (stream.writableLength + stream.readableLength > maxWaitingBytes) stream.destroy();
          else write(`id: ${cursor}\nevent: ${topic}\ndata: ${JSON.stringify(payload)}\n\n`);
        },
        end: () => stream.end(),
      });

      async function beat(): Promise<void> {
        write(':\n\n');
        // While the database is away nobody knows: the channel stays, and has nothing to send.
        const present = await readmit().catch(() => session);
        if (present === undefined || !mayFollow(topics, present)) stream.end();
      }

      const beating = setInterval(() => void beat(), beatMs).unref();
      const ending = setTimeout(() => stream.end(), maxDurationMs).unref();
      stream.once('close', () => {
        clearInterval(beating);
        clearTimeout(ending);
        leave();
      });
      write(':\n\n');
      return { kind: 'events', stream };
    },
    { work: 'none' },
  );
}
