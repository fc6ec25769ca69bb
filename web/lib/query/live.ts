import { useEffect, useState } from 'react';
import {
  type LivePayload,
  type LiveTopicName,
  liveTopics,
  openLiveChannel,
  type SubjectTopicName,
} from '#contract/live.ts';
import { openEvents, tokenOfSession } from '../api.ts';
import { deviceNow } from '../clock.ts';

/** An event of a stream of server-sent events. */
export interface ServerEvent {
  readonly id: string;
  readonly name: string;
  readonly data: string;
}

/**
 * Parses server-sent events that come in parts cut anywhere: an empty line ends an event, a line that begins with ':' is a comment.
 * Returns what takes the next part. Source: HTML standard, section 9.2.6.
 */
export function createEventParser(onEvent: (event: ServerEvent) => void): (part: string) => void {
  let rest = '';
  let fields: Record<string, string> = {};
  return (part) => {
    const lines = (rest + part).split(/\r?\n/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line === '') {
        const { id = '', event = 'message', data } = fields;
        fields = {};
        if (data !== undefined) onEvent({ id, name: event, data });
        continue;
      }
      const colon = line.indexOf(':');
      if (colon === 0) continue;
      const name = colon < 0 ? line : line.slice(0, colon);
      const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
      fields[name] = name === 'data' && fields.data !== undefined ? `${fields.data}\n${value}` : value;
    }
  };
}

/** What is followed, as events are named: `<topic>`, or `<topic>:<subject>`. */
type Followed = LiveTopicName | `${SubjectTopicName}:${string}`;

/** An event as tabs hand it to each other. */
interface TopicEvent {
  readonly topic: Followed;
  /** '' of a subject: its present state comes with each connection. */
  readonly cursor: string;
  readonly payload: unknown;
}

const firstPauseMs = 1000;
/** A page that is looked at shows what is new within seconds; one that is hidden connects when it is shown again. */
const maxShortPauseMs = 2000;
/** So many failures in a row are an outage of the server, which many pages must not prolong: about 20 s. */
const failuresOfOutage = 12;
const maxPauseMs = 30_000;
/** The server says something every 15 s: a connection that is silent for longer is dead. */
const silenceMs = 45_000;
/** When the page returns, a connection that was silent for longer is replaced: a browser ends those of hidden pages without an error. */
const trustedMs = 5000;

const listeners = new Map<Followed, Set<(payload: unknown) => void>>();
const newest = new Map<Followed, TopicEvent>();
let running: { readonly abort: AbortController; readonly key: string } | undefined;

function receive(event: TopicEvent): void {
  newest.set(event.topic, event);
  for (const listener of listeners.get(event.topic) ?? []) listener(event.payload);
}

function toTopicEvent({ id, name, data }: ServerEvent): TopicEvent | undefined {
  const [topic = ''] = name.split(':');
  if (!Object.hasOwn(liveTopics, topic)) return undefined;
  return { topic: name as Followed, cursor: id, payload: JSON.parse(data) as unknown };
}

/** Calls back when the page is shown again or has a network again, until the signal aborts. */
function onReturn(react: () => void, signal: AbortSignal): void {
  const reactIfShown = () => {
    if (!document.hidden) react();
  };
  document.addEventListener('visibilitychange', reactIfShown, { signal });
  window.addEventListener('pageshow', reactIfShown, { signal });
  window.addEventListener('online', reactIfShown, { signal });
}

/** Resolves after the pause, or immediately when the page returns or the signal aborts: timers of hidden pages are late. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  const over = new AbortController();
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    onReturn(end, over.signal);
    signal.addEventListener('abort', end, { signal: over.signal });
  });
  over.abort();
}

/** Half of the backoff and a random part of the other half: browsers that a restart cut off do not all come back together. */
export function backoffMs(failures: number, random: number, isHidden: boolean): number {
  const isShort = !isHidden && failures < failuresOfOutage;
  const whole = Math.min(firstPauseMs * 2 ** failures, isShort ? maxShortPauseMs : maxPauseMs);
  return Math.round(whole / 2 + (whole / 2) * random);
}

function randomShare(): number {
  return (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32;
}

function online(signal: AbortSignal): Promise<void> {
  if (navigator.onLine) return Promise.resolve();
  return new Promise((resolve) => {
    window.addEventListener('online', () => resolve(), { once: true, signal });
    signal.addEventListener('abort', () => resolve());
  });
}

/**
 * One connection until it ends. Returns whether anything came; 'refused': asking again makes no sense; 'replaced': the page
 * has returned and connects again without a pause.
 */
async function readOnce(
  topics: readonly Followed[],
  signal: AbortSignal,
  publish: (event: TopicEvent) => void,
): Promise<boolean | 'refused' | 'replaced'> {
  const silent = new AbortController();
  const connection = AbortSignal.any([signal, silent.signal]);
  let watch = setTimeout(() => silent.abort(), silenceMs);
  let isHeard = false;
  let isReplaced = false;
  let heardAt = deviceNow();
  const over = new AbortController();
  onReturn(() => {
    if (deviceNow() - heardAt < trustedMs) return;
    isReplaced = true;
    silent.abort();
  }, over.signal);
  try {
    const wanted = topics.map((followed) => {
      const [topic, subject] = followed.split(':') as [LiveTopicName | SubjectTopicName, string | undefined];
      return { topic, subject, after: newest.get(followed)?.cursor || undefined };
    });
    const opened = await openEvents(openLiveChannel, { topics: wanted }, connection);
    if ('failure' in opened) {
      const { httpStatus = 0 } = opened.failure;
      return httpStatus >= 400 && httpStatus < 500 && httpStatus !== 429 ? 'refused' : false;
    }
    const parse = createEventParser((event) => {
      const known = toTopicEvent(event);
      if (known) publish(known);
    });
    const reader = opened.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      isHeard = true;
      heardAt = deviceNow();
      clearTimeout(watch);
      watch = setTimeout(() => silent.abort(), silenceMs);
      parse(part.value);
    }
  } catch {
    // Broken off: the next one continues after the cursor.
  } finally {
    clearTimeout(watch);
    over.abort();
  }
  return isReplaced ? 'replaced' : isHeard;
}

