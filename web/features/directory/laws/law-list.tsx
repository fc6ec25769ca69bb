import { useQuery } from '@tanstack/react-query';
import type { OutputOf } from '#contract/define-call.ts';
import { listLaws } from '#contract/directory.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { queryApi } from '#web/lib/api.ts';
import { hasWords, piecesOf, wordsOf } from '#web/lib/find-words.ts';
import { showDate } from '#web/lib/format.ts';
import { searchOutcome } from '#web/lib/parts-query.ts';
import { QueryPart } from '#web/lib/query-part.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { external } from '#web/ui/icons.ts';
import { Marked } from '#web/ui/marked.tsx';
import { NothingFound } from '#web/ui/nothing-found.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Stack, Text } from '#web/ui/stack.tsx';
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
  const query = useQuery({
    queryKey: ['laws'],
    queryFn: ({ signal }) => queryApi(listLaws, {}, { signal }),
  });
  const words = wordsOf(term);
  const found = query.data?.laws.filter((law) =>
    hasWords(`${law.title}\n${law.number}\n${law.about}`, words),
  );
  return (
    <Stack gap="3">
      <Text tone="quiet">{text.lead}</Text>
      <SearchBox
        label={text.search}
        hint={text.searchHint}
        clearLabel={text.clear}
        term={term}
        onTerm={onTerm}
        outcome={found && searchOutcome(text, found.length, words.length > 0)}
      />
      <QueryPart query={{ ...query, data: found }} failed={text.failed} skeleton={<LawsSkeleton />}>
        {(laws) =>
          laws.length > 0 ? (
            <ul className={styles.list} aria-label={text.list}>
              {laws.map((law) => (
                <LawRow key={law.lawId} law={law} words={words} />
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
    </Stack>
  );
}

function LawsSkeleton() {
  return (
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
        <Text isStrong>
          <Marked pieces={piecesOf(title, words)} />
        </Text>
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
