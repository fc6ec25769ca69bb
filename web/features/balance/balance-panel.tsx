import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { personBalance } from '#contract/balance.ts';
import type { OutputOf } from '#contract/define-call.ts';
import { listPayments } from '#contract/payments/payments.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { isSomeMoney, showDate, showMoney, showMonthName, showSum } from '#web/lib/format.ts';
import { accountQuery } from '#web/lib/query/account-query.ts';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import { useNow } from '#web/lib/use-now.ts';
import { Text } from '#web/ui/layout/stack.tsx';
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx';
import { MoneyFigure } from '#web/ui/money-figure.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { balanceFacts } from './balance-facts.ts';
import styles from './balance-panel.module.css';
import { text } from './text.ts';

interface TransitLinkProps {
  account: string;
  link: (paymentId: string | undefined, words: string) => ReactNode;
}

/** Links to the payment in transit; to the list of payments when there are several or while that is unknown. */
function TransitLink({ account, link }: TransitLinkProps) {
  const { data } = useQuery(accountQuery(listPayments, account, { state: 'inTransit', limit: 2 }));
  const [only, ...others] = data?.payments ?? [];
  return link(others.length === 0 ? only?.paymentId : undefined, text.toTransit);
}

interface BalancePanelProps {
  account: string;
  /** Links to the pages that explain the sum. */
  links: ReactNode;
  /**
   * Wraps the words about money in transit in a link: to the payment when there is one, else to the list of payments.
   */
  transitLink: (paymentId: string | undefined, words: string) => ReactNode;
}

/**
 * The amount due as the largest figure of the page, and next to it what is not debt: overpayment, money in transit,
 * acts.
 */
export function BalancePanel(props: BalancePanelProps) {
  const query = useQuery(accountQuery(personBalance, props.account));
  return (
    <QueryPart query={query} failed={text.failed} skeleton={<BalanceSkeleton />}>
      {({ balance }) => <BalanceFigures {...props} balance={balance} />}
    </QueryPart>
  );
}

function BalanceSkeleton() {
  return (
    <div className={styles.panel}>
      <Text size="l" tone="quiet">
        {text.toPay}
      </Text>
      <Skeleton shape="figure" />
      <Skeleton />
      <VisuallyHidden>{text.loading}</VisuallyHidden>
    </div>
  );
}

interface BalanceFiguresProps extends BalancePanelProps {
  balance: OutputOf<typeof personBalance>['balance'];
}

function BalanceFigures({ account, links, transitLink, balance }: BalanceFiguresProps) {
  const now = useNow();
  if (balance.ballanceError) return <Notice kind="warn">{text.incomplete}</Notice>;
  const facts = balanceFacts(balance);
  // With nothing to pay the main figure is the overpayment.
  const isOverpaid = facts.overpaid !== undefined && !isSomeMoney(facts.toPay);
  const figure = isOverpaid ? (facts.overpaid ?? facts.toPay) : facts.toPay;
  return (
    <div className={styles.panel}>
      <Text size="l" tone="quiet">
        {isOverpaid ? text.overpaid : text.toPay}
      </Text>
      <p className={styles.sum}>
        <MoneyFigure sum={showMoney(figure)} unit={text.unit} size="xl" />
      </p>
      <dl className={styles.facts}>
        {facts.overpaid && !isOverpaid && (
          <div>
            <dt>{text.overpaid}</dt>
            <dd>{showSum(facts.overpaid)}</dd>
          </div>
        )}
        {facts.inTransit && (
          <div>
            <dt>{text.inTransit}</dt>
            <dd>
              {showSum(facts.inTransit.sum)}
              {facts.inTransit.until && (
                <span>{text.inTransitUntil.replace('{date}', showDate(facts.inTransit.until))}</span>
              )}
              <TransitLink account={account} link={transitLink} />
            </dd>
          </div>
        )}
        {facts.acts && (
          <div>
            <dt>{text.acts}</dt>
            <dd>{showSum(facts.acts.sum)}</dd>
          </div>
        )}
        {facts.expected && (
          <div>
            <dt>{text.expected.replace('{month}', showMonthName(kyivDateOf(now)))}</dt>
            <dd>{showSum(facts.expected)}</dd>
          </div>
        )}
      </dl>
      {facts.noForecast && (
        <Text size="s" tone="quiet">
          {text.noForecast.replace('{why}', facts.noForecast)}
        </Text>
      )}
      {links}
    </div>
  );
}
