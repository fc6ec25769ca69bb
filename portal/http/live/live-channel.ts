import type { ServerResponse } from 'node:http';
import type { InputOf } from '#contract/define-call.ts';
import { type LiveTopicName, liveTopics, openLiveChannel, type SubjectTopicName } from '#contract/live.ts';
import { mayCall } from '../admit.ts';
import { fail, failFields } from '../call-result.ts';
import { type Route, route, type Session } from '../route.ts';
import type { LiveHub } from './live-hub.ts';
import type { SubjectSources } from './subject-states.ts';

/** Proxies close a connection that is silent for longer. */
const heartbeatMs = 15_000;
/** Then the browser comes again with its cursor: to another node, or with another session. */
const maxDurationMs = 15 * 60_000;
/** A browser that reads more slowly than events come is cut off, and comes again with its cursor. */
const maxWaitingBytes = 256 * 1024;

type Followed = InputOf<typeof openLiveChannel>['topics'][number];
type FollowedSubject = { readonly topic: SubjectTopicName; readonly subject: string };

const mayFollow = (topics: readonly Followed[], session: Session) =>
  topics.every(({ topic }) => mayCall(liveTopics[topic], session));

const isOfSubject = (topic: Followed['topic']): topic is SubjectTopicName => 'ofSubject' in liveTopics[topic];

/** Splits topics by what they are of; undefined: a subject lacks, or there is one too many. */
function sortTopics(followed: readonly Followed[]) {
  const topics = new Map<LiveTopicName, bigint | undefined>();
  const subjects: FollowedSubject[] = [];
  for (const { topic, subject, after } of followed) {
    if (isOfSubject(topic) !== (subject !== undefined)) return undefined;
    if (isOfSubject(topic)) subjects.push({ topic, subject: subject ?? '' });
    else topics.set(topic, after === undefined ? undefined : BigInt(after));
  }
  return { topics, subjects };
}

/**
 * The live channel: server-sent events as the answer of a POST, so that the token travels as in every call. The session and
 * its roles are checked again with each heartbeat.
 */
export function liveChannelRoute(hub: LiveHub, sources: SubjectSources, beatMs = heartbeatMs): Route {
  return route(
    openLiveChannel,
    async ({ topics: followed }, { session, readmit }) => {
      const sorted = sortTopics(followed);
      if (sorted === undefined) return failFields([{ path: 'topics', code: 'field.invalid' }]);
      if (!mayFollow(followed, session)) return fail('common.forbidden');
      const allowed = sorted.subjects.map(({ topic, subject }) => sources[topic].mayFollow(session, subject));
      if (!(await Promise.all(allowed)).every(Boolean)) return fail('common.notFound');
      /** Undefined until the hub knows the follower: what it sends at once waits in `first`. */
      let answer: ServerResponse | undefined;
      const first: string[] = [];
      let isOver = false;
      const write = (text: string) => {
        if (isOver) return;
        if (answer === undefined) first.push(text);
        else answer.write(text);
      };
      const send = (event: string) => {
        if (answer !== undefined && answer.writableLength > maxWaitingBytes) answer.destroy();
        else write(event);
      };
      // The server may end it while it is being opened.
      const end = () => {
        isOver = true;
        answer?.end();
      };
      const leave = await hub.follow({
        ...sorted,
        send: ({ cursor, topic, payload }) =>
          send(`id: ${cursor}\nevent: ${topic}\ndata: ${JSON.stringify(payload)}\n\n`),
        sendState: (event, payload) => send(`event: ${event}\ndata: ${payload}\n\n`),
        end,
      });

      const endsAt = performance.now() + maxDurationMs;
      async function beat(): Promise<void> {
        write(':\n\n');
        // While the database is away nobody knows: the channel stays, and has nothing to send.
        const present = await readmit().catch(() => session);
        const isAllowed = present !== undefined && mayFollow(followed, present);
        if (!isAllowed || performance.now() > endsAt) end();
      }

      return {
        kind: 'events',
        open(opened) {
          const beating = setInterval(() => void beat(), beatMs).unref();
          const close = () => {
            isOver = true;
            clearInterval(beating);
            leave();
          };
          // The browser may have gone meanwhile.
          if (opened.destroyed) return close();
          opened.once('close', close);
          opened.on('error', () => undefined);
          opened.write(`${first.splice(0).join('')}:\n\n`);
          answer = opened;
          if (isOver) opened.end();
        },
      };
    },
    { work: 'none' },
  );
}