async function keepConnected(
  topics: readonly Followed[],
  signal: AbortSignal,
  publish: (event: TopicEvent) => void,
): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    await online(signal);
    const result = await readOnce(topics, signal, publish);
    if (result === 'refused') return;
    failures = result ? 0 : failures + 1;
    if (result !== 'replaced') await pause(backoffMs(failures, randomShare(), document.hidden), signal);
  }
}

/**
 * Follows these topics with one connection for all tabs of this session: the tab that holds the lock reads and hands each
 * event to the others. A tab that is shown takes the lock: the timers and connections of a hidden one may be suspended.
 * A browser without locks reads in each tab.
 */
function connect(topics: readonly Followed[], key: string, signal: AbortSignal): void {
  // Absent in older browsers, and without TLS.
  if (!navigator.locks || !('BroadcastChannel' in window)) {
    void keepConnected(topics, signal, receive);
    return;
  }
  const name = `svitlo-live ${key}`;
  const tabs = new BroadcastChannel(name);
  let attempt = new AbortController();
  let isReading = false;
  tabs.addEventListener('message', ({ data }: MessageEvent<TopicEvent | 'newest?'>) => {
    if (data !== 'newest?') receive(data);
    else if (isReading) for (const event of newest.values()) tabs.postMessage(event);
  });
  tabs.postMessage('newest?');
  const request = async (isTaken: boolean) => {
    attempt.abort();
    const own = new AbortController();
    attempt = own;
    const read = () => {
      isReading = true;
      return keepConnected(topics, own.signal, (event) => {
        receive(event);
        if (!own.signal.aborted) tabs.postMessage(event);
      });
    };
    await navigator.locks
      .request(name, isTaken ? { steal: true } : { signal: own.signal }, read)
      .catch(() => {
        // Aborted: the topics are left, or the lock is requested in another way. Else another tab has taken it.
        if (own.signal.aborted) return;
        isReading = false;
        void request(false);
      });
  };
  signal.addEventListener('abort', () => {
    attempt.abort();
    tabs.close();
  });
  onReturn(() => {
    if (!isReading) void request(true);
  }, signal);
  void request(!document.hidden);
}

/** Connects anew when the topics or the session changed; disconnects when nobody listens. */
function reconnect(): void {
  const topics = [...listeners.keys()].filter((topic) => listeners.get(topic)?.size).sort();
  const token = tokenOfSession();
  const key = topics.length === 0 || token === undefined ? undefined : `${topics.join(' ')} ${token}`;
  if (key === running?.key) return;
  running?.abort.abort();
  running = undefined;
  // What one session has seen is not for the next.
  newest.clear();
  if (key === undefined) return;
  running = { abort: new AbortController(), key };
  connect(topics, key, running.abort.signal);
}

/** Follows a topic; the listener gets each of its states. Returns how to stop. */
function followTopic(topic: Followed, listener: (payload: unknown) => void): () => void {
  const own = listeners.get(topic) ?? new Set();
  listeners.set(topic, own);
  own.add(listener);
  reconnect();
  const known = newest.get(topic);
  if (known) listener(known.payload);
  return () => {
    own.delete(listener);
    reconnect();
  };
}

/** The newest state of a topic; undefined until one came. While the connection is away the last state stays. */
export function useLiveTopic<Name extends LiveTopicName>(topic: Name): LivePayload<Name> | undefined {
  return useFollowed(topic) as LivePayload<Name> | undefined;
}

/** The newest state of one subject of a topic, as `useLiveTopic`; without a subject nothing is followed. */
export function useLiveSubject<Name extends SubjectTopicName>(
  topic: Name,
  subject: string | undefined,
): LivePayload<Name> | undefined {
  return useFollowed(subject === undefined ? undefined : `${topic}:${subject}`) as
    | LivePayload<Name>
    | undefined;
}

/** Whether a moment of a live state is a new one of the last so many milliseconds, counted from its arrival; null is none. */
export function useRecent(moment: string | null, forMs: number): boolean {
  const [over, setOver] = useState<string | null>(null);
  useEffect(() => {
    if (moment === null) return;
    const timer = setTimeout(() => setOver(moment), forMs);
    return () => clearTimeout(timer);
  }, [moment, forMs]);
  return moment !== null && moment !== over;
}

function useFollowed(topic: Followed | undefined): unknown {
  const [seen, setSeen] = useState<{ readonly topic: Followed; readonly payload: unknown }>();
  useEffect(
    () => (topic === undefined ? undefined : followTopic(topic, (payload) => setSeen({ topic, payload }))),
    [topic],
  );
  return seen !== undefined && seen.topic === topic ? seen.payload : undefined;
}
