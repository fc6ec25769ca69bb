import type { ServerResponse } from 'node:http';
import type { InputOf } from '#contract/define-call.ts';
import { type LiveTopicName, liveTopics, openLiveChannel, type SubjectTopicName } from '#contract/live.ts';
import { mayCall, mayUseCall } from '../admission/decide-admission.ts';
import { fail, failFields } from '../call-result.ts';
import { type Route, route, type Session } from '../route.ts';
import { networkOf } from '../session/network-of.ts';
import type { LiveEvent } from './live-event-store.ts';
import type { Follower, LiveHub } from './live-hub.ts';
import { createStreamRegister, type OpenStream } from './stream-register.ts';
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
  topics.every(({ topic }) => mayCall(liveTopics[topic], session) && mayUseCall(liveTopics[topic], session));

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
  readonly readmit: () => Promise<Session | undefined>;
  readonly sources: SubjectSources;
}

/** Whether the session may follow each of these subjects. */
async function mayFollowSubjects({ subjects, sources }: Asked, session: Session): Promise<boolean> {
  const allowed = subjects.map(({ topic, subject }) => sources[topic].mayFollow(session, subject));
  return (await Promise.all(allowed)).every(Boolean);
}

/** One open channel. Thousands are open at a time: it is one object, and what it has of functions is of all of them. */
class Channel implements Follower, OpenStream {
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

  cut(): void {
    this.end();
    if (this.#answer !== undefined && this.#answer.writableLength > 0) this.#answer.destroy();
  }

  beat(): void {
    this.#write(':\n\n');
  }

  readmit(): Promise<Session | undefined> {
    return this.#asked.readmit();
  }

  continueAs(session: Session | undefined): void {
    const isOld = performance.now() > this.#endsAt;
    if (session === undefined || isOld || !mayFollow(this.#asked.followed, session)) this.end();
    else void this.#checkSubjects(session);
  }

  async #checkSubjects(session: Session): Promise<void> {
    // While the database is unavailable the channel stays open, and has nothing to send.
    if (!(await mayFollowSubjects(this.#asked, session).catch(() => true))) this.end();
  }

  /** @param onClose Called when the browser or the server has ended it. */
  open(answer: ServerResponse, onClose: () => void): void {
    // The browser may have gone meanwhile.
    if (answer.destroyed) {
      this.#isOver = true;
      onClose();
      return;
    }
    answer.on('close', () => {
      this.#isOver = true;
      onClose();
    });
    answer.on('error', ignore);
    answer.write(`${this.#first}:\n\n`);
    this.#first = '';
    this.#answer = answer;
    if (this.#isOver) answer.end();
  }
}

const ignore = () => undefined;

/** After this the browser of a crowded network comes again; the calls of its pages work meanwhile. */
const crowdedSeconds = 30;

export interface LiveChannelOptions {
  readonly hub: LiveHub;
  readonly sources: SubjectSources;
  /** Pause between two checks of a session; absent: 15 s. */
  readonly beatMs?: number | undefined;
  /** Limit of requests of an address; 0: streams of an address are not limited either. */
  readonly requestsPerMinute: number;
}

/**
 * The live channel: server-sent events as the answer of a POST, so that the token travels as in every call. The session, its roles
 * and what it may follow are checked again with each heartbeat.
 */
export function liveChannelRoute({
  hub,
  sources,
  beatMs = heartbeatMs,
  requestsPerMinute,
}: LiveChannelOptions): Route {
  const register = createStreamRegister(beatMs, requestsPerMinute > 0);
  return route(
    openLiveChannel,
    async ({ topics: followed }, { session, readmit, address }) => {
      const sorted = sortTopics(followed);
      if (sorted === undefined) return failFields([{ path: 'topics', code: 'field.invalid' }]);
      if (!mayFollow(followed, session)) return fail('common.forbidden');
      const asked = { ...sorted, followed, readmit, sources };
      if (!(await mayFollowSubjects(asked, session))) return fail('common.notFound');
      const channel = new Channel(asked);
      const { sessionId } = session;
      const { identityId } = session.viewer ?? session;
      if (!register.enter(channel, { sessionId, identityId, network: networkOf(address) })) {
        const refusal = fail('common.tooManyRequests', { seconds: crowdedSeconds });
        return { ...refusal, retryAfterSeconds: crowdedSeconds };
      }
      const leave = () => {
        register.leave(channel);
        hub.leave(channel);
      };
      try {
        await hub.follow(channel);
      } catch (error) {
        leave();
        throw error;
      }
      return { kind: 'events', open: (answer) => channel.open(answer, leave) };
    },
    { work: 'none' },
  );
}
