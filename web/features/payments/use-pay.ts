import { useEffect, useRef, useState } from 'react';
import { type Attempt, attemptFor } from '#web/lib/attempt.ts';
import { deviceNow } from '#web/lib/clock.ts';
import { beginPayment, type Provider } from './api.ts';
import type { PayPurpose } from './pay-purpose.ts';
import { text } from './text.ts';

interface Pay {
  isBusy: boolean;
  failure: string | undefined;
  pay: (sum: string, provider: Provider) => Promise<void>;
}

/** Starts a payment and leaves for the bank's page. A retry after a dead network repeats the same attempt. */
export function usePay(account: string, purpose: PayPurpose): Pay {
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

  const pay = async (sum: string, provider: Provider) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setBusy(true);
    setFailure(undefined);
    const act = purpose.kind === 'violationAct' ? { actNumber: purpose.actNumber } : {};
    const contents = { account, provider, purpose: purpose.kind, sum, ...act };
    attempt.current = attemptFor(attempt.current, contents, deviceNow());
    const result = await beginPayment({ ...contents, requestId: attempt.current.requestId });
    if (result.ok || isAnswer(result.failure.httpStatus)) attempt.current = undefined;
    const problem = result.ok ? leaveFor(result.data.payUrl) : result.failure.message;
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

/** Goes to the bank's page; a text when the address is none to go to. */
function leaveFor(payUrl: string): string | undefined {
  const isPage = /^https?:\/\//i.test(payUrl) || /^\/(?!\/)/.test(payUrl);
  if (!isPage) return text.badAddress;
  window.location.assign(payUrl);
  return undefined;
}
