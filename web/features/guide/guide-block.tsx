import { Link } from '@tanstack/react-router';
import { piecesOf } from '#web/lib/find-words.ts';
import { keepNumbers } from '#web/lib/keep-together.ts';
import { Icon } from '#web/ui/icon.tsx';
import { arrowRight, info } from '#web/ui/icons.ts';
import { Marked } from '#web/ui/marked.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import styles from './guide-article.module.css';
import type { Block } from './guide-types.ts';
import { text } from './text.ts';

/** A piece of an article as it looks. */
export function GuideBlock({ block, words }: { block: Block; words: readonly string[] }) {
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
