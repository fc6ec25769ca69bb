import { useId, useState } from 'react';
import type { ApiResult } from '#web/lib/api.ts';
import { withMinimumDelay } from '#web/lib/minimum-delay.ts';
import type { ErrorSummaryItem } from '#web/ui/error-summary.tsx';
import type { SettingsField } from './field-problem.ts';
import { placeFailure, type Refusal } from './place-failure.ts';

/** The state of one form of the settings. */
export interface FormState {
  readonly isBusy: boolean;
  /** Counts refusals, so that the summary takes the focus each time. */
  readonly attempt: number;
  readonly items: readonly ErrorSummaryItem[];
  readonly idOf: (field: SettingsField) => string;
  readonly errorOf: (field: SettingsField) => string | undefined;
  /** Says what is wrong; what was typed stays. */
  readonly refuse: (refusal: Refusal) => void;
  /** Makes the call; gives its data, or nothing when it was refused, which is then said. */
  readonly send: <T>(call: Promise<ApiResult<T>>) => Promise<T | undefined>;
}

const nothing: Refusal = { problems: {} };

/** Keeps what was refused of a form with these fields, in the order they stand on the page. */
export function useForm(fields: readonly SettingsField[]): FormState {
  const id = useId();
  const [isBusy, setBusy] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const [refusal, setRefusal] = useState(nothing);
  const idOf = (field: SettingsField) => `${id}${field}`;

  const refuse = (next: Refusal) => {
    setRefusal(next);
    setAttempt((count) => count + 1);
  };

  const send = async <T>(call: Promise<ApiResult<T>>): Promise<T | undefined> => {
    setBusy(true);
    const result = await withMinimumDelay(call);
    setBusy(false);
    if (!result.ok) {
      refuse(placeFailure(result.failure, fields));
      return undefined;
    }
    setRefusal(nothing);
    return result.data;
  };

  const ofFields = fields.flatMap((field) => {
    const problem = refusal.problems[field];
    return problem ? [{ field: idOf(field), text: problem.summary }] : [];
  });
  return {
    isBusy,
    attempt,
    items: refusal.message === undefined ? ofFields : [{ text: refusal.message }, ...ofFields],
    idOf,
    errorOf: (field) => refusal.problems[field]?.text,
    refuse,
    send,
  };
}
