import { useEffect, useRef, useState } from 'react';
import { type Attempt, attemptFor } from '#web/lib/attempt.ts';
import { deviceNow } from '#web/lib/clock.ts';
import { beginPayment, type Provider } from './api.ts';
import { text } from './bank-text.ts';
import { leaveForBank } from './leave-for-bank.ts';
import type { PaymentPart } from './payable.ts';

interface Pay {
  isBusy: boolean;
  failure: string | undefined;
  /** Starts one payment of all the parts; none: nothing happens. */
  pay: (parts: readonly PaymentPart[], provider: Provider) => Promise<void>;
}

/**
 * Starts a payment and leaves for the bank's page. A retry after a dead network repeats the same attempt; nothing is ever
 * sent later by itself.
 */
export function usePay(): Pay {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const attempt = useRef<Attempt>(undefined);
  const isUnderWay = useRef(false);

  // Back from the bank by the browser's own button: the page is as it was left, busy.
  useEffect(() => {
    const shown = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      isUnderWay.current = false;
      setBusy(false);
    };
    window.addEventListener('pageshow', shown);
    return () => window.removeEventListener('pageshow', shown);
  }, []);

  const pay = async ([first, ...also]: readonly PaymentPart[], provider: Provider) => {
    if (isUnderWay.current || first === undefined) return;
    isUnderWay.current = true;
    setBusy(true);
    setFailure(undefined);
    const contents = { ...first, provider, ...(also.length > 0 && { also }) };
    attempt.current = attemptFor(attempt.current, contents, deviceNow());
    const result = await beginPayment({ ...contents, requestId: attempt.current.requestId });
    if (result.ok || isAnswer(result.failure.httpStatus)) attempt.current = undefined;
    const problem = result.ok ? leave(result.data) : result.failure.message;
    if (problem === undefined) return;
    isUnderWay.current = false;
    setBusy(false);
    setFailure(problem);
  };
  return { isBusy, failure, pay };
}

function isAnswer(httpStatus: number): boolean {
  return httpStatus >= 400 && httpStatus < 500 && httpStatus !== 429;
}

function leave(page: Parameters<typeof leaveForBank>[0]): string | undefined {
  return leaveForBank(page) ? undefined : text.badAddress;
}
