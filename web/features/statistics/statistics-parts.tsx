import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { showNumber } from '#web/lib/format.ts';
import { QueryFailure } from '#web/lib/query/query-part.tsx';
import { amountsRead } from '#web/session/account-changes.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import amountsStyles from './amounts.module.css';
import { amountQuery, type Counted } from './api.ts';
import styles from './own-roles.module.css';
import { text } from './text.ts';

/** The permissions of the administrator, in words. */
export function OwnRoles() {
  const roles = useSessionStore((state) => state.admin.roles);
  return (
    <section className={styles.part} aria-labelledby="own-roles">
      <h2 id="own-roles">{text.yourRoles}</h2>
      {roles.length === 0 ? (
        <p>{text.noRoles}</p>
      ) : (
        <ul className={styles.roles}>
          {roles.map((role) => (
            <li key={role}>
              <b>{text.roles[role].name}</b>
              {text.roles[role].does}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** One count with its label; shows the previous one while loading. */
function AmountFigure({ counted }: { counted: Counted }) {
  const previous = useSessionStore(({ admin }) =>
    counted === 'entities' ? admin.amountEntity : admin.amountPerson,
  );
  const { data, error, isFetching, refetch } = useQuery(amountQuery(counted));
  useEffect(() => {
    if (data !== undefined)
      amountsRead(counted === 'entities' ? { amountEntity: data } : { amountPerson: data });
  }, [counted, data]);
  const amount = data ?? previous;
  return (
    <div className={amountsStyles.figure}>
      <dt>{text[counted]}</dt>
      <dd>
        {error ? (
          <QueryFailure query={{ error, isFetching, refetch }} title={text.amountFailed} />
        ) : amount === undefined ? (
          <>
            <Skeleton shape="figure" />
            <VisuallyHidden>{text.loading}</VisuallyHidden>
          </>
        ) : (
          <b>{showNumber(amount)}</b>
        )}
      </dd>
    </div>
  );
}

/** The number of customers of each kind with a cabinet; each count has its own failure state. */
export function Amounts() {
  return (
    <section aria-label={text.customers}>
      <dl className={amountsStyles.figures}>
        <AmountFigure counted="persons" />
        <AmountFigure counted="entities" />
      </dl>
    </section>
  );
}
