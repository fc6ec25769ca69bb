import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureOf } from '#web/lib/api-failure.ts';
import { plainAccount } from '#web/lib/typed-values.ts';
import { FailedPart } from '#web/ui/failed-part.tsx';
import { FilterBar } from '#web/ui/filter-bar.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { RowsSkeleton } from '#web/ui/rows-skeleton.tsx';
import { masterDataQuery } from './api.ts';
import { ChangeForm } from './change-form.tsx';
import { ChangeHistory } from './change-history.tsx';
import styles from './master-data.module.css';
import { text } from './text.ts';

interface MasterDataProps {
  /** The chosen account; it is in the URL. */
  account: string;
  onAccount: (account: string) => void;
  mayChange: boolean;
}

/** Finds an account, shows its master data and dated changes, and records a change. */
export function MasterDataSection({ account, onAccount, mayChange }: MasterDataProps) {
  return (
    <div className={styles.section}>
      <FilterBar
        label={text.form}
        applyLabel={text.find}
        clearLabel={text.clear}
        onApply={({ account: typed }) => onAccount(plainAccount(typed ?? ''))}
        fields={[
          {
            kind: 'search',
            name: 'account',
            label: text.account,
            value: account,
            maxLength: 20,
            inputMode: 'numeric',
          },
        ]}
      />
      {account === '' ? (
        <Notice kind="info">{text.start}</Notice>
      ) : (
        <OfAccount key={account} account={account} mayChange={mayChange} />
      )}
    </div>
  );
}

function OfAccount({ account, mayChange }: { account: string; mayChange: boolean }) {
  const client = useQueryClient();
  const query = masterDataQuery(account);
  const { data, error, isFetching, refetch } = useQuery(query);
  const [message, setMessage] = useState<string>();
  if (!data) {
    if (!error) return <RowsSkeleton label={text.loading} rows={5} />;
    const failure = failureOf(error);
    const isUnknown = failure.code === 'common.notFound' || failure.issues.length > 0;
    return isUnknown ? (
      <Notice kind="info" live="status">
        {text.unknown}
      </Notice>
    ) : (
      <FailedPart
        title={text.failed}
        message={failure.message}
        retryLabel={text.retry}
        retrying={isFetching}
        onRetry={() => refetch()}
      />
    );
  }
  return (
    <>
      {message && (
        <Notice kind="good" live="status">
          {message}
        </Notice>
      )}
      <ChangeHistory masterData={data} />
      {mayChange && (
        <ChangeForm
          account={account}
          masterData={data}
          onRecorded={(words) => {
            setMessage(words);
            void client.invalidateQueries(query);
          }}
        />
      )}
    </>
  );
}
