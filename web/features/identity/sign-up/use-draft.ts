import { type FormEvent, useState } from 'react';

/** The typed values by field name, kept across the steps in memory only. */
export type Draft = Record<string, string>;

/** The draft of a form with several steps; set `keep` as `onChange` of every form. */
export function useDraft(): { draft: Draft; keep: (event: FormEvent<HTMLFormElement>) => void } {
  const [draft] = useState<Draft>({});
  const keep = ({ target }: FormEvent<HTMLFormElement>) => {
    if (!(target instanceof HTMLInputElement)) return;
    draft[target.name] = target.type === 'checkbox' && !target.checked ? '' : target.value;
  };
  return { draft, keep };
}
