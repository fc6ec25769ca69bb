import { type QueryKey, queryOptions } from '@tanstack/react-query';
import type { OutputOf } from '#contract/define-call.ts';
import { listLaws } from '#contract/directory.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { queryApi } from '#web/lib/api.ts';
import { showDate } from '#web/lib/format.ts';
import { hasWords, piecesOf, splitWords } from '#web/lib/list/find-words.ts';
import { defineList, RecordList } from '#web/lib/list/record-list.tsx';
import { searchOutcome } from '#web/lib/query/parts-query.ts';
import { external } from '#web/ui/cabinet-icons.ts';
import { SearchBox } from '#web/ui/form/search-box.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Text } from '#web/ui/layout/stack.tsx';
import { Marked } from '#web/ui/list/marked.tsx';
import { NothingFound } from '#web/ui/list/nothing-found.tsx';
import styles from './law-list.module.css';
import { text } from './text.ts';

const lawsKey: QueryKey = ['laws'];

const lawsQuery = queryOptions({
  queryKey: lawsKey,
  queryFn: ({ signal }) => queryApi(listLaws, {}, { signal }),
});

type Law = OutputOf<typeof listLaws>['laws'][number];

interface LawListProps {
  /** The search text; it is in the URL. */
  term: string;
  onTerm: (term: string) => void;
}

const lawsOf = (onTerm: LawListProps['onTerm']) =>
  defineList({
    whole: () => lawsQuery,
    words: text,
    caption: () => text.list,
    empty: ({ q: term }: { q: string }) =>
      splitWords(term).length > 0 ? (
        <NothingFound
          title={formatText(text.nothingTitle, { term })}
          help={text.nothingHelp}
          showAllLabel={text.showAll}
          onShowAll={() => onTerm('')}
        />
      ) : (
        <p>{text.empty}</p>
      ),
    rows: (pages, { q }) => {
      const words = splitWords(q);
      return pages.flatMap(({ laws }) =>
        laws.filter(({ title, number, about }) => hasWords(`${title}\n${number}\n${about}`, words)),
      );
    },
    rowKey: ({ lawId }) => lawId,
  });

/** The acts of law with numbers and links, filtered while typing. */
export function LawList({ term, onTerm }: LawListProps) {
  const words = splitWords(term);
  return (
    <RecordList
      list={lawsOf(onTerm)}
      context={undefined}
      filter={{ q: term }}
      gap="3"
      view={{ className: styles.list, item: (law) => <LawRow law={law} words={words} /> }}
    >
      {(data, laws) => (
        <>
          <Text tone="quiet">{text.lead}</Text>
          <SearchBox
            label={text.search}
            hint={text.searchHint}
            clearLabel={text.clear}
            term={term}
            onTerm={onTerm}
            outcome={data && searchOutcome(text, laws.length, words.length > 0)}
          />
        </>
      )}
    </RecordList>
  );
}

/** One act: number and date, title, what it is about, link to its text. */
export function LawRow({ law, words }: { law: Law; words: readonly string[] }) {
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
