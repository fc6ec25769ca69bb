import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { OutputOf } from '#contract/define-call.ts';
import { getProfile } from '#contract/identity/profile.ts';
import { sendSecondFactorCode } from '#contract/identity/second-factor.ts';
import { listSessions } from '#contract/identity/sessions.ts';
import { signOut } from '#contract/identity/sign-in.ts';
import { startViewing } from '#contract/identity/viewings.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { text as settingsText } from '#web/features/identity/settings/text.ts';
import { StartViewing } from '#web/features/identity/viewing/start-viewing.tsx';
import { text } from '#web/features/identity/viewing/text.ts';
import { ViewingFrame } from '#web/features/identity/viewing/viewing-frame.tsx';
import { text as factorText } from '#web/lib/second-factor/factor-text.ts';
import { sessionRefused, useSessionEnd } from '#web/session/session-end.ts';
import { currentSession, startSession } from '#web/session/session-store.ts';
import { showViewing } from '#web/session/viewing/viewing-tab.ts';
import { answer, failure, leaveOtherCallsPending, payloadsOf, success } from '#web/testing/fake-api.ts';
import {
  expectAlert,
  openPage,
  press,
  signInAsAdmin,
  signInAsPerson,
  submitForm,
} from '#web/testing/render.tsx';
import { Button } from '#web/ui/button.tsx';
import { TipArea } from '#web/ui/tip-area.tsx';
import { text as appText } from './text.ts';

const customerId = '0199f000-0000-7000-8000-0000000000c1';
const facts = { viewed: 'Коваль Олена', viewer: 'Савчук Назар', reason: 'Звернення № 12 про рахунок' };
const home = '/cabinet/person/settings/account';

function viewingUntil(until: string): OutputOf<typeof startViewing> {
  const place = { address: 'вул. Садова, 1', objectName: 'Дім', greenTarif: false, placeId: 'place' };
  const account = '2390001111';
  return {
    ...success,
    user: {
      token: 'viewing token',
      type: 'person',
      expires: until,
      userId: customerId,
      phone: '+380501112233',
      email: '',
      account,
      partner: account,
    },
    accounts: [{ account, ...place }],
    viewing: { ...facts, until },
  };
}

const later = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

/** This tab, as if it had been opened for a viewing. */
function enterViewing(minutes: number): void {
  const tab = { sessionStorage, location: { replace: vi.fn() } } as unknown as Window;
  showViewing(tab, viewingUntil(later(minutes)));
  stop = startSession();
}

let stop: () => void = () => undefined;

beforeEach(() => {
  leaveOtherCallsPending();
  vi.spyOn(window, 'close').mockReturnValue(undefined);
});
afterEach(() => {
  stop();
  stop = () => undefined;
  sessionStorage.clear();
  vi.restoreAllMocks();
});

test('a tab of a viewing has a state of its own beside the session of the staff, and no owner to queue for', () => {
  signInAsAdmin();
  enterViewing(30);
  expect(currentSession().session).toMatchObject({ token: 'viewing token', type: 'person', viewing: facts });
  expect(currentSession().session?.userId).toBeUndefined();
  expect(JSON.parse(localStorage.getItem('svitlo.cabinet') ?? '{}').session.token).toBe('token');
});

test('the banner says whose cabinet it is, who looks, why and how long, and has the page below it', async () => {
  enterViewing(30);
  await openPage(home);
  const banner = await screen.findByRole('region', { name: text.banner });
  for (const words of [facts.viewed, facts.viewer, facts.reason, formatText(text.minutesLeft, { n: 29 })])
    expect(banner.textContent).toContain(words);
  await screen.findByRole('heading', { level: 1 });
});

test('what changes something is disabled with the reason, also what comes later; what reads is not', async () => {
  enterViewing(30);
  const page = (isMore: boolean) => (
    <ViewingFrame>
      <form>
        <Button type="submit">Зберегти</Button>
      </form>
      <search>
        <form>
          <Button type="submit">Знайти</Button>
        </form>
      </search>
      <form data-reads>
        <Button type="submit">Показати</Button>
      </form>
      <Button disabled={isMore}>Відкрити</Button>
      <Button>Нагадати</Button>
      {isMore && <Button kind="danger">Видалити</Button>}
    </ViewingFrame>
  );
  const { rerender } = render(page(true));
  const isDisabled = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name }).disabled;
  await waitFor(() => expect(['Зберегти', 'Видалити'].map(isDisabled)).toEqual([true, true]));
  expect(screen.getByRole('button', { name: 'Зберегти' }).title).toBe(text.disabled);
  expect(['Знайти', 'Показати', text.end].map(isDisabled)).toEqual([false, false, false]);
  rerender(page(false));
  rerender(page(true));
  await waitFor(() => expect(isDisabled('Видалити')).toBe(true));
  // A press that opened a dialog changes something at once from now on.
  screen.getByRole('button', { name: 'Нагадати' }).dataset.changes = '';
  await waitFor(() => expect(isDisabled('Нагадати')).toBe(true));
});

test('what the server refuses is told where it was asked and leads nowhere', async () => {
  enterViewing(30);
  await openPage(home);
  await screen.findByRole('region', { name: text.banner });
  act(() => sessionRefused('viewing token', 403));
  expect(useSessionEnd.getState()).toMatchObject({ isForbidden: true, stays: true });
  expect(screen.queryByText(appText.notYours)).toBeNull();
  screen.getByRole('region', { name: text.banner });
});

