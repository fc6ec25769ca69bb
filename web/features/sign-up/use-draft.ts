import { type FormEvent, useState } from 'react';

/** What was typed, by the names of the fields: it lives through the steps, in memory only. */
export type Draft = Record<string, string>;

/** The draft of a way of several steps, and what keeps it: put `keep` on every form as `onChange`. */
export function useDraft(): { draft: Draft; keep: (event: FormEvent<HTMLFormElement>) => void } {
  const [draft] = useState<Draft>({});
  const keep = ({ target }: FormEvent<HTMLFormElement>) => {
    if (!(target instanceof HTMLInputElement)) return;
    draft[target.name] = target.type === 'checkbox' && !target.checked ? '' : target.value;
  };
  return { draft, keep };
}
