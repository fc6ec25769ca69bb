import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { OutputOf } from '#contract/define-call.ts';
import type { deskCard } from '#contract/desk.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { isSomeMoney, showDate, showMoment, showMoney, showNumber, showPeriod } from '#web/lib/format.ts';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import { classes } from '#web/ui/classes.ts';
import { Text } from '#web/ui/layout/stack.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { RowsSkeleton } from '#web/ui/skeleton.tsx';
import styles from './desk.module.css';
import { cardQuery, type DeskKey } from './desk-queries.ts';
import { text } from './text.ts';

type Card = OutputOf<typeof deskCard>;

const settledStates: readonly Card['payments'][number]['state'][] = ['confirmed', 'landed', 'matched'];

function Section({ title, rows }: { title: string; rows: readonly ReactNode[] }) {
  return (
    <section className={styles.facts}>
      <h3>{title}</h3>
      {rows.length === 0 ? <p className={styles.quiet}>{text.none}</p> : <ul>{rows}</ul>}
    </section>
  );
}

const dueWords = ({ due, overpaid }: NonNullable<Card['accounts']>[number]) => {
  if (isSomeMoney(due)) return `${showMoney(due)} ${text.dueNow}`;
  return isSomeMoney(overpaid) ? `${showMoney(overpaid)} ${text.overpaid}` : text.evened;
};

/** Whether the readings are of several meters, so that each has to say of which. */
const hasMany = (readings: Card['readings']) => new Set(readings.map(({ meter }) => meter)).size > 1;

/** Name, phone and mailbox, and the contract; of a company the holder is its name. */
function Who({ customer, contract }: Pick<Card, 'customer' | 'contract'>) {
  const name = customer.name || contract?.holder || '';
  const isAnother = contract !== null && contract.holder !== '' && contract.holder !== name;
  return (
    <div className={styles.whoIs}>
      <Link to="/cabinet/admin/management/customers/$id" params={{ id: customer.id }}>
        <b>{name || text.customerPage}</b>
      </Link>
      {customer.phone && <a href={`tel:${customer.phone}`}>{customer.phone}</a>}
      {customer.email && <a href={`mailto:${customer.email}`}>{customer.email}</a>}
      {isAnother && (
        <span className={styles.quiet}>{formatText(text.holder, { name: contract.holder })}</span>
      )}
      {contract && (
        <span className={styles.quiet}>
          {[contract.number && formatText(text.contract, { number: contract.number }), contract.tariff]
            .filter(Boolean)
            .join(' · ')}
        </span>
      )}
    </div>
  );
}

interface CustomerCardProps {
  of: DeskKey;
  onOpen: (key: DeskKey) => void;
  actions: CustomerActions | undefined;
}

/** What can be done about a customer, from other concepts. */
export type CustomerActions = (customerId: string) => ReactNode;

/** Who writes: accounts and what is due, the last readings, bills and payments, and what was asked before. */
export function CustomerCard({ of, onOpen, actions }: CustomerCardProps) {
  const query = useQuery(cardQuery(of));
  return (
    <aside className={styles.card} aria-label={text.card}>
      <h2>{text.card}</h2>
      <QueryPart
        query={query}
        failed={text.cardFailed}
        skeleton={<RowsSkeleton label={text.cardLoading} rows={6} />}
      >
        {({ customer, contract, accounts, readings, bills, payments, conversations }) => (
          <>
            <Who customer={customer} contract={contract} />
            {actions && <div>{actions(customer.id)}</div>}
            {accounts === null ? (
              <Notice kind="warn" title={text.billingAway} />
            ) : (
              <Section
                title={text.accounts}
                rows={accounts.map((account) => (
                  <li key={account.account}>
                    <Text as="b" isNumeric>
                      {account.account}
                    </Text>
                    <Text as="span" isNumeric>
                      {dueWords(account)}
                    </Text>
                    <span className={classes(styles.quiet, styles.wholeRow)}>{account.address}</span>
                  </li>
                ))}
              />
            )}
            <Section
              title={text.readings}
              rows={readings.map(({ day, meter, registers, state }) => (
                <li key={`${day} ${meter} ${state}`}>
                  <span>{showDate(day)}</span>
                  <Text as="span" isNumeric>
                    {registers.map(({ zone, value }) => (
                      <span key={zone} className={styles.zone}>
                        {`${text.zones[zone]} ${showNumber(value)}`.trim()}
                      </span>
                    ))}
                  </Text>
                  <span className={styles.quiet}>
                    {hasMany(readings) ? `${meter}, ${text.readingStates[state]}` : text.readingStates[state]}
                  </span>
                </li>
              ))}
            />
            <Section
              title={text.bills}
              rows={bills.map(({ period, sum, open }) => (
                // An invoice of the operator stands beside that of the supplier.
                <li key={`${period} ${sum} ${open}`}>
                  <span>{showPeriod(period)}</span>
                  <Text as="span" isNumeric>
                    {showMoney(sum)}
                  </Text>
                  {isSomeMoney(open) && (
                    <span className={styles.quiet}>
                      {open === sum ? text.allOpen : formatText(text.openSum, { sum: showMoney(open) })}
                    </span>
                  )}
                </li>
              ))}
            />
            <Section
              title={text.payments}
              rows={payments.map(({ startedAt, sum, state }) => (
                <li key={startedAt}>
                  <span title={showMoment(startedAt)}>{showMoment(startedAt).slice(0, 10)}</span>
                  <Text as="span" isNumeric>
                    {showMoney(sum)}
                  </Text>
                  <span className={styles.quiet}>
                    {settledStates.includes(state) ? text.paid : text.notPaid}
                  </span>
                </li>
              ))}
            />
            <Section
              title={text.earlier}
              rows={conversations.map(({ account, id, number, title, state }) => (
                <li key={id}>
                  <button
                    type="button"
                    className={classes(styles.link, styles.wholeRow)}
                    onClick={() => onOpen({ account, id })}
                  >
                    {formatText(text.number, { number })} {title}
                  </button>
                  <span className={classes(styles.quiet, styles.wholeRow)}>{text.states[state]}</span>
                </li>
              ))}
            />
          </>
        )}
      </QueryPart>
    </aside>
  );
}
