import type { LivePayload, LiveTopicName } from '#contract/live.ts';
import { type Listener, listen } from '#platform/database/listen.ts';
import type { Logger } from '#platform/logger.ts';
import { singleFlight } from '#platform/single-flight.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import {
  claimRefresh,
  type LiveEvent,
  listEventsAfter,
  listNewestEvents,
  liveChannel,
  publishState,
} from './live-event-store.ts';
import { createSubjectStates, type SubjectFollower, type SubjectSources } from './subject-states.ts';

/** Reads the present state of each topic. */
type LiveSources = {
  readonly [Name in LiveTopicName]: () => Promise<LivePayload<Name>>;
};

/** A browser that follows topics. */
export interface Follower extends SubjectFollower {
  /** The cursor of the last event that it has; undefined: from the newest on. */
  readonly topics: ReadonlyMap<LiveTopicName, bigint | undefined>;
  send(event: LiveEvent): void;
  /** The node stops: it is to come again, to another. */
  end(): void;
}

export interface LiveHub {
  /** Sends what the follower has missed, then each event as it comes. Rejects when the database is away. */
  follow(follower: Follower): Promise<void>;
  leave(follower: Follower): void;
  /** Ends all followers and refuses others. */
  stop(): Promise<void>;
}

export interface LiveHubOptions {
  readonly db: PortalDatabase;
  /** Absent: other nodes' events are found by the poll alone. */
  readonly databaseUrl: string | undefined;
  readonly sources: LiveSources;
  readonly subjectSources: SubjectSources;
  readonly log: Logger;
  /** Pause between two looks at new events: the longest delay while notifications are lost. */
  readonly pollMs: number | undefined;
}

/** States are read this often, by one node for all; about as often as chunks of a closing end. */
const refreshEveryMs = 1500;
/** States of subjects are read again after so many polls, whatever was announced: a notification that was lost unnoticed delays by two seconds. */
const pollsPerSubjectRead = 2;
/** Positions of a follower without topics. */
const ofNoTopic: Map<LiveTopicName, bigint> = new Map();

/**
 * Delivers events of topics to the followers of this node. Events are rows: a notification of PostgreSQL tells each node of
 * new ones at once, and a poll finds what a lost notification did not tell. Without followers nothing is read.
 */
export function createLiveHub(options: LiveHubOptions): LiveHub {
  const { db, databaseUrl, sources, subjectSources, log, pollMs = 1000 } = options;
  const subjects = createSubjectStates(subjectSources, log);
  let polls = 0;
  const positions = new Map<Follower, Map<LiveTopicName, bigint>>();
  let timer: NodeJS.Timeout | undefined;
  let listener: Listener | undefined;
  let isStopped = false;

  async function refresh(topic: LiveTopicName): Promise<void> {
    if (!(await claimRefresh(db, topic, refreshEveryMs))) return;
    await publishState(db, topic, await sources[topic]());
  }

  const refreshAll = (topics: Iterable<LiveTopicName>) =>
    Promise.all(
      [...topics].map((topic) =>
        refresh(topic).catch((error: unknown) => log.warn({ err: error, topic }, 'a topic is not read')),
      ),
    );

  /** The cursor of each topic from which on some follower waits. */
  function lowestCursors(): Map<LiveTopicName, bigint> {
    const lowest = new Map<LiveTopicName, bigint>();
    for (const own of positions.values()) {
      for (const [topic, cursor] of own) {
        const known = lowest.get(topic);
        if (known === undefined || cursor < known) lowest.set(topic, cursor);
      }
    }
    return lowest;
  }

  async function deliver(): Promise<void> {
    const cursors = lowestCursors();
    if (cursors.size === 0) return;
    const events = await listEventsAfter(db, cursors);
    for (const event of events) {
      for (const [follower, own] of positions) {
        const position = own.get(event.topic);
        if (position === undefined || event.cursor <= position) continue;
        own.set(event.topic, event.cursor);
        follower.send(event);
      }
    }
  }

  const delivery = singleFlight(() =>
    deliver().catch((error: unknown) => log.warn({ err: error }, 'live events are not read')),
  );

  /** Beside the poll, which must not wait for a connection. */
  const listening = singleFlight(async () => {
    if (databaseUrl === undefined || listener?.isAlive()) return;
    await closeListener();
    const onNotify = (changed: string) => {
      if (changed.includes(':')) subjects.changed(changed);
      else void delivery.rerun();
    };
    const opened = await listen(databaseUrl, liveChannel, onNotify).catch((error: unknown) => {
      log.warn({ err: error }, 'notifications of live events do not arrive; they are polled');
      return undefined;
    });
    if (positions.size === 0 || isStopped) return opened?.close();
    listener = opened;
    // What was announced without a listener.
    await Promise.all([delivery.rerun(), subjects.refresh()]);
  });

  async function look(): Promise<void> {
    void listening.run();
    await refreshAll(lowestCursors().keys());
    await delivery.rerun();
    polls += 1;
    if (!listener?.isAlive() || polls % pollsPerSubjectRead === 0) await subjects.refresh();
    else await subjects.retry();
    if (positions.size === 0) await closeListener();
  }

  const polling = singleFlight(async () => {
    clearTimeout(timer);
    await look().catch((error: unknown) => log.warn({ err: error }, 'the poll of live events failed'));
    if (positions.size > 0 && !isStopped) timer = setTimeout(() => void polling.run(), pollMs).unref();
  });

  async function closeListener(): Promise<void> {
    const closing = listener;
    listener = undefined;
    await closing?.close();
  }

  return {
    async follow(follower) {
      const followed = follower.topics;
      const topics = [...followed.keys()];
      await refreshAll(topics);
      const events = topics.length === 0 ? [] : await listNewestEvents(db, topics);
      const newest = new Map(events.map((event) => [event.topic, event]));
      if (isStopped) return follower.end();
      const own = topics.length === 0 ? ofNoTopic : new Map<LiveTopicName, bigint>();
      for (const [topic, after] of followed) {
        const event = newest.get(topic);
        // A cursor beyond the newest event is of another database.
        const isKnown = after !== undefined && event !== undefined && after <= event.cursor;
        own.set(topic, isKnown ? after : (event?.cursor ?? 0n));
        if (event !== undefined && !isKnown) follower.send(event);
      }
      positions.set(follower, own);
      // A poll in progress may be the last one: it has not seen this follower.
      void polling.rerun();
      await subjects.follow(follower);
    },
    leave(follower) {
      positions.delete(follower);
      subjects.leave(follower);
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      for (const follower of positions.keys()) follower.end();
      positions.clear();
      await Promise.all([polling.current(), delivery.current(), listening.current()]);
      await closeListener();
    },
  };
}
