import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { personBalance } from '#contract/balance.ts';
import { accountQuery } from '#web/lib/account-query.ts';
import { showSum } from '#web/lib/format.ts';
import type { PersonAccount } from '#web/session/session-types.ts';
import { classes } from '#web/ui/classes.ts';
import { Icon } from '#web/ui/icon.tsx';
import { arrowRight, plus } from '#web/ui/icons.ts';
import styles from '#web/ui/panes.module.css';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { text } from './text.ts';

/** The objects of a person who has not chosen one: large panes, each with what is to be paid for it; the last one adds another. */
export function ObjectChoice({ accounts }: { accounts: readonly PersonAccount[] }) {
  return (
    <ul className={styles.panes}>
      {accounts.map((item) => (
        <li key={item.account}>
          <Link to="/cabinet/person" search={{ account: item.account }} className={styles.pane}>
            <span className={styles.name}>
              {item.objectName}
              <Icon drawing={arrowRight} size={24} />
            </span>
            <span className={styles.account}>
              {text.account} {item.account}
            </span>
            <ToPay account={item.account} />
          </Link>
        </li>
      ))}
      <li>
        <Link to="/cabinet/person/add-apart" className={classes(styles.pane, styles.addPane)}>
          <Icon drawing={plus} size={24} />
          {text.add}
        </Link>
      </li>
    </ul>
  );
}

/** A sum that can't be had is left out: the object can be chosen all the same. */
function ToPay({ account }: { account: string }) {
  const { data, isPending } = useQuery(accountQuery(personBalance, account));
  if (isPending) return <Skeleton shape="short" />;
  if (!data || data.balance.ballanceError) return null;
  return (
    <span className={styles.toPay}>
      {text.toPay} <b>{showSum(data.balance.debet)}</b>
    </span>
  );
}
