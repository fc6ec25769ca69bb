import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { listDocuments, requestDocument } from '#contract/documents.ts';
import { callApi } from '#web/lib/api.ts';
import { deviceNow } from '#web/lib/clock.ts';
import { type Attempt, attemptFor } from '#web/lib/form/attempt.ts';
import { type Refusal, refusalOfFailure } from '#web/lib/form/form-problems.ts';
import type { Months } from '#web/lib/list/month-choices.ts';
import { accountQuery } from '#web/lib/query/account-query.ts';

/** The part of a document query that selects reconciliation acts. */
export const actDocuments = { kind: 'reconciliation' } as const;

/** The result of a request: the message of the answer, or the refusal. */
export type ActAnswer = { ok: true; message: string } | { ok: false; refusal: Refusal };

/** Requests an act and puts it into the list at once. A retry after a network failure repeats the same attempt. */
export function useActRequest(account: string) {
  const client = useQueryClient();
  const attempt = useRef<Attempt>(undefined);
  const [isBusy, setBusy] = useState(false);

  const request = async ({ from, to }: Months): Promise<ActAnswer> => {
    const contents = { account, kind: 'reconciliation' as const, from, to };
    attempt.current = attemptFor(attempt.current, contents, deviceNow());
    setBusy(true);
    const result = await callApi(requestDocument, { ...contents, requestId: attempt.current.requestId });
    setBusy(false);
    if (!result.ok) return { ok: false, refusal: refusalOfFailure(result.failure) };
    attempt.current = undefined;
    const { document, message } = result.data;
    const list = accountQuery(listDocuments, account, actDocuments);
    await client.cancelQueries({ queryKey: list.queryKey });
    if (client.getQueryData(list.queryKey) === undefined)
      await client.invalidateQueries({ queryKey: list.queryKey });
    client.setQueryData(list.queryKey, (old) => {
      if (old === undefined) return undefined;
      const others = old.documents.filter(({ documentId }) => documentId !== document.documentId);
      return { ...old, documents: [document, ...others] };
    });
    return { ok: true, message };
  };
  return { isBusy, request };
}
