import { useQuery } from '@tanstack/react-query';
import type { OutputOf } from '#contract/define-call.ts';
import { listActs } from '#contract/violation-acts.ts';
import { accountQuery } from '#web/lib/account-query.ts';
import { QueryPart } from '#web/lib/query-part.tsx';
import { Card } from '#web/ui/card.tsx';
import { ChoiceButtons } from '#web/ui/choice-buttons.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Stack } from '#web/ui/stack.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { ActCard } from './act-card.tsx';
import { type Act, isSome } from './act-types.ts';
import styles from './acts-panel.module.css';
import { text } from './text.ts';

/** Reserves the space of the first act while loading. */
function ActsSkeleton() {
  return (
    <Stack gap="3" aria-busy="true">
      <VisuallyHidden>{text.loading}</VisuallyHidden>
      <Skeleton shape="tile" />
      <Card>
        <div className={styles.waiting}>
          <Skeleton shape="title" />
          <Skeleton shape="short" />
          <Skeleton shape="figure" />
          <Skeleton />
          <Skeleton shape="tile" />
          <Skeleton />
          <Skeleton />
        </div>
      </Card>
    </Stack>
  );
}

/** Sorts after every day. */
const NO_DUE_DATE = '9999';

type ActFilter = 'all' | 'unpaid';

interface ActsPanelProps {
  account: string;
  filter: ActFilter;
  onFilter: (filter: ActFilter) => void;
  /** Opens the payment of an act. */
  onPay: (act: Act) => void;
}

/** The violation acts of the object: unpaid ones first, the most urgent on top, then the others, newest first. */
export function ActsPanel(props: ActsPanelProps) {
  const query = useQuery(accountQuery(listActs, props.account));
  return (
    <QueryPart query={query} failed={text.failed} skeleton={<ActsSkeleton />}>
      {(data) => <Acts {...props} data={data} />}
    </QueryPart>
  );
}

function Acts({
  account,
  filter,
  onFilter,
  onPay,
  data,
}: ActsPanelProps & { data: OutputOf<typeof listActs> }) {
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
    <Stack gap="3">
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
        <Stack as="ul" gap="3">
          {shown.map((act, place) => (
            <ActCard key={act.actNumber} account={account} act={act} isFirstDue={place === 0} onPay={onPay} />
          ))}
        </Stack>
      )}
    </Stack>
  );
}

/** The earliest due date first; acts without one last. */
function byDay(one: Act, other: Act): number {
  return (one.dueOn ?? NO_DUE_DATE).localeCompare(other.dueOn ?? NO_DUE_DATE);
}
