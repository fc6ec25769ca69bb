import type { Content } from '#contract/content.ts';
import type { LandingWord } from '#contract/values/landing-words.template.ts';
import { showDate } from '#web/lib/format.ts';
import { Text } from '#web/ui/layout/stack.tsx';
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx';
import { writeBlocks } from './article-markup.ts';
import styles from './content.module.css';
import { text } from './text.ts';

interface Line {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** The lines of two texts as one list: what stays, what goes, what comes; by the longest common subsequence. */
function compareLines(before: readonly string[], after: readonly string[]): Line[] {
  const lengths = Array.from({ length: before.length + 1 }, () =>
    new Array<number>(after.length + 1).fill(0),
  );
  const at = (row: number, column: number) => lengths[row]?.[column] ?? 0;
  for (let row = before.length - 1; row >= 0; row -= 1) {
    for (let column = after.length - 1; column >= 0; column -= 1) {
      const cells = lengths[row] ?? [];
      cells[column] =
        before[row] === after[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const lines: Line[] = [];
  let [row, column] = [0, 0];
  while (row < before.length || column < after.length) {
    const [old, made] = [before[row], after[column]];
    if (old !== undefined && old === made) {
      lines.push({ kind: 'same', text: old });
      row += 1;
      column += 1;
    } else if (old !== undefined && (made === undefined || at(row + 1, column) >= at(row, column + 1))) {
      lines.push({ kind: 'removed', text: old });
      row += 1;
    } else {
      lines.push({ kind: 'added', text: made ?? '' });
      column += 1;
    }
  }
  return lines;
}

const named = (name: string, value: string) => `${name}: ${value}`;

/** A text as lines that are compared. */
function linesOf(content: Content): string[] {
  const { fields } = text;
  if (content.kind === 'landing')
    return (Object.keys(text.words) as LandingWord[]).map((word) =>
      named(text.words[word], content.words[word]),
    );
  if (content.kind === 'legal')
    return [
      named(fields.title, content.title),
      named(fields.effectiveFrom, showDate(content.effectiveFrom)),
      named(fields.summary, content.summary),
      ...(content.asksConsent ? [text.consentAsked] : []),
      ...writeBlocks(content.blocks).split('\n').filter(Boolean),
    ];
  const { title, position, hidden } = content;
  const place = [named(fields.position, String(position)), ...(hidden ? [text.isHidden] : [])];
  if (content.kind === 'law') {
    const { number, date, url, about } = content;
    return [
      named(fields.title, title),
      named(fields.number, number),
      named(fields.date, date ?? '—'),
      named(fields.url, url ?? '—'),
      named(fields.about, about),
      ...place,
    ];
  }
  return [
    named(fields.title, title),
    named(fields.lead, content.lead),
    named(fields.audience, text.audiences[content.audience]),
    ...place,
    ...writeBlocks(content.blocks).split('\n').filter(Boolean),
  ];
}

interface DifferencesProps {
  before: Content;
  after: Content;
}

/** What changes between two texts, line by line; lines that stay are left out. */
export function Differences({ before, after }: DifferencesProps) {
  const changed = compareLines(linesOf(before), linesOf(after))
    .map((line, place) => ({ ...line, id: `${place} ${line.text}` }))
    .filter(({ kind }) => kind !== 'same');
  if (changed.length === 0) return <Text tone="quiet">{text.noDifferences}</Text>;
  return (
    <div className={styles.differences}>
      {changed.map(({ id, kind, text: line }) => {
        const Tag = kind === 'removed' ? 'del' : 'ins';
        return (
          <Tag key={id}>
            <VisuallyHidden>{kind === 'removed' ? text.was : text.is} </VisuallyHidden>
            {line}
          </Tag>
        );
      })}
    </div>
  );
}
