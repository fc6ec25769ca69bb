import { beforeEach, expect, test, vi } from 'vitest';
import { localFailure } from '#web/lib/api-failure.ts';
import { loadCompany } from './load-company.ts';

const world = vi.hoisted(() => ({
  callApi: vi.fn(),
  session: undefined as { id: string } | undefined,
  stored: new Map<string, object>(),
}));

vi.mock('#web/lib/api.ts', () => ({ callApi: world.callApi }));
vi.mock('#web/session/session-store.ts', () => ({ currentSession: () => ({ session: world.session }) }));
vi.mock('./seen-company.ts', () => ({ findCompany: async (session: string) => world.stored.get(session) }));

const seen = { organization: 'Seen' };
const failed = (status: number) => ({ ok: false, failure: localFailure('common.unexpected', status) });

beforeEach(() => {
  vi.stubGlobal('window', { location: { host: 'svitlo.example' } });
  world.session = { id: 's-1' };
  world.stored = new Map([['s-1', seen]]);
});

test('loadCompany returns the supplier of the server while it answers', async () => {
  const fresh = { organization: 'Fresh' };
  const images = ['/brand/logo.png'];
  world.callApi.mockResolvedValueOnce({ ok: true, data: { company: fresh, images } });
  expect(await loadCompany()).toEqual({ ...fresh, images });
});

test.each([0, 502, 503])(
  'loadCompany returns the stored supplier with its phones without an answer (%i)',
  async (status) => {
    world.callApi.mockResolvedValueOnce(failed(status));
    expect(await loadCompany()).toBe(seen);
  },
);

test('loadCompany returns nothing stored by another session, without a session, or after a refusal', async () => {
  world.callApi.mockResolvedValueOnce(failed(400));
  expect(await loadCompany()).toBeUndefined();
  world.callApi.mockResolvedValue(failed(0));
  world.session = { id: 's-2' };
  expect(await loadCompany()).toBeUndefined();
  world.session = undefined;
  expect(await loadCompany()).toBeUndefined();
});
