import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import type { Instant } from '#domain/time/instant.ts';
import { machineClock } from '#platform/clock.ts';
import { forgetVisits } from '#web/app/session/wanted-page.ts';
import { connectSession } from '#web/lib/api.ts';
import { sessionRefused } from '#web/session/session-end.ts';
import { currentSession, signedOut } from '#web/session/session-store.ts';
import { deleteDigits } from '#web/session/typed-digits.ts';
import { findWithEffects } from '#web/testing/find-with-effects.ts';

// Its own tests are in web/lib; here each page would only be seen 200 ms later.
vi.mock('#web/lib/query/minimum-delay.ts', () => ({
  MINIMUM_DISPLAY_MS: 0,
  withMinimumDelay: <T>(work: Promise<T>) => work,
}));

configure({ asyncUtilTimeout: 20_000 });
findWithEffects();
connectSession({ token: () => currentSession().session?.token, onSessionRefused: sessionRefused });

beforeEach(() => {
  // The time of the pages is set; the database has its own.
  vi.spyOn(machineClock, 'now').mockImplementation(() => vi.getRealSystemTime() as Instant);
  signedOut();
  deleteDigits();
  forgetVisits();
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});
