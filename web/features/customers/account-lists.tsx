import { queryOptions } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import {
  accountBillPdf,
  listAccountActs,
  listAccountBills,
  listAccountCabinets,
  listAccountConversations,
  listAccountMessages,
  listAccountPayments,
  listAccountReadings,
} from '#contract/accounts/account-card.ts';
import type { OutputOf } from '#contract/define-call.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { formatPhone, parsePhone } from '#domain/identifiers/contacts.ts';
import { downloadFile, queryApi } from '#web/lib/api.ts';
import {
  isSomeMoney,
  showDate,
  showMoment,
  showMoney,
  showNumber,
  showPeriod,
  showSum,
} from '#web/lib/format.ts';
import { DownloadButtons } from '#web/lib/list/download-buttons.tsx';
import { defineList, RecordList } from '#web/lib/list/record-list.tsx';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import type { Column } from '#web/ui/list/data-table.tsx';
import { StateMark, type StateTone } from '#web/ui/list/state-mark.tsx';
import { MoneyFigure } from '#web/ui/money-figure.tsx';
import {
  conversationColumns,
  conversationList,
  emptyNote,
  messageColumns,
  messageList,
  noFilter,
  partsOf,
} from './customer-lists.tsx';
import styles from './customers.module.css';
import { text } from './text.ts';

const { account: words } = text;

/** A second line of a cell. */
const under = (line: string) =>
  line && (
    <Text as="span" size="s" tone="quiet">
      {line}
    </Text>
  );

type Bills = OutputOf<typeof listAccountBills>;
type Bill = Bills['bills'][number];

const billList = defineList({
  query: partsOf<Bills>('accountBills', (account, part, signal) =>
    queryApi(listAccountBills, { account, ...part }, { signal }),
  ),
  words: words.bills,
  caption: () => words.part.bills,
  empty: emptyNote(words.bills.empty),
  rows: (pages) => pages.flatMap(({ bills }) => bills),
  rowKey: ({ period, kind }: Bill) => `${period} ${kind}`,
  skeletonRows: 6,
});

const billTones: Readonly<Record<Bill['state'], StateTone>> = { paid: 'good', due: 'wait', overdue: 'bad' };

const billColumns = (account: string): readonly Column<Bill>[] => [
  {
    key: 'period',
    title: words.bills.period,
    cell: ({ period, kind, number }) => (
      <Stack as="span" gap="05">
        <span>{showPeriod(period)}</span>
        {under(formatText(words.bills.fileOf, { kind: words.bills.kinds[kind], number }))}
      </Stack>
    ),
  },
  {
    key: 'sum',
    title: words.bills.sum,
    numeric: true,
    isMain: true,
    cell: ({ sum }) => showMoney(sum),
  },
  {
    key: 'state',
    title: words.bills.state,
    cell: ({ state, open, dueOn, isEstimated }) => (
      <Stack as="span" gap="05">
        <StateMark tone={billTones[state]}>
          {formatText(words.bills.states[state], { open: showSum(open), day: showDate(dueOn) })}
        </StateMark>
        {under(isEstimated ? words.bills.estimated : '')}
      </Stack>
    ),
  },
  {
    key: 'file',
    title: words.bills.file,
    cell: ({ period, kind, number }) => (
      <DownloadButtons
        label={formatText(words.bills.fileOf, { kind: words.bills.kinds[kind], number })}
        labels={{ pdf: words.bills.pdf }}
        busyLabel={words.bills.busy}
        download={() => downloadFile(accountBillPdf, { account, period, kind })}
      />
    ),
  },
];

/** Bills and invoices of an account with what is due of each; each is kept as the customer gets it. */
export function AccountBills({ account }: { account: string }) {
  return (
    <RecordList
      list={billList}
      context={account}
      filter={noFilter}
      view={{ className: styles.accounts, columns: () => billColumns(account) }}
    />
  );
}

type Payments = OutputOf<typeof listAccountPayments>;
type Payment = Payments['payments'][number];

const paymentList = defineList({
  query: partsOf<Payments>('accountPayments', (account, part, signal) =>
    queryApi(listAccountPayments, { account, ...part }, { signal }),
  ),
  words: words.payments,
  caption: () => words.part.payments,
  empty: emptyNote(words.payments.empty),
  rows: (pages) => pages.flatMap(({ payments }) => payments),
  rowKey: ({ paymentId }: Payment) => paymentId,
  skeletonRows: 6,
});

const paymentTones: Readonly<Record<Payment['state'], StateTone>> = {
  started: 'note',
  sent: 'note',
  confirmed: 'wait',
  landed: 'good',
  matched: 'good',
  failed: 'bad',
  expired: 'void',
  reversed: 'void',
  refunded: 'void',
};

