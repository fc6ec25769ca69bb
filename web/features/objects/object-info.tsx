import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { InputOf } from '#contract/define-call.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { objectInfo, savedFrom, saveObject } from '#contract/objects.ts';
import { accountQuery } from '#web/lib/account-query.ts';
import { callApi } from '#web/lib/api.ts';
import { failureOf } from '#web/lib/api-failure.ts';
import { showMoment } from '#web/lib/format.ts';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { FailedPart } from '#web/ui/failed-part.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { text } from './manage-text.ts';
import { ObjectFacts } from './object-facts.tsx';
import styles from './object-info.module.css';

/** The server keeps what the billing says itself, where to pay included. */
const readAnew = (
  acc: string,
): Omit<Extract<InputOf<typeof saveObject>, { type: typeof savedFrom.billing }>, 'token'> => ({
  type: savedFrom.billing,
  acc,
});

/** Contract, place and bank details of an object, read when it is opened. */
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

  // What was just read is kept for the time when the billing does not answer; that this fails harms nothing.
  useEffect(() => {
    if (!data || data.keptAt !== null) return;
    callApi(saveObject, readAnew(account)).catch(() => undefined);
  }, [account, data]);

  if (data) {
    return (
      <div className={styles.info} aria-busy={isFetching || undefined}>
        {data.keptAt !== null && (
          <Notice kind="info" live="status">
            {formatText(text.infoKept, { moment: showMoment(data.keptAt) })}
          </Notice>
        )}
        <ObjectFacts info={data} />
      </div>
    );
  }
  if (error) {
    return (
      <FailedPart
        title={text.infoFailed}
        message={failureOf(error).message}
        retryLabel={text.retry}
        retrying={isFetching}
        onRetry={() => refetch()}
      />
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
