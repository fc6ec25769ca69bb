import type { OutputOf } from '#contract/define-call.ts';
import type { SearchOf } from '#contract/page-search.ts';
import type { actSearch } from '#contract/pages.ts';
import { listActs } from '#contract/violation-acts.ts';
import { defineList, RecordList } from '#web/lib/list/record-list.tsx';
import { accountQuery } from '#web/lib/query/account-query.ts';
import { ChoiceButtons } from '#web/ui/form/choice-buttons.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ActCard } from './act-card.tsx';
import { type Act, isSome } from './act-types.ts';
import { text } from './text.ts';

/** Sorts after every day. */
const NO_DUE_DATE = '9999';

/** The filter in the URL. */
type ActFilter = SearchOf<typeof actSearch>;

const acts = defineList({
  whole: (account: string, _: ActFilter) => accountQuery(listActs, account),
  words: text,
  caption: () => text.list,
  empty: (_, { acts: all, message }) =>
    all.length > 0 ? (
      <p role="status">{text.nothingUnpaid}</p>
    ) : (
      <Notice kind="good" title={message}>
        {text.emptyNext}
      </Notice>
    ),
  rows: (pages, { state }) => pages.flatMap((page) => sortActs(page.acts, state)),
  rowKey: ({ actNumber }) => actNumber,
});

/** Unpaid ones first, the most urgent on top, then the others, newest first. */
function sortActs(all: readonly Act[], state: ActFilter['state']): readonly Act[] {
  const unpaid = all.filter(({ owed }) => isSome(owed)).toSorted(byDay);
  return state === 'unpaid' ? unpaid : [...unpaid, ...all.filter((act) => !unpaid.includes(act))];
}

interface ActsPanelProps {
  account: string;
  filter: ActFilter;
  onFilter: (filter: ActFilter) => void;
  /** Opens the payment of an act. */
  onPay: (act: Act) => void;
}

/** The violation acts of the object. */
export function ActsPanel({ account, filter, onFilter, onPay }: ActsPanelProps) {
  return (
    <RecordList
      list={acts}
      context={account}
      filter={filter}
      gap="3"
      view={{
        className: undefined,
        gap: '3',
        item: (act, place) => <ActCard account={account} act={act} isFirstDue={place === 0} onPay={onPay} />,
      }}
    >
      {(data) => data && data.acts.length > 0 && <ActsHead data={data} filter={filter} onFilter={onFilter} />}
    </RecordList>
  );
}

interface ActsHeadProps {
  data: OutputOf<typeof listActs>;
  filter: ActFilter;
  onFilter: (filter: ActFilter) => void;
}

/** What is unpaid, and the choice between all acts and the unpaid ones. */
function ActsHead({ data: { acts: all, message, unpaidCount }, filter: { state }, onFilter }: ActsHeadProps) {
  return (
    <>
      {unpaidCount > 0 ? (
        <Notice kind="warn" title={message}>
          {text.apart}
        </Notice>
      ) : (
        <p>{message}</p>
      )}
      {(state === 'unpaid' || (unpaidCount > 0 && unpaidCount < all.length)) && (
        <ChoiceButtons
          label={text.filter}
          choices={[
            { value: 'all', label: `${text.all} · ${all.length}` },
            { value: 'unpaid', label: `${text.unpaid} · ${unpaidCount}` },
          ]}
          chosen={state ?? 'all'}
          onChoose={(chosen) => onFilter(chosen === 'unpaid' ? { state: chosen } : {})}
        />
      )}
    </>
  );
}

/** The earliest due date first; acts without one last. */
function byDay(one: Act, other: Act): number {
  return (one.dueOn ?? NO_DUE_DATE).localeCompare(other.dueOn ?? NO_DUE_DATE);
}