const paymentColumns: readonly Column<Payment>[] = [
  {
    key: 'order',
    title: words.payments.order,
    cell: ({ orderId }) => (
      <Link to="/cabinet/admin/payments" search={{ q: orderId }}>
        {orderId}
      </Link>
    ),
  },
  {
    key: 'sum',
    title: words.ledger.sum,
    numeric: true,
    isMain: true,
    cell: ({ sum }) => showSum(sum),
  },
  { key: 'at', title: words.ledger.at, cell: ({ startedAt }) => showMoment(startedAt) },
  {
    key: 'state',
    title: text.conversations.state,
    cell: ({ state }) => <StateMark tone={paymentTones[state]}>{words.payments.states[state]}</StateMark>,
  },
];

/** The payments of an account; each leads to its way and its refund. */
export function AccountPayments({ account }: { account: string }) {
  return (
    <RecordList
      list={paymentList}
      context={account}
      filter={noFilter}
      view={{ className: styles.accounts, columns: () => paymentColumns }}
    />
  );
}

type Readings = OutputOf<typeof listAccountReadings>;
type Reading = Readings['readings'][number];

const readingList = defineList({
  query: partsOf<Readings>('accountReadings', (account, part, signal) =>
    queryApi(listAccountReadings, { account, ...part }, { signal }),
  ),
  words: words.readings,
  caption: () => words.part.readings,
  empty: emptyNote(words.readings.empty),
  rows: (pages) => pages.flatMap(({ readings }) => readings),
  rowKey: ({ meterSerial, effectiveDate, submittedAt, source, state }: Reading) =>
    [meterSerial, effectiveDate, submittedAt, source, state].join(' '),
  skeletonRows: 6,
});

const readingTones: Readonly<Record<Reading['state'], StateTone>> = {
  accepted: 'good',
  underReview: 'wait',
  rejected: 'bad',
  superseded: 'void',
};

const readingColumns: readonly Column<Reading>[] = [
  {
    key: 'day',
    title: words.readings.day,
    cell: ({ effectiveDate, period }) => (
      <Stack as="span" gap="05">
        <span>{showDate(effectiveDate)}</span>
        {under(showPeriod(period))}
      </Stack>
    ),
  },
  { key: 'meter', title: words.readings.meter, cell: ({ meterSerial }) => meterSerial },
  {
    key: 'values',
    title: words.readings.values,
    numeric: true,
    isMain: true,
    cell: ({ registers }) =>
      registers.map(({ zone, value }) => (
        <span key={zone} className={styles.person}>
          {words.readings.zones[zone]} {value}
        </span>
      )),
  },
  {
    key: 'used',
    title: words.readings.used,
    numeric: true,
    cell: ({ kwh }) => (
      <>
        <span className={styles.phoneWord}>{words.readings.used} </span>
        {kwh === null ? text.nothing : showNumber(kwh)}
      </>
    ),
    isBlank: ({ kwh }) => kwh === null,
  },
  {
    key: 'who',
    title: words.readings.who,
    cell: ({ source, submittedAt, receiptNumber, hasPhoto }) => (
      <Stack as="span" gap="05">
        <span>
          {words.readings.sources[source]}, {showMoment(submittedAt)}
        </span>
        {under(
          [
            receiptNumber && formatText(words.readings.receipt, { number: receiptNumber }),
            hasPhoto && words.readings.photo,
          ]
            .filter(Boolean)
            .join(', '),
        )}
      </Stack>
    ),
  },
  {
    key: 'state',
    title: words.readings.state,
    cell: ({ state, reason }) => (
      <Stack as="span" gap="05">
        <StateMark tone={readingTones[state]}>{words.readings.states[state]}</StateMark>
        {under(reason)}
      </Stack>
    ),
  },
];

/** Readings of an account: meter, zones, consumption, who gave them and what became of them. */
export function AccountReadings({ account }: { account: string }) {
  return (
    <RecordList
      list={readingList}
      context={account}
      filter={noFilter}
      view={{ className: styles.accounts, columns: () => readingColumns }}
    />
  );
}

type Acts = OutputOf<typeof listAccountActs>;
type Act = Acts['acts'][number];

const actList = defineList({
  whole: (account: string) =>
    queryOptions({
      queryKey: ['accountActs', account] as readonly unknown[],
      queryFn: ({ signal }) => queryApi(listAccountActs, { account }, { signal }),
    }),
  words: words.acts,
  caption: () => words.part.acts,
  empty: emptyNote(words.acts.empty),
  rows: (pages) => pages.flatMap(({ acts }) => acts),
  rowKey: ({ actNumber }: Act) => actNumber,
  head: ({ owed }: Acts) => ({
    name: words.acts.owed,
    figure: <MoneyFigure sum={showMoney(owed)} unit={words.ledger.hryvnia} size="l" />,
  }),
  skeletonRows: 3,
});

const actTone = ({ state, isOverdue }: Act): StateTone =>
  state === 'cancelled' ? 'void' : state === 'paid' ? 'good' : isOverdue ? 'bad' : 'wait';

