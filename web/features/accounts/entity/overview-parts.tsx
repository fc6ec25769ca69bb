import { type ReactNode, useId } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { showDate, showMoment, showMoney, showPeriod, showSum, showTimeLeft } from '#web/lib/format.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Row, Stack, Text } from '#web/ui/layout/stack.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import { StateMark } from '#web/ui/list/state-mark.tsx';
import { type Due, type EntityStep, entityStep, isLate, type Overview, sortDues } from './entity-now.ts';
import styles from './overview-parts.module.css';
import { text } from './text.ts';

/** "Рахунок за жовтень 2026". */
function dueText({ kind, period }: Due): string {
  return formatText(text.kinds[kind], { period: period === null ? '' : showPeriod(period) });
}

function wordsOf(step: EntityStep, now: number): { readonly title: string; readonly body: string } {
  switch (step.kind) {
    case 'reading': {
      const left = showTimeLeft(Date.parse(step.closesAt) - now);
      const facts = { accounts: step.accounts.length, until: showMoment(step.closesAt), left };
      return { title: text.giveReadings, body: formatText(text.giveReadingsBody, facts) };
    }
    case 'overdue':
    case 'pay': {
      const { dueOn, sum } = step.due;
      const facts = {
        what: dueText(step.due),
        sum: showSum(sum),
        date: dueOn === null ? '' : showDate(dueOn),
      };
      if (step.kind === 'overdue') return { title: text.overdue, body: formatText(text.overdueBody, facts) };
      return { title: text.pay, body: formatText(dueOn === null ? text.payNoDay : text.payBody, facts) };
    }
    case 'done':
      return {
        title: text.done,
        body:
          step.opensOn === null
            ? text.doneBody
            : formatText(text.doneOpens, { date: showDate(step.opensOn) }),
      };
  }
}

interface EntityNowProps {
  overview: Overview;
  /** Opens the readings of an account; undefined: who is signed in may not give them. */
  onRead: ((account: string) => void) | undefined;
  /** Opens what is to be paid of an account. */
  onPay: (account: string) => void;
}

/** The one thing to do now, over all accounts. */
export function EntityNow({ overview, onRead, onPay }: EntityNowProps) {
  const id = useId();
  const now = useNow();
  const step = entityStep(overview, now);
  const { title, body } = wordsOf(step, now);
  return (
    <Stack as="section" gap="1" aria-labelledby={id}>
      <Text as="h2" id={id} size="l">
        {title}
      </Text>
      <p>{body}</p>
      {step.kind === 'reading' && onRead && (
        <Row gap="1">
          <Button kind="lamp" onClick={() => onRead(step.accounts[0] ?? '')}>
            {text.toReadings}
          </Button>
        </Row>
      )}
      {(step.kind === 'overdue' || step.kind === 'pay') && (
        <Row gap="1">
          <Button kind="lamp" onClick={() => onPay(step.due.account)}>
            {text.toPayment}
          </Button>
        </Row>
      )}
    </Stack>
  );
}

const columnsOf = (today: string, nameOf: (account: string) => ReactNode): readonly Column<Due>[] => [
  {
    key: 'day',
    title: text.dueOn,
    cell: (due) => (
      <span className={styles.lines}>
        {due.dueOn === null ? text.noDay : showDate(due.dueOn)}
        {isLate(due, today) && <StateMark tone="bad">{text.late}</StateMark>}
      </span>
    ),
  },
  { key: 'what', title: text.dueWhat, cell: dueText },
  { key: 'account', title: text.dueAccount, cell: ({ account }) => nameOf(account) },
  { key: 'sum', title: text.dueSum, numeric: true, cell: ({ sum }) => showMoney(sum) },
];

interface DueListProps {
  overview: Overview;
  /** Name of an account with its link. */
  nameOf: (account: string) => ReactNode;
}

/** What is to be paid, by date: invoices, reactive energy, planned payments, acts. */
export function DueList({ overview: { dues, today }, nameOf }: DueListProps) {
  const id = useId();
  return (
    <Card labelledBy={id}>
      <Stack gap="2">
        <Text as="h2" id={id} size="l">
          {text.dues}
        </Text>
        {dues.length === 0 ? (
          <Text tone="quiet">{text.duesEmpty}</Text>
        ) : (
          <DataTable
            caption={text.duesCaption}
            captionHidden
            phoneLayout={styles.dues}
            columns={columnsOf(today, nameOf)}
            rows={sortDues(dues)}
            rowKey={(due) => JSON.stringify(due)}
          />
        )}
      </Stack>
    </Card>
  );
}
