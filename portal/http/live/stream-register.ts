import type { Session } from '../route.ts';

/** Streams of a session: tabs of a browser share one. */
export const maxStreamsOfSession = 6;
/** Streams of an identity on a node, over all its sessions. */
export const maxStreamsOfIdentity = 20;
/** Streams of a network address on a node: many households share one address of a mobile network. */
export const maxStreamsOfNetwork = 1000;

/** An open stream of events. */
export interface OpenStream {
  /** Checks the caller again; undefined: the session has ended. Rejects when that is not known. */
  readmit(): Promise<Session | undefined>;
  /** Continues with the rights that the session has now, or ends; undefined: the session has ended. */
  continueAs(session: Session | undefined): void;
  /** Keeps the connection alive. */
  beat(): void;
  /** Ends the stream immediately, also when its reader reads nothing. */
  cut(): void;
}

/** Whose a stream is. */
interface StreamOwner {
  readonly sessionId: string;
  readonly identityId: string;
  /** Key of the network of the caller (`networkOf`). */
  readonly network: string;
}

export interface StreamRegister {
  /**
   * Enters a stream. The oldest one of a session or an identity that has too many is ended: a browser that lost its connection comes
   * again before the server knows. False: its network has too many, and it is not entered.
   */
  enter(stream: OpenStream, owner: StreamOwner): boolean;
  leave(stream: OpenStream): void;
}

interface SessionStreams {
  /** The oldest first. */
  readonly streams: Set<OpenStream>;
  readonly timer: NodeJS.Timeout;
}

/**
 * The open streams of this node: bounded by session, identity and network, and checked again every `beatMs`, by one check for all
 * streams of a session (decision 0165).
 * @param isNetworkLimited false: no limit by network, for load tests.
 */
export function createStreamRegister(beatMs: number, isNetworkLimited: boolean): StreamRegister {
  const owners = new Map<OpenStream, StreamOwner>();
  const bySession = new Map<string, SessionStreams>();
  const byIdentity = new Map<string, Set<OpenStream>>();
  const byNetwork = new Map<string, number>();

  async function checkSession(sessionId: string): Promise<void> {
    const streams = bySession.get(sessionId)?.streams ?? [];
    const newest = [...streams].at(-1);
    if (newest === undefined) return;
    for (const stream of streams) stream.beat();
    try {
      const session = await newest.readmit();
      for (const stream of [...streams]) stream.continueAs(session);
    } catch {
      // While the database is unavailable the streams stay open, and have nothing to send.
    }
  }

  function streamsOfSession(sessionId: string): Set<OpenStream> {
    const known = bySession.get(sessionId);
    if (known !== undefined) return known.streams;
    const timer = setInterval(() => void checkSession(sessionId), beatMs).unref();
    const streams = new Set<OpenStream>();
    bySession.set(sessionId, { streams, timer });
    return streams;
  }

  function streamsOfIdentity(identityId: string): Set<OpenStream> {
    const streams = byIdentity.get(identityId) ?? new Set<OpenStream>();
    byIdentity.set(identityId, streams);
    return streams;
  }

  function cutOldest(streams: Set<OpenStream> | undefined, max: number): void {
    const [oldest] = streams ?? [];
    if (streams === undefined || oldest === undefined || streams.size < max) return;
    leave(oldest);
    oldest.cut();
  }

  function leave(stream: OpenStream): void {
    const owner = owners.get(stream);
    if (owner === undefined) return;
    owners.delete(stream);
    const { sessionId, identityId, network } = owner;
    const ofSession = bySession.get(sessionId);
    ofSession?.streams.delete(stream);
    if (ofSession?.streams.size === 0) {
      clearInterval(ofSession.timer);
      bySession.delete(sessionId);
    }
    const ofIdentity = byIdentity.get(identityId);
    ofIdentity?.delete(stream);
    if (ofIdentity?.size === 0) byIdentity.delete(identityId);
    const ofNetwork = (byNetwork.get(network) ?? 1) - 1;
    if (ofNetwork === 0) byNetwork.delete(network);
    else byNetwork.set(network, ofNetwork);
  }

  return {
    enter(stream, owner) {
      const { sessionId, identityId, network } = owner;
      const ofNetwork = byNetwork.get(network) ?? 0;
      if (isNetworkLimited && ofNetwork >= maxStreamsOfNetwork) return false;
      cutOldest(bySession.get(sessionId)?.streams, maxStreamsOfSession);
      cutOldest(byIdentity.get(identityId), maxStreamsOfIdentity);
      owners.set(stream, owner);
      streamsOfSession(sessionId).add(stream);
      streamsOfIdentity(identityId).add(stream);
      byNetwork.set(network, (byNetwork.get(network) ?? 0) + 1);
      return true;
    },
    leave,
  };
}
