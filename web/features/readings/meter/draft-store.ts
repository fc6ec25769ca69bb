import { useCallback } from 'react';
import { create } from 'zustand';
import { loadDigits, onDigitsForgotten, saveDigits } from '#web/session/typed-digits.ts';
import { changeDraft, type Draft, type DraftAction, emptyDraft } from './draft.ts';

/**
 * Drafts by account and meter, kept as long as the tab, so that leaving the page loses neither digits nor an attempt.
 */
const useDrafts = create<Readonly<Record<string, Draft>>>(() => ({}));

/** Drafts restored from digits typed before the reload, until they change. */
const restored = new Map<string, Draft>();

onDigitsForgotten(() => {
  restored.clear();
  useDrafts.setState({}, true);
});

export interface DraftHandle {
  draft: Draft;
  /** The current draft, also between renders. */
  current: () => Draft;
  dispatch: (action: DraftAction) => void;
}

export function useDraft(account: string, meterId: string): DraftHandle {
  const key = `${account}/${meterId}`;
  const draft = useDrafts((drafts) => drafts[key] ?? restoredDraft(key));
  const current = useCallback(() => draftNow(key), [key]);
  const dispatch = useCallback((action: DraftAction) => dispatchDraft(key, action), [key]);
  return { draft, current, dispatch };
}

/** The draft of a meter, by account and id: "2390001111/17". */
export function draftNow(key: string): Draft {
  return useDrafts.getState()[key] ?? restoredDraft(key);
}

/** Changes a draft; the digits of a new reading are stored on the device until it is accepted or queued. */
export function dispatchDraft(key: string, action: DraftAction): void {
  const draft = changeDraft(draftNow(key), action);
  saveDigits(key, draft.correcting ? {} : draft.values);
  useDrafts.setState({ [key]: draft });
}

/** The same object for the same key: a new one would count as a change of the store. */
function restoredDraft(key: string): Draft {
  const known = restored.get(key);
  if (known) return known;
  const draft = { ...emptyDraft, values: loadDigits(key) };
  restored.set(key, draft);
  return draft;
}
