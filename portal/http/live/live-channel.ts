import type { ServerResponse } from 'node:http';
import type { InputOf } from '#contract/define-call.ts';
import { type LiveTopicName, liveTopics, openLiveChannel, type SubjectTopicName } from '#contract/live.ts';
import { mayCall } from '../admit.ts';
import { fail, failFields } from '../call-result.ts';
import { type Route, route, type Session } from '../route.ts';
import type { LiveEvent } from './live-event-store.ts';
import type { Follower, LiveHub } from './live-hub.ts';
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

/** The followed things of a request, and who asked. */
interface Asked {
  readonly followed: readonly Followed[];
  readonly topics: Follower['topics'];
  readonly subjects: Follower['subjects'];
  readonly session: Session;
  readonly readmit: () => Promise<Session | undefined>;
}

/** One open channel. Thousands are open at a time: it is one object, and what it has of functions is of all of them. */
class Channel implements Follower {
  readonly #asked: Asked;
  readonly #endsAt = performance.now() + maxDurationMs;
  /** Undefined until the hub knows the follower: what it sends at once waits in `#first`. */
  #answer: ServerResponse | undefined;
  #first = '';
  #isOver = false;

  constructor(asked: Asked) {
    this.#asked = asked;
  }

  get topics() {
    return this.#asked.topics;
  }

  get subjects() {
    return this.#asked.subjects;
  }

  #write(text: string): void {
    if (this.#isOver) return;
    if (this.#answer === undefined) this.#first += text;
    else this.#answer.write(text);
  }

  #send(event: string): void {
    const answer = this.#answer;
    if (answer !== undefined && answer.writableLength > maxWaitingBytes) answer.destroy();
    else this.#write(event);
  }

  send({ cursor, topic, payload }: LiveEvent): void {
    this.#send(`id: ${cursor}\nevent: ${topic}\ndata: ${JSON.stringify(payload)}\n\n`);
  }

  sendState(event: string, payload: string): void {
    this.#send(`event: ${event}\ndata: ${payload}\n\n`);
  }

  /** Also while it is being opened. */
  end(): void {
    this.#isOver = true;
    this.#answer?.end();
  }

  async #beat(): Promise<void> {
    this.#write(':\n\n');
    const { readmit, session, followed } = this.#asked;
    // While the database is away nobody knows: the channel stays, and has nothing to send.
    const present = await readmit().catch(() => session);
    const isAllowed = present !== undefined && mayFollow(followed, present);
    if (!isAllowed || performance.now() > this.#endsAt) this.end();
  }

  open(answer: ServerResponse, hub: LiveHub, beatMs: number): void {
    // The browser may have gone meanwhile.
    if (answer.destroyed) {
      this.#isOver = true;
      hub.leave(this);
      return;
    }
    const beating = setInterval(() => void this.#beat(), beatMs).unref();
    answer.on('close', () => {
      this.#isOver = true;
      clearInterval(beating);
      hub.leave(this);
    });
    answer.on('error', ignore);
    answer.write(`${this.#first}:\n\n`);
    this.#first = '';
    this.#answer = answer;
    if (this.#isOver) answer.end();
  }
}

const ignore = () => undefined;

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
      const channel = new Channel({ ...sorted, followed, session, readmit });
      await hub.follow(channel);
      return { kind: 'events', open: (answer) => channel.open(answer, hub, beatMs) };
    },
    { work: 'none' },
  );
}
