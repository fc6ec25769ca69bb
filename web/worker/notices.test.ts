import { expect, test } from 'vitest';
import { openPressed, showPushed } from './notices.ts';
import type { WorkerScope } from './worker-scope.ts';

const origin = 'https://svitlo.example';

/** A browser with these pages open; notes what the worker does. */
function browser(...open: string[]) {
  const done: unknown[] = [];
  const worker = {
    location: { origin },
    registration: {
      showNotification: async (title: string, { body, data }: NotificationOptions) =>
        done.push({ title, body, data }),
    },
    clients: {
      matchAll: async () =>
        open.map((path) => ({ url: origin + path, focus: async () => done.push(`focus ${path}`) })),
      openWindow: async (path: string) => done.push(`open ${path}`),
    },
  } as unknown as WorkerScope;
  return { worker, done };
}

const path = '/cabinet/person/bills/2026-11?account=2390001111';
const shown = { title: 'Рахунок за 11.2026', body: 'До сплати 432,50 грн.' };

test('what the server sent is shown, with the page that it is about', async () => {
  const { worker, done } = browser();
  await showPushed(worker, JSON.stringify({ ...shown, path }));
  expect(done).toEqual([{ ...shown, data: path }]);
});

test.each([undefined, '', 'not JSON', '[]', '{"title":1,"body":"x"}'])(
  'what can’t be read is told in general words: %s',
  async (sent) => {
    const { worker, done } = browser();
    await showPushed(worker, sent);
    expect(done).toEqual([
      { title: 'Світло', body: 'Є новини. Відкрийте кабінет.', data: '/cabinet/person' },
    ]);
  },
);

test.each(['https://evil.example/cabinet/person', '//evil.example/', '/api/x', 'javascript:alert(1)', 7])(
  'a page of elsewhere is never opened: %s',
  async (foreign) => {
    const { worker, done } = browser();
    await showPushed(worker, JSON.stringify({ ...shown, path: foreign }));
    await openPressed(worker, foreign);
    expect(done).toEqual([{ ...shown, data: '/cabinet/person' }, 'open /cabinet/person']);
  },
);

test('a press goes to the page that shows it already, else opens one of its own', async () => {
  const already = browser('/cabinet/person', path);
  await openPressed(already.worker, path);
  expect(already.done).toEqual([`focus ${path}`]);
  const elsewhere = browser('/cabinet/person/indication');
  await openPressed(elsewhere.worker, path);
  expect(elsewhere.done).toEqual([`open ${path}`]);
});
