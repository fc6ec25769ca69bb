import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { documentMonths, listDocuments } from '#contract/documents.ts';
import { getProfile } from '#contract/identity/profile.ts';
import { listSessions } from '#contract/identity/sessions.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import { calendarLinkCall, getNotifications } from '#contract/notifications.ts';
import { text as settingsText } from '#web/features/identity/settings/text.ts';
import { text as notificationsText } from '#web/features/notifications/text.ts';
import { text as reconciliationsText } from '#web/features/reconciliation-acts/text.ts';
import { text as common } from '#web/lib/text.ts';
import { text as offlineText } from '#web/offline/text.ts';
import { answer, leaveOtherCallsPending, success } from '#web/testing/fake-api.ts';
import { failed, type Part, parts, person, profile, type State } from '#web/testing/page-parts.ts';
import { openAsPerson, openPage } from '#web/testing/render.tsx';

/** The part of the page that says what failed, with its reason and its button. */
async function noticeOf(title: string): Promise<HTMLElement> {
  const [words] = await screen.findAllByText(title);
  const part = words?.closest<HTMLElement>('[role="status"]');
  if (!part) throw new Error(`"${title}" is not announced`);
  return part;
}

async function expectWords(words: readonly string[]): Promise<void> {
  for (const each of words) expect(await screen.findAllByText(each)).not.toEqual([]);
}

async function open(part: Part, reply: State, after?: Promise<void>): Promise<UserEvent> {
  part.signIn();
  leaveOtherCallsPending();
  part.prepare();
  part.answerWith(reply, after);
  return openPage(part.path);
}

test.each(parts)('$name: loading, then failed, then, loaded again, empty', async (part) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const user = await open(part, 'failure', promise);
  await expectWords(part.loading === undefined ? [] : [part.loading]);
  expect(screen.queryByText(part.failed)).toBeNull();
  resolve();
  const notice = await noticeOf(part.failed);
  expect(notice.textContent).toContain(formatMessage('common.unexpected', { reference: 'A1B2C3' }));
  const before = part.timesCalled();
  part.answerWith('empty');
  // Parts of home that come meanwhile may draw the notice again.
  await waitFor(async () => {
    if (part.timesCalled() === before)
      await user.click(within(await noticeOf(part.failed)).getByRole('button', { name: common.retry }));
    expect(part.timesCalled()).toBeGreaterThan(before);
  });
  await expectWords(part.empty);
  if (part.empty.length > 0) await waitFor(() => expect(screen.queryByText(part.failed)).toBeNull());
});

/** The first parts of each cabinet, and of the pages outside them: what follows from being offline is of `QueryPart`. */
const offlineParts = Object.values(
  Object.groupBy(parts, ({ path }) => path.split('/').slice(0, 3).join('/')),
).flatMap((ofCabinet = []) => ofCabinet.slice(0, 3));

test.each(offlineParts)('$name: offline', async (part) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await open(part, 'offline');
  const notice = await noticeOf(part.failed);
  // Only of a person something is kept on the device.
  const isPerson = part.path.startsWith(person);
  expect(notice.textContent).toContain(isPerson ? offlineText.neverSeen : formatMessage('common.network'));
  // A page outside the cabinet has no banner.
  if (!part.path.startsWith('/cabinet/')) return;
  const [banner] = screen.getAllByText(formatMessage('common.network'));
  expect(banner?.closest('[role="status"]')).not.toBe(notice);
});

describe('a part that fails alone leaves the other', () => {
  const settings = `${person}/settings`;
  const acts = `${person}/docs/reconciliations`;
  const months = { ...success, first: '2026-01', last: '2026-10' };
  const calendar = { ...success, path: null, madeAt: null };

  test.each([
    ['sessions', `${settings}/account`, settingsText.sessionsFailed, settingsText.passwordNever],
    ['notifications', `${settings}/notifications`, notificationsText.failed, notificationsText.calendarNone],
    ['months of an act', acts, reconciliationsText.monthsFailed, reconciliationsText.none],
  ])('%s', async (_, path, title, others) => {
    for (const call of [listSessions, getNotifications, documentMonths]) answer(call, failed);
    answer(getProfile, () => ({ ...success, profile }));
    answer(calendarLinkCall, () => calendar);
    answer(listDocuments, () => ({ ...success, documents: [] }));
    await openAsPerson(path);
    await noticeOf(title);
    await expectWords([others]);
  });

  test('acts', async () => {
    answer(documentMonths, () => months);
    answer(listDocuments, failed);
    await openAsPerson(acts);
    await noticeOf(reconciliationsText.actsFailed);
    await expectWords([reconciliationsText.make]);
  });
});
