import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Session } from '../route.ts';
import {
  createStreamRegister,
  maxStreamsOfIdentity,
  maxStreamsOfNetwork,
  maxStreamsOfSession,
  type OpenStream,
} from './stream-register.ts';

const beatMs = 15_000;
const session = { sessionId: 's' } as Session;
const readmit = vi.fn(async (): Promise<Session | undefined> => session);

beforeEach(() => {
  vi.useFakeTimers();
  readmit.mockReset().mockResolvedValue(session);
});
afterEach(() => void vi.useRealTimers());

function createStream() {
  const stream = {
    readmit,
    continueAs: vi.fn<OpenStream['continueAs']>(),
    beat: vi.fn<() => void>(),
    cut: vi.fn<() => void>(),
  };
  return stream satisfies OpenStream;
}

const owner = (name: string, network = '192.0.2.1') => ({
  sessionId: name,
  identityId: `of ${name}`,
  network,
});

describe('createStreamRegister', () => {
  test('ends the oldest stream of a session when the seventh comes', () => {
    const register = createStreamRegister(beatMs, true);
    const streams = Array.from({ length: maxStreamsOfSession + 1 }, createStream);
    for (const stream of streams) expect(register.enter(stream, owner('one'))).toBe(true);
    expect(streams.map(({ cut }) => cut.mock.calls.length)).toEqual([1, 0, 0, 0, 0, 0, 0]);
    const other = createStream();
    register.enter(other, owner('two'));
    expect(other.cut).not.toHaveBeenCalled();
  });

  test('ends the oldest stream of an identity when it has more than twenty over its sessions', () => {
    const register = createStreamRegister(beatMs, true);
    const streams = Array.from({ length: maxStreamsOfIdentity + 2 }, createStream);
    for (const [index, stream] of streams.entries())
      register.enter(stream, { ...owner(`session ${index}`), identityId: 'one' });
    expect(streams.filter(({ cut }) => cut.mock.calls.length > 0)).toEqual(streams.slice(0, 2));
  });

  test('refuses a stream of a network that has too many, until one of them leaves', () => {
    const register = createStreamRegister(beatMs, true);
    const streams = Array.from({ length: maxStreamsOfNetwork }, createStream);
    for (const [index, stream] of streams.entries())
      expect(register.enter(stream, owner(`session ${index}`))).toBe(true);
    expect(register.enter(createStream(), owner('another'))).toBe(false);
    expect(register.enter(createStream(), owner('elsewhere', '192.0.2.2'))).toBe(true);
    register.leave(streams[0] as OpenStream);
    expect(register.enter(createStream(), owner('another'))).toBe(true);
  });

  test('does not limit networks without a limit of requests', () => {
    const register = createStreamRegister(beatMs, false);
    for (let index = 0; index <= maxStreamsOfNetwork; index += 1)
      expect(register.enter(createStream(), owner(`session ${index}`))).toBe(true);
  });

  test('checks a session once for all its streams, each beat', async () => {
    const register = createStreamRegister(beatMs, true);
    const streams = [createStream(), createStream(), createStream()];
    for (const stream of streams) register.enter(stream, owner('one'));
    await vi.advanceTimersByTimeAsync(2 * beatMs);
    expect(readmit).toHaveBeenCalledTimes(2);
    for (const { beat, continueAs } of streams) {
      expect(beat).toHaveBeenCalledTimes(2);
      expect(continueAs.mock.calls).toEqual([[session], [session]]);
    }
    readmit.mockResolvedValue(undefined);
    await vi.advanceTimersByTimeAsync(beatMs);
    for (const { continueAs } of streams) expect(continueAs).toHaveBeenLastCalledWith(undefined);
  });

  test('keeps the streams when the check fails, and checks nothing when all have left', async () => {
    const register = createStreamRegister(beatMs, true);
    const stream = createStream();
    register.enter(stream, owner('one'));
    readmit.mockRejectedValue(new Error('the database is away'));
    await vi.advanceTimersByTimeAsync(beatMs);
    expect(stream.continueAs).not.toHaveBeenCalled();
    register.leave(stream);
    await vi.advanceTimersByTimeAsync(5 * beatMs);
    expect(readmit).toHaveBeenCalledTimes(1);
  });
});