const actColumns = (account: string): readonly Column<Act>[] => [
  {
    key: 'number',
    title: words.acts.number,
    cell: ({ actNumber, drawnOn, clause }) => (
      <Stack as="span" gap="05">
        <span>
          <Link to="/cabinet/admin/management/acts" search={{ account }}>
            {formatText(words.acts.numberOf, { number: actNumber })}
          </Link>
          , {showDate(drawnOn)}
        </span>
        {under(clause)}
      </Stack>
    ),
  },
  { key: 'sum', title: words.acts.sum, numeric: true, isMain: true, cell: ({ sum }) => showMoney(sum) },
  {
    key: 'open',
    title: words.acts.open,
    numeric: true,
    cell: ({ owed, dueOn }) => (
      <Stack as="span" gap="05">
        <span>
          <span className={styles.phoneWord}>{words.acts.open} </span>
          {isSomeMoney(owed) ? showMoney(owed) : text.nothing}
        </span>
        {under(
          isSomeMoney(owed) && dueOn !== null ? formatText(words.acts.due, { date: showDate(dueOn) }) : '',
        )}
      </Stack>
    ),
    isBlank: ({ owed }) => !isSomeMoney(owed),
  },
  {
    key: 'state',
    title: words.acts.state,
    cell: (act) => <StateMark tone={actTone(act)}>{words.acts.states[act.state]}</StateMark>,
  },
];

/** Violation acts of an account and what is due for them; each leads to the page that keeps them. */
export function AccountActs({ account }: { account: string }) {
  return (
    <RecordList
      list={actList}
      context={account}
      filter={noFilter}
      gap="2"
      view={{ className: styles.accounts, columns: () => actColumns(account) }}
    />
  );
}

type Cabinets = OutputOf<typeof listAccountCabinets>;
type Cabinet = Cabinets['cabinets'][number];

const cabinetList = defineList({
  whole: (account: string) =>
    queryOptions({
      queryKey: ['accountCabinets', account] as readonly unknown[],
      queryFn: ({ signal }) => queryApi(listAccountCabinets, { account }, { signal }),
    }),
  words: words.cabinets,
  caption: () => words.part.cabinets,
  empty: emptyNote(words.cabinets.empty),
  rows: (pages) => pages.flatMap(({ cabinets }) => cabinets),
  rowKey: ({ id }: Cabinet) => id,
  skeletonRows: 2,
});

const showPhone = (phone: string) => {
  const parsed = parsePhone(phone);
  return parsed ? formatPhone(parsed) : phone;
};

interface AccountCabinetsProps {
  account: string;
  /** What may be done with a cabinet: of another concept. Absent: nothing. */
  actions?: ((customerId: string) => ReactNode) | undefined;
}

const cabinetColumns = (actions: AccountCabinetsProps['actions']): readonly Column<Cabinet>[] => [
  {
    key: 'customer',
    title: words.cabinets.customer,
    cell: ({ id, name, type, isBlocked }) => (
      <Stack as="span" gap="05">
        <Link to="/cabinet/admin/management/customers/$id" params={{ id }}>
          {name || words.cabinets.unnamed}
        </Link>
        {under(text.types[type])}
        {isBlocked && <StateMark tone="bad">{words.cabinets.blocked}</StateMark>}
      </Stack>
    ),
  },
  { key: 'phone', title: words.cabinets.phone, cell: ({ phone }) => showPhone(phone) || text.nothing },
  {
    key: 'added',
    title: words.cabinets.added,
    cell: ({ addedAt }) => (
      <>
        <span className={styles.phoneWord}>{words.cabinets.added} </span>
        {showMoment(addedAt)}
      </>
    ),
  },
  ...(actions ? [{ key: 'act', title: words.cabinets.act, cell: ({ id }: Cabinet) => actions(id) }] : []),
];

/** In whose cabinets an account stands; each leads to the card of its customer. */
export function AccountCabinets({ account, actions }: AccountCabinetsProps) {
  return (
    <RecordList
      list={cabinetList}
      context={account}
      filter={noFilter}
      view={{ className: styles.accounts, columns: () => cabinetColumns(actions) }}
    />
  );
}

const aboutAccount = messageList('accountMessages', words.messages, (account, part, signal) =>
  queryApi(listAccountMessages, { account, ...part }, { signal }),
);

/** Messages about an account and how far each has come. */
export function AccountMessages({ account }: { account: string }) {
  return (
    <RecordList
      list={aboutAccount}
      context={account}
      filter={noFilter}
      view={{ className: '', columns: () => messageColumns }}
    />
  );
}

const ofAccount = conversationList('accountConversations', words.conversations, (account, part, signal) =>
  queryApi(listAccountConversations, { account, ...part }, { signal }),
);

const ownColumns = conversationColumns.filter(({ key }) => key !== 'account');

/** The conversations about an account; each leads to the desk. */
export function AccountConversations({ account }: { account: string }) {
  return (
    <RecordList
      list={ofAccount}
      context={account}
      filter={noFilter}
      view={{ className: '', columns: () => ownColumns }}
    />
  );
}
