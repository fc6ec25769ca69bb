import { hash } from 'node:crypto';
import type { SubjectTopicName } from '#contract/live.ts';
import type { Logger } from '#platform/logger.ts';
import { singleFlight } from '#platform/single-flight.ts';
import type { Session } from '../route.ts';

/** A topic whose followers name what they follow. */
export interface SubjectSource {
  /** Whether the session may follow this one; asked again while it is followed. */
  mayFollow(session: Session, subject: string): Promise<boolean>;
  /** The present state of each, by one statement; one that is not there lacks. */
  read(subjects: readonly string[]): Promise<ReadonlyMap<string, object>>;
}

export type SubjectSources = { readonly [Name in SubjectTopicName]: SubjectSource };

export interface SubjectFollower {
  readonly subjects: readonly { readonly topic: SubjectTopicName; readonly subject: string }[];
  /** The state of a subject as JSON; the event is `<topic>:<subject>`. */
  sendState(event: string, payload: string): void;
}

/** The followers of one subject. Each has its last state, but those that came after it was read. */
interface Followed {
  /** Digest of the last state that was sent, which is shorter than the state; '': none. */
  digest: string;
  readonly followers: Set<SubjectFollower>;
  /** Those of the followers that have no state yet. */
  newcomers: Set<SubjectFollower>;
}

export interface SubjectStates {
  /** Sends the present state of each of its subjects, then each other one. */
  follow(follower: SubjectFollower): Promise<void>;
  leave(follower: SubjectFollower): void;
  /** Reads one again of which another node or call says that it changed, when it is followed here. */
  changed(event: string): void;
  /** Reads those again whose last read failed. */
  retry(): Promise<void>;
  /** Reads all that are followed again. */
  refresh(): Promise<void>;
}

/**
 * States of single things, such as a conversation, for the followers of this node. The present state alone is enough for who
 * was away. Reads come one after another, so that no state is followed by an older one; those that changed meanwhile are
 * read by one statement.
 */
export function createSubjectStates(sources: SubjectSources, log: Logger): SubjectStates {
  /** By the name of the event. */
  const followed = new Map<string, Followed>();
  const changedOnes = new Set<string>();

  async function readTopic(topic: SubjectTopicName, events: readonly string[]): Promise<void> {
    const states = await sources[topic].read(events.map(subjectOf));
    for (const event of events) {
      const state = states.get(subjectOf(event));
      if (state === undefined) continue;
      const payload = JSON.stringify(state);
      const digest = hash('sha1', payload, 'base64');
      const known = followed.get(event);
      if (known === undefined) continue;
      const receivers = known.digest === digest ? known.newcomers : known.followers;
      known.digest = digest;
      known.newcomers = new Set();
      for (const follower of receivers) follower.sendState(event, payload);
    }
  }

  const reading = singleFlight(async () => {
    const byTopic = Map.groupBy(changedOnes, topicOf);
    changedOnes.clear();
    for (const [topic, events] of byTopic) {
      await readTopic(topic, events).catch((error: unknown) => {
        log.warn({ err: error, topic }, 'states of a topic are not read');
        for (const event of events) if (followed.has(event)) changedOnes.add(event);
      });
    }
  });

  return {
    follow(follower) {
      for (const event of follower.subjects.map(eventOf)) {
        const known = followed.get(event) ?? { digest: '', followers: new Set(), newcomers: new Set() };
        known.followers.add(follower);
        known.newcomers.add(follower);
        followed.set(event, known);
        changedOnes.add(event);
      }
      return reading.rerun();
    },
    leave(follower) {
      for (const event of follower.subjects.map(eventOf)) {
        const known = followed.get(event);
        known?.followers.delete(follower);
        known?.newcomers.delete(follower);
        if (known?.followers.size === 0) followed.delete(event);
      }
    },
    changed(event) {
      if (!followed.has(event)) return;
      changedOnes.add(event);
      void reading.rerun();
    },
    retry: reading.rerun,
    refresh() {
      for (const event of followed.keys()) changedOnes.add(event);
      return reading.rerun();
    },
  };
}

const eventOf = ({ topic, subject }: SubjectFollower['subjects'][number]) => `${topic}:${subject}`;
const subjectOf = (event: string) => event.slice(event.indexOf(':') + 1);
const topicOf = (event: string) => event.slice(0, event.indexOf(':')) as SubjectTopicName;
