import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { piecesOf } from '#web/lib/find-words.ts';
import { showMoment } from '#web/lib/format.ts';
import { keepNumbers } from '#web/lib/keep-together.ts';
import { Icon } from '#web/ui/icon.tsx';
import { arrowRight, chevronDown, info } from '#web/ui/icons.ts';
import { Marked } from '#web/ui/marked.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import styles from './guide-article.module.css';
import { textOf } from './guide-search.ts';
import type { Article, Block } from './guide-types.ts';
import { text } from './text.ts';

/** Renders one block of an article. */
function GuideBlock({ block, words }: { block: Block; words: readonly string[] }) {
  const marked = (plain: string) => <Marked pieces={piecesOf(keepNumbers(plain), words)} />;
  const items = (list: readonly string[]) => list.map((item) => <li key={item}>{marked(item)}</li>);
  switch (block.kind) {
    case 'paragraph':
      return <p>{marked(block.text)}</p>;
    case 'heading':
      return <h2 className={styles.heading}>{marked(block.text)}</h2>;
    case 'steps':
      return <ol className={styles.steps}>{items(block.items)}</ol>;
    case 'list':
      return <ul className={styles.bullets}>{items(block.items)}</ul>;
    case 'note':
      return (
        <p className={styles.note}>
          <Icon drawing={info} />
          <span>
            <VisuallyHidden>{text.noteMark}: </VisuallyHidden>
            {marked(block.text)}
          </span>
        </p>
      );
    case 'link':
      return (
        <p>
          {block.href.startsWith('/') ? (
            <Link to={block.href} className={styles.link}>
              {marked(block.text)}
              <Icon drawing={arrowRight} />
            </Link>
          ) : (
            <a href={block.href} className={styles.link} rel="noreferrer">
              {marked(block.text)}
              <Icon drawing={arrowRight} />
            </a>
          )}
        </p>
      );
  }
}

interface GuideArticleProps {
  article: Article;
  /** The words of the search. */
  words: readonly string[];
  open: boolean;
  /** The URL names this article. */
  isTarget: boolean;
}

/** One article: title and short answer visible, the rest expandable. */
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
