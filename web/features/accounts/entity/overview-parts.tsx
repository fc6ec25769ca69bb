import { type ReactNode, useId } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { showDate, showMoment, showMoney, showPeriod, showSum, showTimeLeft } from '#web/lib/format.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { Disclosure } from '#web/ui/layout/disclosure.tsx';
import { Row, Stack, Text } from '#web/ui/layout/stack.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import { StateMark } from '#web/ui/list/state-mark.tsx';
import {
  type Due,
  type EntityDuties,
  type EntityStep,
  entitySteps,
  isLate,
  nextOpening,
  type Overview,
  sortDues,
} from './entity-now.ts';
import styles from './overview-parts.module.css';
import { text } from './text.ts';

/** "Рахунок за жовтень 2026". */
function dueText({ kind, period }: Due): string {
  return formatText(text.kinds[kind], { period: period === null ? '' : showPeriod(period) });
}

interface StepWords {
  readonly title: string;
  readonly body: string;
  /** Of the button or link that leads there. */
  readonly action: string;
}

function wordsOf(step: EntityStep, now: number, nameOf: (account: string) => string): StepWords {
  switch (step.kind) {
    case 'reading': {
      const left = showTimeLeft(Date.parse(step.closesAt) - now);
      const facts = { accounts: step.accounts.length, until: showMoment(step.closesAt), left };
      const body = formatText(text.giveReadingsBody, facts);
      return { title: text.giveReadings, body, action: text.toReadings };
    }
    case 'overdue':
    case 'pay': {
      const { dueOn, sum } = step.due;
      const facts = {
        what: dueText(step.due),
        sum: showSum(sum),
        date: dueOn === null ? '' : showDate(dueOn),
      };
      const isLateNow = step.kind === 'overdue';
      const body = isLateNow ? text.overdueBody : dueOn === null ? text.payNoDay : text.payBody;
      return {
        title: isLateNow ? text.overdue : text.pay,
        body: formatText(body, facts),
        action: text.toPayment,
      };
    }
    case 'act': {
      const facts = { name: nameOf(step.account), period: showPeriod(step.period), n: step.count };
      const body = formatText(step.count === 1 ? text.signActBody : text.signActsBody, facts);
      return { title: text.signAct, body, action: text.toAct };
    }
    case 'declined': {
      const { period, deadline, reason } = step;
      const facts = { name: nameOf(step.account), date: showDate(deadline), reason };
      return {
        title: formatText(text.declined, { period: showPeriod(period) }),
        body: formatText(text.declinedBody, facts),
        action: text.toCorrection,
      };
    }
    case 'near': {
      const { percent, points } = step;
      const facts = { name: nameOf(step.account), percent: percent ?? '∞', n: points };
      // The account as a whole may be far from its limit while some of its points are near theirs.
      const isWhole = points === 0 || percent === null || percent >= 90;
      return {
        title: formatText(text.near, { period: showPeriod(step.period) }),
        body: formatText(isWhole ? text.nearBody : text.nearPoints, facts),
        action: text.toLimits,
      };
    }
  }
}

/** What a step is about, for its place in a list. */
const keyOf = (step: EntityStep) => JSON.stringify(step);

interface EntityNowProps {
  overview: Overview;
  duties: EntityDuties;
  nameOf: (account: string) => string;
  /** Opens what a step is about. */
  linkTo: (step: EntityStep, words: ReactNode, isFirst: boolean) => ReactNode;
}

/** More steps than this are folded. */
const maxOpenSteps = 4;

/** What is to be done now, over all accounts: the first thing with the lamp, the others below. */
export function EntityNow({ overview, duties, nameOf, linkTo }: EntityNowProps) {
  const id = useId();
  const now = useNow();
  const [first, ...further] = entitySteps(overview, now, duties);
  if (first === undefined) return <NothingToDo id={id} overview={overview} duties={duties} />;
  const { title, body, action } = wordsOf(first, now, nameOf);
  const list = (steps: readonly EntityStep[]) => (
    <Stack as="ul" gap="15">
      {steps.map((step) => {
        const words = wordsOf(step, now, nameOf);
        return (
          <li key={keyOf(step)}>
            <Text>{linkTo(step, words.title, false)}</Text>
            <Text size="s" tone="quiet">
              {words.body}
            </Text>
          </li>
        );
      })}
    </Stack>
  );
  return (
    <section className={styles.now} aria-labelledby={id}>
      <Stack gap="1">
        <Text as="h2" id={id} size="l">
          {title}
        </Text>
        <p>{body}</p>
        <Row gap="1">{linkTo(first, action, true)}</Row>
      </Stack>
      {further.length > 0 && (
        <Stack gap="15">
          <Text as="h3" isStrong>
            {text.alsoToDo}
          </Text>
          {list(further.slice(0, maxOpenSteps))}
          {further.length > maxOpenSteps && (
            <Disclosure summary={formatText(text.moreToDo, { n: further.length - maxOpenSteps })}>
              {list(further.slice(maxOpenSteps))}
            </Disclosure>
          )}
        </Stack>
      )}
    </section>
  );
}

/** All is done; of a role with some rights only what it may do. */
function NothingToDo({ id, overview, duties }: Pick<EntityNowProps, 'overview' | 'duties'> & { id: string }) {
  const opensOn = nextOpening(overview, useNow());
  const { givesReadings, pays } = duties;
  const opens = opensOn === null ? '' : formatText(text.opens, { date: showDate(opensOn) });
  const body =
    givesReadings && pays
      ? opensOn === null
        ? text.doneBody
        : `${text.nothingToPay} ${opens}`
      : [text.doneForRole, givesReadings && opens].filter(Boolean).join(' ');
  return (
    <Stack as="section" gap="1" aria-labelledby={id}>
      <Text as="h2" id={id} size="l">
        {text.done}
      </Text>
      <p>{body}</p>
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
