import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { listDocuments, requestDocument } from '#contract/documents.ts';
import { accountQuery } from '#web/lib/account-query.ts';
import { callApi } from '#web/lib/api.ts';
import { type Attempt, attemptFor } from '#web/lib/attempt.ts';
import { deviceNow } from '#web/lib/clock.ts';
import { type ArchiveWish, ofBills } from './archive-types.ts';

/** Asks for an archive; it stands in the list at once. A retry after a dead network repeats the same attempt. */
export function useArchiveRequest(account: string) {
  const client = useQueryClient();
  const attempt = useRef<Attempt>(undefined);
  const [isBusy, setBusy] = useState(false);

  /** Answers why it was refused; undefined: it is being made. */
  const request = async (wish: ArchiveWish): Promise<string | undefined> => {
    const contents = { account, ...ofBills, from: wish.from, to: wish.to, scope: wish.scope };
    attempt.current = attemptFor(attempt.current, contents, deviceNow());
    setBusy(true);
    const result = await callApi(requestDocument, { ...contents, requestId: attempt.current.requestId });
    setBusy(false);
    if (!result.ok) return result.failure.issues?.[0]?.message ?? result.failure.message;
    attempt.current = undefined;
    const { document } = result.data;
    const list = accountQuery(listDocuments, account, ofBills);
    await client.cancelQueries({ queryKey: list.queryKey });
    client.setQueryData(list.queryKey, (old) => {
      const others = old?.documents.filter(({ documentId }) => documentId !== document.documentId) ?? [];
      return { status: 'success' as const, documents: [document, ...others] };
    });
    return undefined;
  };
  return { isBusy, request };
}
