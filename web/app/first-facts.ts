import type { personBalance } from '#contract/balance.ts';
import type { OutputOf } from '#contract/define-call.ts';
import type { MetersAnswer } from '#web/features/readings/reading-types.ts';
import { windowWords } from '#web/features/readings/window-words.ts';
import { deviceNow } from '#web/lib/clock.ts';
import { showSum } from '#web/lib/format.ts';

/** What the loading screen of a page says before the page is there. */
export type FirstFacts = 'balance' | 'window';

/** The page that says it, and the call that it comes from. Paths, because the declarations would bring the schemas. */
export const firstFacts = {
  '/cabinet/person': { facts: 'balance', path: '/api/person/itm_balance' },
  '/cabinet/person/indication': { facts: 'window', path: '/api/meters/list' },
} as const satisfies Readonly<Record<string, { facts: FirstFacts; path: string }>>;

const words: Readonly<Record<FirstFacts, (answer: never) => Readonly<Record<string, string>> | undefined>> = {
  balance: ({ balance }: OutputOf<typeof personBalance>) =>
    balance.ballanceError ? undefined : { sum: showSum(balance.debet) },
  window: ({ meters, window }: MetersAnswer) =>
    meters.length === 0 ? undefined : windowWords(window, deviceNow()),
};

/**
 * Says on the loading screen what its reader came for, while the code of the page is on its way: on a slow phone a second and
 * a half earlier (decision 0055). Without such a screen, or without an answer, nothing happens. Answers whether it was said.
 */
export function sayFirstFacts(path: string, answer: unknown): boolean {
  const first = Object.values(firstFacts).find((item) => item.path === path)?.facts;
  const place = first && document.querySelector<HTMLElement>(`[data-first="${first}"]`);
  const said = place && answer !== undefined ? words[first](answer as never) : undefined;
  if (!place || !said) return false;
  for (const [name, value] of Object.entries(said)) {
    const part = place.querySelector(`[data-say="${name}"]`);
    if (part) part.textContent = value;
  }
  place.hidden = false;
  return true;
}
