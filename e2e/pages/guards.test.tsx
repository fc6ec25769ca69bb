import { afterAll, beforeAll, expect, it } from 'vitest';
import { changeAreas } from '#web/session/session-store.ts';
import { sampleSignIns } from '../support/sample-users.ts';
import { type CabinetPages, startCabinetPages } from './cabinet-pages.tsx';

type Visitor = keyof typeof sampleSignIns;

let cabinet: CabinetPages;

beforeAll(async () => {
  cabinet = await startCabinetPages();
});
afterAll(() => cabinet.close());

it.each<[Visitor | 'nobody', readonly (readonly [string, string])[]]>([
  [
    'nobody',
    [
      ['/cabinet', '/'],
      ['/cabinet/person/indication', '/'],
      ['/cabinet/entity', '/'],
      ['/cabinet/admin', '/'],
      ['/auth', '/auth'],
      ['/admin', '/admin'],
      ['/sign-in/entity', '/sign-in/entity'],
      ['/sign-up/person', '/sign-up/person'],
    ],
  ],
  [
    'personOfOne',
    [
      ['/', '/cabinet/person'],
      ['/auth', '/cabinet/person'],
      ['/recover', '/cabinet/person'],
      ['/sign-in/person', '/cabinet/person'],
      ['/sign-up/person', '/cabinet/person'],
      ['/sign-in/entity', '/sign-in/entity'],
      ['/admin', '/admin'],
      ['/cabinet', '/cabinet/person'],
      ['/cabinet/entity', '/cabinet/person'],
      ['/cabinet/entity/indication', '/cabinet/person'],
      ['/cabinet/admin', '/cabinet/person'],
      ['/cabinet/person/indication', '/cabinet/person/indication'],
    ],
  ],
  [
    'personOfNone',
    [
      ['/cabinet/person', '/cabinet/person/add-apart'],
      ['/cabinet/person/indication', '/cabinet/person/add-apart'],
      ['/cabinet/person/settings/account', '/cabinet/person/settings/account'],
      ['/cabinet/person/tickets', '/cabinet/person/tickets'],
    ],
  ],
  [
    'personOfThree',
    [
      ['/cabinet/person/indication', '/cabinet/person'],
      ['/cabinet/person/indication?account=2390001112', '/cabinet/person?account=2390001112'],
      ['/cabinet/person/indication?account=2390001112', '/cabinet/person/indication?account=2390001112'],
      ['/cabinet/person/bills', '/cabinet/person/bills'],
    ],
  ],
  [
    'entityOfOne',
    [
      ['/cabinet/entity', '/cabinet/entity/indication'],
      ['/', '/cabinet/entity/indication'],
      ['/cabinet', '/cabinet/entity/indication'],
    ],
  ],
  [
    'entityOfTwo',
    [
      ['/cabinet/entity', '/cabinet/entity'],
      ['/cabinet/entity/indication', '/cabinet/entity'],
      ['/cabinet/entity/settings/account', '/cabinet/entity/settings/account'],
      ['/cabinet/person', '/cabinet/entity'],
      ['/cabinet/person/add-apart', '/cabinet/entity'],
      ['/cabinet/admin', '/cabinet/entity'],
      ['/', '/cabinet/entity'],
      ['/sign-in/entity', '/cabinet/entity'],
      ['/sign-up/entity', '/cabinet/entity'],
      ['/sign-in/person', '/sign-in/person'],
    ],
  ],
  [
    'owner',
    [
      ['/', '/cabinet/admin'],
      ['/auth', '/cabinet/admin'],
      ['/admin', '/cabinet/admin'],
      ['/cabinet', '/cabinet/admin'],
      ['/cabinet/person', '/cabinet/admin'],
      ['/cabinet/entity', '/cabinet/admin'],
      ['/sign-in/person', '/sign-in/person'],
      ['/sign-in/entity', '/sign-in/entity'],
    ],
  ],
])('%s is led to the pages that are theirs', async (visitor, ways) => {
  if (visitor !== 'nobody') await cabinet.signIn(sampleSignIns[visitor]);
  const ends: string[] = [];
  for (const [path] of ways) {
    await cabinet.open(path);
    ends.push(cabinet.address());
  }
  expect(ends).toEqual(ways.map(([, end]) => end));
  expect(cabinet.takeRefusals()).toEqual([]);
});

it('an administrator whose admin token is lost signs in again', async () => {
  await cabinet.signIn(sampleSignIns.owner);
  await cabinet.open('/cabinet/admin');
  changeAreas(({ admin }) => ({ admin: { ...admin, token: '' } }));
  await cabinet.open('/cabinet/admin');
  expect(cabinet.address()).toBe('/admin');
});
