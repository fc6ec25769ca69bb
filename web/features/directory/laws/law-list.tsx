import { useQuery } from '@tanstack/react-query';
import type { OutputOf } from '#contract/define-call.ts';
import { listLaws } from '#contract/directory.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { queryApi } from '#web/lib/api.ts';
import { failureOf } from '#web/lib/api-failure.ts';
import { hasWords, piecesOf, wordsOf } from '#web/lib/find-words.ts';
import { showDate } from '#web/lib/format.ts';
import { searchOutcome } from '#web/lib/parts-query.ts';
import { FailedPart } from '#web/ui/failed-part.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { external } from '#web/ui/icons.ts';
import { Marked } from '#web/ui/marked.tsx';
import { NothingFound } from '#web/ui/no-records.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import styles from './law-list.module.css';
import { text } from './text.ts';

type Law = OutputOf<typeof listLaws>['laws'][number];

interface LawListProps {
  /** The search text; it is in the URL. */
  term: string;
  onTerm: (term: string) => void;
}

/** Skeleton items: as many as fit a screen. */
const skeletonItems = [1, 2, 3, 4, 5, 6];

/** The acts of law with numbers and links, filtered while typing. */
export function LawList({ term, onTerm }: LawListProps) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['laws'],
    queryFn: ({ signal }) => queryApi(listLaws, {}, { signal }),
  });
  const words = wordsOf(term);
  const found = data?.laws.filter((law) => hasWords(`${law.title}\n${law.number}\n${law.about}`, words));
  return (
    <div className={styles.laws}>
      <p className={styles.lead}>{text.lead}</p>
      <SearchBox
        label={text.search}
        hint={text.searchHint}
        clearLabel={text.clear}
        term={term}
        onTerm={onTerm}
        outcome={found && searchOutcome(text, found.length, words.length > 0)}
      />
      {found && found.length > 0 && (
        <ul className={styles.list} aria-label={text.list}>
          {found.map((law) => (
            <LawRow key={law.lawId} law={law} words={words} />
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
        <div className={styles.list} aria-busy="true">
          <VisuallyHidden>{text.loading}</VisuallyHidden>
          {skeletonItems.map((row) => (
            <div key={row} className={styles.law}>
              <Skeleton shape="short" />
              <span>
                <Skeleton />
                <Skeleton />
              </span>
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
  );
}

function LawRow({ law, words }: { law: Law; words: readonly string[] }) {
  const { title, number, date, url, about } = law;
  return (
    <li className={styles.law}>
      <p className={styles.cite}>
        <b>
          <Marked pieces={piecesOf(formatText(text.number, { number }), words)} />
        </b>
        {date && <span>{formatText(text.from, { date: showDate(date) })}</span>}
      </p>
      <div className={styles.words}>
        <p className={styles.title}>
          <Marked pieces={piecesOf(title, words)} />
        </p>
        <p className={styles.about}>
          <Marked pieces={piecesOf(about, words)} />
        </p>
      </div>
      {url && (
        <a
          className={styles.link}
          href={url}
          target="_blank"
          rel="noreferrer"
          aria-label={formatText(text.readOf, { title, number })}
        >
          {text.read}
          <Icon drawing={external} size={16} />
        </a>
      )}
    </li>
  );
}
