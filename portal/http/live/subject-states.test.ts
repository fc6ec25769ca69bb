import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createLogger } from '#platform/logger.ts';
import { createSubjectStates, type SubjectFollower } from './subject-states.ts';

const subject = '2390001130/one';
const event = `conversation:${subject}`;

let lastSeq = 1;
const read = vi.fn(async (subjects: readonly string[]) => new Map(subjects.map((one) => [one, { lastSeq }])));

function createStates() {
  const source = { mayFollow: async () => true, read };
  return createSubjectStates({ conversation: source }, createLogger({ level: 'silent' }));
}

function createFollower(subjects: SubjectFollower['subjects'] = [{ topic: 'conversation', subject }]) {
  const sent: unknown[] = [];
  const follower: SubjectFollower = {
    subjects,
    sendState: (_, payload) => void sent.push(JSON.parse(payload)),
  };
  return { follower, sent };
}

async function createFollowed() {
  const [states, customer] = [createStates(), createFollower()];
  await states.follow(customer.follower);
  return { states, ...customer };
}

beforeEach(() => {
  lastSeq = 1;
  read.mockClear();
});

describe('createSubjectStates', () => {
  test('sends a change after a follower without subjects has come and gone', async () => {
    const { states, sent } = await createFollowed();
    const staff = createFollower([]);
    await states.follow(staff.follower);
    states.leave(staff.follower);
    lastSeq = 2;
    states.changed(event);
    await vi.waitFor(() => expect(sent).toEqual([{ lastSeq: 1 }, { lastSeq: 2 }]));
  });

  test('sends the present state to a follower that comes after one without subjects', async () => {
    const states = createStates();
    await states.follow(createFollower([]).follower);
    const customer = createFollower();
    await states.follow(customer.follower);
    expect(customer.sent).toEqual([{ lastSeq: 1 }]);
  });

  test('sends a change that is announced while the state is read', async () => {
    const { states, sent } = await createFollowed();
    const slow = Promise.withResolvers<Map<string, { lastSeq: number }>>();
    read.mockReturnValueOnce(slow.promise);
    states.changed(event);
    lastSeq = 3;
    states.changed(event);
    slow.resolve(new Map([[subject, { lastSeq: 2 }]]));
    await vi.waitFor(() => expect(sent).toEqual([{ lastSeq: 1 }, { lastSeq: 2 }, { lastSeq: 3 }]));
  });

  test('reads a state again whose read failed', async () => {
    const { states, sent } = await createFollowed();
    read.mockRejectedValueOnce(new Error('the database is away'));
    lastSeq = 2;
    states.changed(event);
    await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(2));
    await states.retry();
    expect(sent).toEqual([{ lastSeq: 1 }, { lastSeq: 2 }]);
    await states.retry();
    expect(read).toHaveBeenCalledTimes(3);
  });

  test('reads nothing of a subject without followers', async () => {
    const { states, follower } = await createFollowed();
    states.leave(follower);
    states.changed(event);
    await states.refresh();
    expect(read).toHaveBeenCalledTimes(1);
  });

  // Copies of the list of followers took 2 s of processor time.
  test('lets 10,000 followers of one subject come and go within a second of processor time', async () => {
    const states = createStates();
    const followers = Array.from({ length: 10_000 }, () => createFollower());
    const startedAt = process.cpuUsage();
    for (const { follower } of followers) await states.follow(follower);
    for (const { follower } of followers) states.leave(follower);
    const { user, system } = process.cpuUsage(startedAt);
    expect((user + system) / 1000).toBeLessThan(1000);
    expect(followers.every(({ sent }) => sent.length === 1)).toBe(true);
  });
});
