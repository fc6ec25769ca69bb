import { useEffect, useRef } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { piecesOf } from '#web/lib/find-words.ts';
import { showMoment } from '#web/lib/format.ts';
import { keepNumbers } from '#web/lib/keep-together.ts';
import { Icon } from '#web/ui/icon.tsx';
import { chevronDown } from '#web/ui/icons.ts';
import { Marked } from '#web/ui/marked.tsx';
import styles from './guide-article.module.css';
import { GuideBlock } from './guide-block.tsx';
import { textOf } from './guide-search.ts';
import type { Article } from './guide-types.ts';
import { text } from './text.ts';

interface GuideArticleProps {
  article: Article;
  /** What is looked for. */
  words: readonly string[];
  open: boolean;
  /** The address names this article. */
  isTarget: boolean;
}

/** One article: title and answer in sight, the rest on a press. */
export function GuideArticle({ article, words, open, isTarget }: GuideArticleProps) {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (!isTarget || !details.current) return;
    details.current.open = true;
    details.current.scrollIntoView();
  }, [isTarget]);
  const { slug, title, lead, blocks, updatedAt } = article;
  return (
    <details ref={details} id={slug} className={styles.article} open={open}>
      <summary className={styles.summary}>
        <span className={styles.words}>
          <span className={styles.title}>
            <Marked pieces={piecesOf(title, words)} />
          </span>
          <span className={styles.lead}>
            <Marked pieces={piecesOf(keepNumbers(lead), words)} />
          </span>
        </span>
        <Icon drawing={chevronDown} />
      </summary>
      <div className={styles.body}>
        {blocks.map((block) => (
          <GuideBlock key={`${block.kind} ${textOf(block)}`} block={block} words={words} />
        ))}
        <p className={styles.updated}>
          {formatText(text.updated, { date: showMoment(updatedAt).split(',')[0] ?? '' })}
        </p>
      </div>
    </details>
  );
}
