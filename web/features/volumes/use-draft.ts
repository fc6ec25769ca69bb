import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { getVolumeSheet, getVolumeYear, listVolumeRequests, saveVolumeDraft } from '#contract/volumes.ts';
import { callApi } from '#web/lib/api.ts';
import type { ApiFailure } from '#web/lib/api-failure.ts';
import { accountCallKey } from '#web/lib/query/account-query.ts';
import type { Request } from './request-list.tsx';

export interface Draft {
  readonly note: string;
  readonly rows: readonly { readonly eic: string; readonly kwh: number }[];
}

type DraftState =
  | { readonly kind: 'saved' | 'dirty' | 'saving' }
  | { readonly kind: 'failed'; readonly failure: ApiFailure };

/** Typing rests so long before it is saved. */
const restMs = 1200;

/** Everything that shows requests of an account. */
export function useRefreshRequests(account: string) {
  const client = useQueryClient();
  return useCallback(
    (period: string) =>
      Promise.all(
        [
          accountCallKey(account, getVolumeSheet.path, { period }),
          [...accountCallKey(account, getVolumeYear.path).slice(0, -1)],
          [...accountCallKey(account, listVolumeRequests.path).slice(0, -1)],
        ].map((queryKey) => client.invalidateQueries({ queryKey })),
      ),
    [client, account],
  );
}

/**
 * Keeps a draft on the server: after a rest of typing, when the page is left, and before it is sent; one save after the other,
 * each with the revision of the one before. `save` answers the stored request, undefined after a failure.
 */
export function useDraft(account: string, period: string, stored: Request | null, draft: Draft) {
  const [state, setState] = useState<DraftState>({ kind: 'saved' });
  const latest = useRef(draft);
  const kept = useRef(JSON.stringify(draft));
  const request = useRef(stored);
  const running = useRef<Promise<unknown>>(Promise.resolve());
  latest.current = draft;
  const text = JSON.stringify(draft);

  const save = useCallback((): Promise<Request | undefined> => {
    const next = running.current.then(async () => {
      const sent = JSON.stringify(latest.current);
      if (sent === kept.current) return request.current ?? undefined;
      setState({ kind: 'saving' });
      const { note, rows } = latest.current;
      const revision = request.current?.revision ?? 0;
      const result = await callApi(saveVolumeDraft, { account, period, revision, note, rows: [...rows] });
      if (!result.ok) {
        setState({ kind: 'failed', failure: result.failure });
        return undefined;
      }
      kept.current = sent;
      request.current = result.data.request;
      setState({ kind: sent === JSON.stringify(latest.current) ? 'saved' : 'dirty' });
      return result.data.request;
    });
    running.current = next.catch(() => undefined);
    return next;
  }, [account, period]);

  useEffect(() => {
    if (text === kept.current) return;
    setState({ kind: 'dirty' });
    const timer = setTimeout(() => void save(), restMs);
    return () => clearTimeout(timer);
  }, [text, save]);

  const refresh = useRefreshRequests(account);
  // Another page of the cabinet, or the table of another month: what is typed is saved on the way.
  useEffect(
    () => () => {
      void save().then(() => refresh(period));
    },
    [save, refresh, period],
  );
  useEffect(() => {
    if (state.kind === 'saved') return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [state.kind]);
  return { state, save };
}
