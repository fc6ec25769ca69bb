import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { openChat } from '#contract/conversations/chat.ts';
import { openLiveChannel } from '#contract/live.ts';
import { getServiceMessage } from '#contract/notices.ts';
import { apiLink } from '#contract/supplier.ts';
import { connectSession } from '#web/lib/api.ts';
import { sessionRefused } from '#web/session/session-end.ts';
import { currentSession, signedOut } from '#web/session/session-store.ts';
import { deleteDigits } from '#web/session/typed-digits.ts';
import { answer, startFakeApi, stopFakeApi } from './fake-api.ts';
import { findWithEffects } from './find-with-effects.ts';

// Its own tests are in web/lib; here each state would only be seen 200 ms later.
vi.mock('#web/lib/query/minimum-delay.ts', () => ({
  MINIMUM_DISPLAY_MS: 0,
  withMinimumDelay: <T>(work: Promise<T>) => work,
}));

// What is found is found at once; only a busy machine needs longer.
configure({ asyncUtilTimeout: 20_000 });
findWithEffects();
connectSession({ token: () => currentSession().session?.token, onSessionRefused: sessionRefused });

beforeEach(() => {
  signedOut();
  deleteDigits();
  startFakeApi();
  // Every layout asks for these. The supplier is loaded once per visit, and all tests of a run are one visit.
  answer(apiLink, () => 'pending');
  answer(getServiceMessage, () => 'pending');
  answer(openLiveChannel, () => 'pending');
  answer(openChat, () => 'pending');
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  stopFakeApi();
});
