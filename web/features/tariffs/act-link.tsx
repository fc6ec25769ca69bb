import type { OutputOf } from '#contract/define-call.ts';
import { formatText } from '#contract/messages/format-text.ts';
import type { tariffHistory } from '#contract/tariffs.ts';
import { text } from './text.ts';

export type History = OutputOf<typeof tariffHistory>;
export type Version = History['versions'][number];

/** An act of law, with a link to its text when known. */
export function ActLink({ act, url }: { act: string; url: string | null }) {
  if (url === null) return act;
  return (
    <a href={url} target="_blank" rel="noreferrer" aria-label={formatText(text.openLaw, { act })}>
      {act}
    </a>
  );
}
