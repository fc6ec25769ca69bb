import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getServiceStatus, type ServiceStatus } from '#contract/service-status.ts';
import { text } from '#web/features/service-status/text.ts';
import { answer, success } from '#web/testing/fake-api.ts';
import { openPage } from '#web/testing/render.tsx';

const at = '2026-11-20T10:00:00.000Z';
const well: ServiceStatus = {
  checkedAt: at,
  parts: [
    { part: 'signIn', state: 'works' },
    { part: 'readings', state: 'works' },
    { part: 'payments', state: 'works' },
    { part: 'messages', state: 'works' },
  ],
  running: null,
  planned: null,
  incidents: [],
  readAt: at,
};

test('what does not work, announced maintenance and interruptions are shown, older ones folded', async () => {
  const incident = (from: string, until: string | null) => ({
    ...({ part: 'payments', state: 'down', from, until } as const),
  });
  const service: ServiceStatus = {
    ...well,
    parts: well.parts.map(({ part, state }) => ({ part, state: part === 'payments' ? 'down' : state })),
    planned: { from: '2026-11-22T00:00:00Z', until: '2026-11-22T02:00:00Z', text: 'Оновлюємо базу.' },
    incidents: [
      incident('2026-11-20T09:50:00Z', null),
      incident('2026-11-10T08:00:00Z', '2026-11-10T09:05:00Z'),
      incident('2026-11-09T08:00:00Z', '2026-11-09T08:04:00Z'),
      incident('2026-11-08T08:00:00Z', '2026-11-08T08:04:00Z'),
    ],
  };
  answer(getServiceStatus, () => ({ ...success, service }));
  await openPage('/status');
  await screen.findByText(text.verdicts.limited);
  const parts = screen.getByRole('region', { name: text.parts });
  expect(within(parts).getByText(text.states.down).closest('li')?.textContent).toContain(
    text.partNames.payments,
  );
  screen.getByText('З 22.11.2026 02:00 до 22.11.2026 04:00 кабінет не працюватиме.');
  screen.getByText('Оновлюємо базу.');
  screen.getByText('з 20.11.2026 11:50, ще триває');
  screen.getByText('10.11.2026 10:00 – 10.11.2026 11:05, 1 год 5 хв');
  screen.getByText('Раніші перебої: 1');
});

test('while the database is unavailable it says so, and when interruptions were read last', async () => {
  const service: ServiceStatus = {
    ...well,
    parts: well.parts.map(({ part }) => ({ part, state: 'down' })),
    readAt: '2026-11-20T09:30:00.000Z',
  };
  answer(getServiceStatus, () => ({ ...success, service }));
  await openPage('/status');
  await screen.findByText(text.verdicts.down);
  screen.getByText('Станом на 20.11.2026 11:30: новіших відомостей ще немає.');
});

test('maintenance that runs says when it ends', async () => {
  const running = { from: at, until: '2026-11-20T12:00:00.000Z', text: '' };
  answer(getServiceStatus, () => ({ ...success, service: { ...well, running } }));
  await openPage('/status');
  await screen.findByText(text.verdicts.maintenance);
  screen.getByText('Кабінет запрацює 20.11.2026 14:00.');
});
