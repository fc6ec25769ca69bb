import { fireEvent } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { allCalls } from '#contract/all-calls.ts';
import type { OutputOf } from '#contract/define-call.ts';
import { startViewing } from '#contract/identity/viewings.ts';
import { cabinetPages } from '#contract/pages.ts';
import { usualPart } from '#platform/testing/usual-part.ts';
import { requiredUse } from '#portal/http/admission/decide-admission.ts';
import { changeAreas, currentSession, startSession } from '#web/session/session-store.ts';
import { showViewing } from '#web/session/viewing/viewing-tab.ts';
import { sampleSignIns } from '../support/sample-users.ts';
import { signInRequest } from '../support/sign-in-by-call.ts';
import { type CabinetPages, startCabinetPages } from './cabinet-pages.tsx';

/** So many of the links of one kind are followed, and of the rows, charts and folds of one kind pressed. */
const maxOfKind = 2;
const reason = 'Клієнт питає, чому сума завелика';

let cabinet: CabinetPages;
let stop: () => void = () => undefined;

beforeAll(async () => {
  cabinet = await startCabinetPages();
});
afterAll(() => cabinet.close());
afterEach(() => {
  stop();
  sessionStorage.clear();
});

async function signInByCall(signIn: Parameters<typeof signInRequest>[0]) {
  const { path, payload, login, password } = signInRequest(signIn);
  const authorization = `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`;
  const { body } = await cabinet.server.post(path, payload, { authorization });
  return Object(body).user as { readonly token: string; readonly userId: string };
}

/** This tab as one in which the staff sees the cabinet of a customer. */
async function enterViewing(signIn: Parameters<typeof signInRequest>[0]): Promise<void> {
  const { userId: customerId } = await signInByCall(signIn);
  const { token } = await signInByCall(sampleSignIns.operator);
  const { body } = await cabinet.server.post(startViewing, { token, customerId, reason });
  const tab = { sessionStorage, location: { replace: () => undefined } } as unknown as Window;
  showViewing(tab, body as OutputOf<typeof startViewing>);
  stop = startSession();
  // A document would be shown in another tab.
  vi.spyOn(window, 'open').mockReturnValue(null);
  const { session, person } = currentSession();
  if (session?.type === 'person')
    changeAreas(() => ({ person: { ...person, account: person.accounts[0]?.account ?? '', isChose: true } }));
}

const pressable = 'button, input[type="checkbox"], input[type="radio"], [role="tab"], summary';

/** What names a control whatever it is of: "Перейменувати: вул. Садова, 2" and "1 000 кВт·год" without the rest. */
function nameOf(control: HTMLElement): string {
  const label = control.getAttribute('aria-label') ?? control.textContent?.trim();
  const words = label || control.closest('label')?.textContent || control.id;
  return `${control.tagName} ${words.split(':')[0]?.replaceAll(/[\d\s]+/g, ' ')}`;
}

/** The controls of the page and its dialogs that are enabled; the frame signs out and ends the viewing, which a viewing may. */
function controls(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(pressable)].filter(
    (control) =>
      !control.matches(':disabled, [aria-disabled="true"]') &&
      control.closest('main, dialog, [role="dialog"]') !== null,
  );
}

const changing = new Set(
  allCalls.filter((call) => requiredUse(call) === 'change').map(({ path }) => path as string),
);

/** Of those that were refused since. */
const changingCalls = () =>
  cabinet
    .takeRefusals()
    .map((refusal) => refusal.split(' ')[0] ?? '')
    .filter((call) => changing.has(call));

/** What was pressed, by the kind of its page: the cabinet of the next customer has only what differs pressed. */
const pressedOn = new Map<string, Set<string>>();

/** Presses what can be pressed on a page and was not yet, also what comes by it; the changing calls that were sent, each with what was pressed. */
async function pressAll(path: string): Promise<string[]> {
  const sent: string[] = [];
  const pressed = pressedOn.get(patternOf(path)) ?? new Set<string>();
  pressedOn.set(patternOf(path), pressed);
  const countOfKind = new Map<string, number>();
  const isNew = (control: HTMLElement) =>
    !pressed.has(nameOf(control)) &&
    (control.matches('[class*="button"]') || (countOfKind.get(control.className) ?? 0) < maxOfKind);
  const start = cabinet.address().split('?')[0];
  sent.push(...changingCalls().map((call) => `${path}, opened, sends ${call}`));
  for (;;) {
    const control = controls().find(isNew);
    if (control === undefined) return sent;
    const name = nameOf(control);
    pressed.add(name);
    countOfKind.set(control.className, (countOfKind.get(control.className) ?? 0) + 1);
    fireEvent.click(control);
    await cabinet.settled();
    sent.push(...changingCalls().map((call) => `${path}: ${name} sends ${call}`));
    if (cabinet.address().split('?')[0] !== start) await cabinet.open(path);
  }
}

const patternOf = (href: string) => href.replaceAll(/[0-9a-f]{8}-[\w-]+|=[^&]*|\d[\d-]*/g, '…');

test.each(
  usualPart(
    [
      ['person', sampleSignIns.personOfOne],
      ['entity', sampleSignIns.entityOfOne],
      ['person', sampleSignIns.personOfThree],
    ] as const,
    1,
  ),
)(
  'no page and no control of the cabinet of a %s sends a changing call in a viewing',
  async (type, signIn) => {
    const paths: string[] = cabinetPages
      .map(({ path }) => path)
      .filter((path) => path.startsWith(`/cabinet/${type}`) && !/[$*]/.test(path));
    const countOfPattern = new Map<string, number>();
    const sent: string[] = [];
    for (const path of paths) {
      await enterViewing(signIn);
      const main = await cabinet.open(path);
      for (const { href } of main.querySelectorAll<HTMLAnchorElement>(`a[href^="/cabinet/${type}"]`)) {
        const { pathname, search } = new URL(href, location.origin);
        const [link, pattern] = [pathname + search, patternOf(pathname + search)];
        const count = countOfPattern.get(pattern) ?? 0;
        if (paths.includes(link) || count >= maxOfKind) continue;
        countOfPattern.set(pattern, count + 1);
        paths.push(link);
      }
      sent.push(...(await pressAll(path)));
      stop();
    }
    // Pages of one thing are among them.
    const ofOne = type === 'person' ? ['bills/20', 'payments/', 'ticket=', 'message='] : ['message='];
    for (const part of ofOne) expect(paths.some((path) => path.includes(part))).toBe(true);
    expect(sent).toEqual([]);
  },
  300_000,
);