test('the viewing is ended on the server, and its tab is left', async () => {
  enterViewing(30);
  const leave = vi.spyOn(window.location, 'assign').mockReturnValue(undefined);
  answer(signOut, () => success);
  const user = await openPage(home);
  await press(user, text.end);
  await waitFor(() => expect(leave).toHaveBeenCalledWith('/cabinet/admin'));
  expect(payloadsOf(signOut)).toHaveLength(1);
  expect(window.close).toHaveBeenCalled();
  expect(sessionStorage.getItem('svitlo.cabinet')).toBeNull();
});

test('nothing of the cabinet is left when the time is over, or the server says so', async () => {
  enterViewing(1 / 60);
  await openPage(home);
  await screen.findByRole('heading', { name: text.over });
  expect(screen.queryByText(settingsText.sessions)).toBeNull();
});

test('a viewing that the server has ended shows nothing of the cabinet any more', async () => {
  enterViewing(30);
  answer(getProfile, () => failure('common.sessionEnded'));
  await openPage(home);
  await screen.findByRole('heading', { name: text.over });
  expect(screen.queryByRole('region', { name: text.banner })).toBeNull();
});

test('the customer reads who saw the cabinet, when and why', async () => {
  signInAsPerson();
  const startedAt = '2026-11-20T10:00:00.000Z';
  answer(listSessions, () => ({
    ...success,
    sessions: [],
    viewings: [
      { viewer: facts.viewer, reason: 'триває', startedAt: '2026-11-21T10:00:00.000Z', endedAt: null },
      { viewer: facts.viewer, reason: facts.reason, startedAt, endedAt: '2026-11-20T10:14:00.000Z' },
    ],
  }));
  await openPage(home);
  const reason = formatText(settingsText.viewingReason, { reason: facts.reason });
  const past = (await screen.findByText(reason)).closest('li');
  expect(past?.textContent).toContain(formatText(settingsText.viewedBy, { viewer: facts.viewer }));
  expect(past?.textContent).toContain('З 20.11.2026 12:00 до 20.11.2026 12:14');
  screen.getByText(formatText(settingsText.viewingLasts, { from: '21.11.2026 12:00' }));
});

/** The form of the reason. */
async function openForm() {
  const user = userEvent.setup({ delay: null });
  render(
    <>
      <StartViewing customerId={customerId} />
      <TipArea closeLabel="" />
    </>,
  );
  await press(user, text.start);
  return user;
}

test('a reason is asked before a tab is opened; a refusal closes it and is told', async () => {
  signInAsAdmin(['operator']);
  const tab = { sessionStorage, location: { replace: vi.fn() }, close: vi.fn() };
  const open = vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window);
  const user = await openForm();
  await submitForm(user, { reason: '  ' });
  await expectAlert(text.wanted);
  expect(open).not.toHaveBeenCalled();

  answer(startViewing, () => failure('common.notFound'));
  await submitForm(user, { reason: facts.reason });
  await expectAlert(formatMessage('common.notFound'));
  expect(tab.close).toHaveBeenCalled();

  answer(startViewing, () => viewingUntil(later(30)));
  await submitForm(user, { reason: ` ${facts.reason} ` });
  await waitFor(() => expect(tab.location.replace).toHaveBeenCalledWith('/cabinet/person'));
  expect(payloadsOf(startViewing).at(-1)).toMatchObject({ customerId, reason: facts.reason });
});

test('a code of the second factor is asked for in the same dialog, with what was typed; a wrong one stands at its field', async () => {
  signInAsAdmin(['operator']);
  const tab = { sessionStorage, location: { replace: vi.fn() }, close: vi.fn() };
  vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window);
  const user = await openForm();
  answer(startViewing, () => failure('identity.factorNeeded', {}, { method: 'sms' }));
  await submitForm(user, { reason: facts.reason });
  await expectAlert(formatMessage('identity.factorNeeded'));
  const code = screen.getByLabelText<HTMLInputElement>(factorText.factorCode);
  expect(code.getAttribute('aria-invalid')).toBe('true');
  answer(sendSecondFactorCode, () => ({ ...success, maskedPhone: '+380 •••', resendAfterSeconds: 60 }));
  await press(user, factorText.sendFactorCode);
  await waitFor(() => expect(payloadsOf(sendSecondFactorCode)).toHaveLength(1));

  answer(startViewing, () => failure('identity.wrongCode'));
  await submitForm(user, { factorCode: 'AB2C' });
  await expectAlert(formatMessage('identity.wrongCode'));
  answer(startViewing, () => viewingUntil(later(30)));
  await submitForm(user, { factorCode: 'CD3E' });
  await waitFor(() => expect(tab.location.replace).toHaveBeenCalledWith('/cabinet/person'));
  expect(payloadsOf(startViewing).at(-1)).toMatchObject({ reason: facts.reason, factorCode: 'CD3E' });
});

test('a browser that opens no tab is told about, and nothing begins', async () => {
  signInAsAdmin(['operator']);
  vi.spyOn(window, 'open').mockReturnValue(null);
  const user = await openForm();
  await submitForm(user, { reason: facts.reason });
  await screen.findByText(text.blocked);
  expect(payloadsOf(startViewing)).toEqual([]);
});
