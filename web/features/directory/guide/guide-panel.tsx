import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import type { OutputOf } from '#contract/define-call.ts';
import { readGuide } from '#contract/directory.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { queryApi } from '#web/lib/api.ts';
import { showMoment } from '#web/lib/format.ts';
import { hasWords, piecesOf, splitWords } from '#web/lib/list/find-words.ts';
import { keepNumbers } from '#web/lib/message-text.tsx';
import { searchOutcome } from '#web/lib/query/parts-query.ts';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import { SearchBox } from '#web/ui/form/search-box.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { chevronDown } from '#web/ui/icons.ts';
import { Text } from '#web/ui/layout/stack.tsx';
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx';
import { Marked } from '#web/ui/list/marked.tsx';
import { NothingFound } from '#web/ui/list/nothing-found.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import guideArticleStyles from './guide-article.module.css';
import styles from './guide-panel.module.css';
import { text } from './text.ts';
import { TextBlocks, textOf } from './text-blocks.tsx';

export type Article = OutputOf<typeof readGuide>['articles'][number];

interface FoundArticle {
  readonly article: Article;
  /** A word was found only in the body: the article is shown open. */
  readonly inText: boolean;
}

/**
 * The articles that contain every word of the term: matches in the title first, then in title and lead; otherwise in
 * the order of the guide. An empty term finds all.
 */
export function searchGuide(articles: readonly Article[], term: string): FoundArticle[] {
  const words = splitWords(term);
  if (words.length === 0) return articles.map((article) => ({ article, inText: false }));
  const ranked = articles.map((article) => {
    const { title, lead, blocks } = article;
    const places = [title, `${title}\n${lead}`, [title, lead, ...blocks.map(textOf)].join('\n')];
    return { article, rank: places.findIndex((place) => hasWords(place, words)) };
  });
  return ranked
    .filter(({ rank }) => rank >= 0)
    .sort((one, other) => one.rank - other.rank)
    .map(({ article, rank }) => ({ article, inText: rank === 2 }));
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
    <details ref={details} id={slug} className={guideArticleStyles.article} open={open}>
      <summary className={guideArticleStyles.summary}>
        <span className={guideArticleStyles.words}>
          <span className={guideArticleStyles.title}>
            <Marked pieces={piecesOf(title, words)} />
          </span>
          <span className={guideArticleStyles.lead}>
            <Marked pieces={piecesOf(keepNumbers(lead), words)} />
          </span>
        </span>
        <Icon drawing={chevronDown} />
      </summary>
      <div className={guideArticleStyles.body}>
        <TextBlocks blocks={blocks} words={words} />
        <Text size="s" tone="quiet">
          {formatText(text.updated, { date: showMoment(updatedAt).split(',')[0] ?? '' })}
        </Text>
      </div>
    </details>
  );
}

interface GuidePanelProps {
  /** The search text; it is in the URL. */
  term: string;
  onTerm: (term: string) => void;
  /** The article named by the URL, shown open. */
  slug: string;
  /** The phones of the contact centre. */
  phones: ReactNode;
}

/** Skeleton items: as many as fit a screen. */
const skeletonItems = [1, 2, 3, 4, 5, 6];

/** The articles of the guide, filtered while typing. */
export function GuidePanel({ term, onTerm, slug, phones }: GuidePanelProps) {
  const query = useQuery({
    queryKey: ['guide'],
    queryFn: ({ signal }) => queryApi(readGuide, {}, { signal }),
  });
  const words = splitWords(term);
  const found = query.data && searchGuide(query.data.articles, term);
  return (
    <div className={styles.guide}>
      <div className={styles.side}>
        <Text tone="quiet">{text.lead}</Text>
        <SearchBox
          label={text.search}
          hint={text.searchHint}
          clearLabel={text.clear}
          term={term}
          onTerm={onTerm}
          outcome={found && searchOutcome(text, found.length, words.length > 0)}
        />
        <aside className={styles.ask} aria-label={text.ask}>
          <Text isStrong>{text.ask}</Text>
          <p>{text.askLead}</p>
          {phones}
        </aside>
      </div>
      <div className={styles.main}>
        <QueryPart
          query={{ ...query, data: found }}
          failed={text.failed}
          skeleton={
            <div aria-busy="true">
              <VisuallyHidden>{text.loading}</VisuallyHidden>
              {skeletonItems.map((row) => (
                <div key={row} className={styles.waiting}>
                  <Skeleton shape="title" />
                  <Skeleton />
                </div>
              ))}
            </div>
          }
        >
          {(articles) =>
            articles.length > 0 ? (
              <ul className={styles.list} aria-label={text.list}>
                {articles.map(({ article, inText }) => (
                  <li key={article.slug}>
                    <GuideArticle
                      article={article}
                      words={words}
                      open={inText}
                      isTarget={article.slug === slug}
                    />
                  </li>
                ))}
              </ul>
            ) : words.length > 0 ? (
              <NothingFound
                title={formatText(text.nothingTitle, { term })}
                help={text.nothingHelp}
                showAllLabel={text.showAll}
                onShowAll={() => onTerm('')}
              />
            ) : (
              <p>{text.empty}</p>
            )
          }
        </QueryPart>
      </div>
    </div>
  );
}
