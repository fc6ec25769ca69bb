import { Link } from '@tanstack/react-router';
import type { OutputOf } from '#contract/define-call.ts';
import type { readGuide } from '#contract/directory.ts';
import { piecesOf } from '#web/lib/list/find-words.ts';
import { keepNumbers } from '#web/lib/message-text.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { arrowRight, info } from '#web/ui/icons.ts';
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx';
import { Marked } from '#web/ui/list/marked.tsx';
import guideArticleStyles from './guide-article.module.css';
import { text } from './text.ts';

type Block = OutputOf<typeof readGuide>['articles'][number]['blocks'][number];

/** The plain text of a block. */
export function textOf(block: Block): string {
  return 'items' in block ? block.items.join('\n') : block.text;
}

/** Renders one block of an article. */
function GuideBlock({ block, words }: { block: Block; words: readonly string[] }) {
  const marked = (plain: string) => <Marked pieces={piecesOf(keepNumbers(plain), words)} />;
  const items = (list: readonly string[]) => list.map((item) => <li key={item}>{marked(item)}</li>);
  switch (block.kind) {
    case 'paragraph':
      return <p>{marked(block.text)}</p>;
    case 'heading':
      return <h2 className={guideArticleStyles.heading}>{marked(block.text)}</h2>;
    case 'steps':
      return <ol className={guideArticleStyles.steps}>{items(block.items)}</ol>;
    case 'list':
      return <ul className={guideArticleStyles.bullets}>{items(block.items)}</ul>;
    case 'note':
      return (
        <p className={guideArticleStyles.note}>
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
          {block.href.startsWith('/') && !block.href.includes('?') ? (
            <Link to={block.href} className={guideArticleStyles.link}>
              {marked(block.text)}
              <Icon drawing={arrowRight} />
            </Link>
          ) : (
            <a href={block.href} className={guideArticleStyles.link} rel="noreferrer">
              {marked(block.text)}
              <Icon drawing={arrowRight} />
            </a>
          )}
        </p>
      );
  }
}

interface TextBlocksProps {
  blocks: readonly Block[];
  /** The words of a search, which are marked. */
  words: readonly string[];
}

/** The blocks of a text that staff edit: an article of the guide, a legal text. */
export function TextBlocks({ blocks, words }: TextBlocksProps) {
  return blocks.map((block) => (
    <GuideBlock key={`${block.kind} ${textOf(block)}`} block={block} words={words} />
  ));
}
