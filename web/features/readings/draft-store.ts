import { useCallback } from 'react';
import { create } from 'zustand';
import { changeDraft, type Draft, type DraftAction, emptyDraft } from './draft.ts';

/** Drafts by account and meter: kept while the tab lives, so that leaving the page loses neither digits nor an attempt. */
const useDrafts = create<Readonly<Record<string, Draft>>>(() => ({}));

export interface DraftHandle {
  draft: Draft;
  /** The draft at this moment, also between renders. */
  current: () => Draft;
  dispatch: (action: DraftAction) => void;
}

export function useDraft(account: string, meterId: string): DraftHandle {
  const key = `${account}/${meterId}`;
  const draft = useDrafts((drafts) => drafts[key] ?? emptyDraft);
  const current = useCallback(() => useDrafts.getState()[key] ?? emptyDraft, [key]);
  const dispatch = useCallback(
    (action: DraftAction) => useDrafts.setState({ [key]: changeDraft(current(), action) }),
    [key, current],
  );
  return { draft, current, dispatch };
}
