import { useEffect, useRef, useState } from 'react';
import { deviceNow } from '#web/lib/clock.ts';
import { type Attempt, attemptFor } from '#web/lib/form/attempt.ts';
import { beginPayment, type Provider } from '../api.ts';
import { text } from './bank-text.ts';
import type { PaymentPart } from './payable.ts';

interface BankPage {
  readonly payUrl: string;
  /** Sent as a form by POST; null: only the address is opened. */
  readonly payFields: Readonly<Record<string, string>> | null;
}

/** Opens the page of the bank; false when the address is not allowed. */
function leaveForBank({ payUrl, payFields }: BankPage): boolean {
  const isPage = /^https?:\/\//i.test(payUrl) || /^\/(?!\/)/.test(payUrl);
  if (!isPage) return false;
  if (payFields === null) {
    window.location.assign(payUrl);
    return true;
  }
  const form = document.createElement('form');
  form.method = 'post';
  form.action = payUrl;
  form.hidden = true;
  for (const [name, value] of Object.entries(payFields)) {
    const field = document.createElement('input');
    field.type = 'hidden';
    field.name = name;
    field.value = value;
    form.append(field);
  }
  document.body.append(form);
  // A field named "submit" would hide the method.
  HTMLFormElement.prototype.submit.call(form);
  return true;
}

interface Pay {
  isBusy: boolean;
  failure: string | undefined;
  /** Starts one payment of all parts; does nothing without parts. */
  pay: (parts: readonly PaymentPart[], provider: Provider) => Promise<void>;
}

/**
 * Starts a payment and opens the bank's page. A retry after a network failure repeats the same attempt; nothing is
 * ever sent later automatically.
 */
export function usePay(): Pay {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const attempt = useRef<Attempt>(undefined);
  const isStarting = useRef(false);

  // The browser's back button restores the page from its cache in the busy state.
  useEffect(() => {
    const shown = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      isStarting.current = false;
      setBusy(false);
    };
    window.addEventListener('pageshow', shown);
    return () => window.removeEventListener('pageshow', shown);
  }, []);

  const pay = async ([first, ...also]: readonly PaymentPart[], provider: Provider) => {
    if (isStarting.current || first === undefined) return;
    isStarting.current = true;
    setBusy(true);
    setFailure(undefined);
    const contents = { ...first, provider, ...(also.length > 0 && { also }) };
    attempt.current = attemptFor(attempt.current, contents, deviceNow());
    const result = await beginPayment({ ...contents, requestId: attempt.current.requestId });
    if (result.ok || isAnswer(result.failure.httpStatus)) attempt.current = undefined;
    const problem = result.ok ? leave(result.data) : result.failure.message;
    if (problem === undefined) return;
    isStarting.current = false;
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
