import { useQuery } from '@tanstack/react-query';
import { listActs } from '#contract/acts.ts';
import { accountQuery } from '#web/lib/account-query.ts';
import { failureOf } from '#web/lib/api-failure.ts';
import { ChoiceButtons } from '#web/ui/choice-buttons.tsx';
import { FailedPart } from '#web/ui/failed-part.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ActCard } from './act-card.tsx';
import { type Act, isSome } from './act-types.ts';
import styles from './acts-panel.module.css';
import { ActsWaiting } from './acts-waiting.tsx';
import { text } from './text.ts';

/** After every day. */
const LATE = '9999';

export type ActFilter = 'all' | 'unpaid';

interface ActsPanelProps {
  account: string;
  filter: ActFilter;
  onFilter: (filter: ActFilter) => void;
  /** Opens the way of paying an act. */
  onPay: (act: Act) => void;
}

/** The violation acts of the object: first what is to be paid, the most urgent on top, then the others, newest first. */
export function ActsPanel({ account, filter, onFilter, onPay }: ActsPanelProps) {
  const { data, error, isFetching, refetch } = useQuery(accountQuery(listActs, account));
  if (!data) {
    return error ? (
      <FailedPart
        title={text.failed}
        message={failureOf(error).message}
        retryLabel={text.retry}
        retrying={isFetching}
        onRetry={() => refetch()}
      />
    ) : (
      <ActsWaiting />
    );
  }
  const { acts, message, unpaidCount } = data;
  if (acts.length === 0) {
    return (
      <Notice kind="good" title={message}>
        {text.emptyNext}
      </Notice>
    );
  }
  const unpaid = acts.filter(({ owed }) => isSome(owed)).toSorted(byDay);
  const shown = filter === 'unpaid' ? unpaid : [...unpaid, ...acts.filter((act) => !unpaid.includes(act))];
  return (
    <div className={styles.panel}>
      {unpaidCount > 0 ? (
        <Notice kind="warn" title={message}>
          {text.apart}
        </Notice>
      ) : (
        <p>{message}</p>
      )}
      {(filter === 'unpaid' || (unpaidCount > 0 && unpaidCount < acts.length)) && (
        <ChoiceButtons
          label={text.filter}
          choices={[
            { value: 'all', label: `${text.all} · ${acts.length}` },
            { value: 'unpaid', label: `${text.unpaid} · ${unpaidCount}` },
          ]}
          chosen={filter}
          onChoose={onFilter}
        />
      )}
      {shown.length === 0 ? (
        <p role="status">{text.nothingUnpaid}</p>
      ) : (
        <ul className={styles.acts}>
          {shown.map((act, place) => (
            <ActCard key={act.actNumber} account={account} act={act} isFirstDue={place === 0} onPay={onPay} />
          ))}
        </ul>
      )}
    </div>
  );
}

/** What was to be paid first comes first; what has no day, last. */
function byDay(one: Act, other: Act): number {
  return (one.dueOn ?? LATE).localeCompare(other.dueOn ?? LATE);
}
