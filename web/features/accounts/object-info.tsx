import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { objectInfo, savedFrom, saveObject } from '#contract/accounts/accounts.ts';
import type { InputOf } from '#contract/define-call.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { accountQuery } from '#web/lib/account-query.ts';
import { callApi } from '#web/lib/api.ts';
import { failureOf } from '#web/lib/api-failure.ts';
import { showMoment } from '#web/lib/format.ts';
import { objectInfoRead } from '#web/session/account-changes.ts';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { FailedPart } from '#web/ui/failed-part.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { AccountCard } from './account-card.tsx';
import { text } from './manage-text.ts';
import { ObjectFacts, StoredFacts } from './object-facts.tsx';
import styles from './object-info.module.css';

const toSaveInput = (
  acc: string,
): Omit<Extract<InputOf<typeof saveObject>, { type: typeof savedFrom.billing }>, 'token'> => ({
  type: savedFrom.billing,
  acc,
});

/** Contract, address and bank details of an object, loaded when opened. */
export function ObjectInfo({ account }: { account: string }) {
  const [wasOpened, setOpened] = useState(false);
  return (
    <Disclosure summary={text.info} onOpen={() => setOpened(true)}>
      {wasOpened && <OpenedInfo account={account} />}
    </Disclosure>
  );
}

function OpenedInfo({ account }: { account: string }) {
  const { data, error, isFetching, refetch } = useQuery(accountQuery(objectInfo, account));

  // Stores the loaded data for the time when billing is down; a failure to store is ignored.
  useEffect(() => {
    if (!data || data.keptAt !== null) return;
    callApi(saveObject, toSaveInput(account)).catch(() => undefined);
  }, [account, data]);
  useEffect(() => {
    if (data) objectInfoRead(account, data);
  }, [account, data]);

  if (data) {
    return (
      <div className={styles.info} aria-busy={isFetching || undefined}>
        {data.keptAt !== null && (
          <Notice kind="info" live="status">
            {formatText(text.infoKept, { moment: showMoment(data.keptAt) })}
          </Notice>
        )}
        <ObjectFacts info={data}>
          <AccountCard account={account} />
        </ObjectFacts>
      </div>
    );
  }
  if (error) {
    return (
      <div className={styles.info}>
        <FailedPart
          title={text.infoFailed}
          message={failureOf(error).message}
          retryLabel={text.retry}
          retrying={isFetching}
          onRetry={() => refetch()}
        />
        <StoredFacts account={account} />
      </div>
    );
  }
  return (
    <div className={styles.waiting} aria-busy="true">
      {['customer', 'place', 'bank'].map((group) => (
        <div key={group}>
          <Skeleton shape="short" />
          <Skeleton />
          <Skeleton />
          <Skeleton />
        </div>
      ))}
      <VisuallyHidden>{text.infoLoading}</VisuallyHidden>
    </div>
  );
}
