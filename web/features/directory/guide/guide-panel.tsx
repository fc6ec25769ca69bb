import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { readGuide } from '#contract/directory.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { queryApi } from '#web/lib/api.ts';
import { failureOf } from '#web/lib/api-failure.ts';
import { wordsOf } from '#web/lib/find-words.ts';
import { searchOutcome } from '#web/lib/search-outcome.ts';
import { FailedPart } from '#web/ui/failed-part.tsx';
import { NothingFound } from '#web/ui/nothing-found.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { GuideArticle } from './guide-article.tsx';
import styles from './guide-panel.module.css';
import { searchGuide } from './guide-search.ts';
import { text } from './text.ts';

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
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['guide'],
    queryFn: ({ signal }) => queryApi(readGuide, {}, { signal }),
  });
  const words = wordsOf(term);
  const found = data && searchGuide(data.articles, term);
  return (
    <div className={styles.guide}>
      <div className={styles.side}>
        <p className={styles.lead}>{text.lead}</p>
        <SearchBox
          label={text.search}
          hint={text.searchHint}
          clearLabel={text.clear}
          term={term}
          onTerm={onTerm}
          outcome={found && searchOutcome(text, found.length, words.length > 0)}
        />
        <aside className={styles.ask} aria-label={text.ask}>
          <p className={styles.question}>{text.ask}</p>
          <p>{text.askLead}</p>
          {phones}
        </aside>
      </div>
      <div className={styles.main}>
        {found && found.length > 0 && (
          <ul className={styles.list} aria-label={text.list}>
            {found.map(({ article, inText }) => (
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
        )}
        {found?.length === 0 &&
          (words.length > 0 ? (
            <NothingFound
              title={formatText(text.nothingTitle, { term })}
              help={text.nothingHelp}
              showAllLabel={text.showAll}
              onShowAll={() => onTerm('')}
            />
          ) : (
            <p>{text.empty}</p>
          ))}
        {!data && !error && (
          <div aria-busy="true">
            <VisuallyHidden>{text.loading}</VisuallyHidden>
            {skeletonItems.map((row) => (
              <div key={row} className={styles.waiting}>
                <Skeleton shape="title" />
                <Skeleton />
              </div>
            ))}
          </div>
        )}
        {error && !data && (
          <FailedPart
            title={text.failed}
            message={failureOf(error).message}
            retryLabel={text.retry}
            retrying={isFetching}
            onRetry={() => refetch()}
          />
        )}
      </div>
    </div>
  );
}
