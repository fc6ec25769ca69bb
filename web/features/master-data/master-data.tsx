import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { tidyField } from '#contract/field-rules.ts';
import { showDate, showMoment } from '#web/lib/format.ts';
import { type FilterDefinition, ListFilter } from '#web/lib/list/record-list.tsx';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { RowsSkeleton } from '#web/ui/skeleton.tsx';
import { type ChangeKind, type MasterData, masterDataQuery, type RecordedChange } from './api.ts';
import formStyles from './change-form.module.css';
import { ChangeForm } from './change-form.tsx';
import { showPower, titleOf, titleOfTariff, valuesOf } from './describe-change.ts';
import styles from './master-data.module.css';
import { ResponsiblePersons } from './responsible-persons.tsx';
import { text } from './text.ts';

/** The maximum number of changes that a call returns. */
const maxChanges = 100;

/** The recorded changes of an account, newest first. */
function ChangeHistory({ masterData }: { masterData: MasterData }) {
  const { changes } = masterData;
  return (
    <section aria-labelledby="master-data-history" className={styles.part}>
      <h2 id="master-data-history">{text.history}</h2>
      {changes.length === 0 ? (
        <Notice kind="info">{text.empty}</Notice>
      ) : (
        <DataTable
          phoneLayout={formStyles.changes}
          caption={text.historyTable}
          captionHidden
          columns={columns(masterData)}
          rows={changes}
          rowKey={({ changeId }) => changeId}
        />
      )}
      {changes.length === maxChanges && <p className={styles.quiet}>{text.newest(maxChanges)}</p>}
    </section>
  );
}

/** What the account is now. */
function Now({ masterData }: { masterData: MasterData }) {
  const { holder, tariffCode, contractEndedOn, points, meters, tariffs } = masterData;
  return (
    <section aria-labelledby="master-data-now" className={styles.part}>
      <h2 id="master-data-now">{text.now}</h2>
      <dl className={styles.facts}>
        <Fact name={text.holder} values={[`${holder.name} (${holder.customerCode})`]} />
        <Fact name={text.tariff} values={[titleOfTariff(tariffCode, tariffs)]} />
        {contractEndedOn !== null && <Fact name={text.contractEnded} values={[showDate(contractEndedOn)]} />}
        <Fact
          name={text.points}
          values={points.map(
            ({ eicCode, pointState, contractedPowerWatts }) =>
              `${eicCode}, ${showPower(contractedPowerWatts)}, ${text.states[pointState]}`,
          )}
        />
        <Fact
          name={text.meters}
          values={meters.map(
            ({ serialNumber, zoneScheme, removedOn }) =>
              `${serialNumber}, ${removedOn === null ? text.schemes[zoneScheme] : text.removed(showDate(removedOn))}`,
          )}
        />
      </dl>
    </section>
  );
}

function Fact({ name, values }: { name: string; values: readonly string[] }) {
  return (
    <div>
      <dt>{name}</dt>
      {(values.length === 0 ? [text.none] : values).map((value) => (
        <dd key={value}>{value}</dd>
      ))}
    </div>
  );
}

const columns = ({ tariffs }: MasterData): readonly Column<RecordedChange>[] => [
  { key: 'what', title: text.what, cell: titleOf },
  { key: 'day', title: text.day, cell: ({ effectiveOn }) => showDate(effectiveOn) },
  {
    key: 'values',
    title: text.values,
    cell: (change) => (
      <ul className={styles.values}>
        {valuesOf(change, tariffs).map((value) => (
          <li key={value}>{value}</li>
        ))}
      </ul>
    ),
  },
  {
    key: 'source',
    title: text.source,
    cell: ({ source, document }) => (
      <>
        {text.sources[source]}
        {document !== '' && <span className={styles.under}>{document}</span>}
      </>
    ),
  },
  {
    key: 'who',
    title: text.who,
    cell: ({ actor, recordedAt }) => (
      <>
        {actor === 'import' ? text.importActor : actor}
        <span className={styles.under}>{showMoment(recordedAt)}</span>
      </>
    ),
  },
];

const accountForm: FilterDefinition<{ account?: string }> = {
  label: text.form,
  applyLabel: text.find,
  clearLabel: text.clear,
  fields: ({ account }) => [
    {
      kind: 'search',
      name: 'account',
      label: text.account,
      value: account,
      maxLength: 20,
      inputMode: 'numeric',
    },
  ],
  read: ({ account = '' }) => ({ account: tidyField('account', account) }),
};

interface MasterDataProps {
  /** The chosen account; it is in the URL. */
  account: string;
  onAccount: (account: string) => void;
  mayChange: boolean;
  /** The kind of change that the form begins with. */
  start?: ChangeKind | undefined;
}

/** Finds an account, shows its master data and dated changes, and records a change. */
export function MasterDataSection({ account, onAccount, mayChange, start }: MasterDataProps) {
  return (
    <div className={styles.section}>
      <ListFilter
        definition={accountForm}
        filter={account ? { account } : {}}
        onFilter={({ account: chosen = '' }) => onAccount(chosen)}
      />
      {account === '' ? (
        <Notice kind="info">{text.start}</Notice>
      ) : (
        <OfAccount key={account} account={account} mayChange={mayChange} start={start} />
      )}
    </div>
  );
}

function OfAccount({ account, mayChange, start }: Omit<MasterDataProps, 'onAccount'>) {
  const client = useQueryClient();
  const query = masterDataQuery(account);
  const [message, setMessage] = useState<string>();
  return (
    <QueryPart
      query={useQuery(query)}
      failed={text.failed}
      skeleton={<RowsSkeleton label={text.loading} rows={5} />}
      refused={({ code, issues }) =>
        (code === 'common.notFound' || issues.length > 0) && (
          <Notice kind="info" live="status">
            {text.unknown}
          </Notice>
        )
      }
    >
      {(data) => (
        <>
          {message && (
            <Notice kind="good" live="status">
              {message}
            </Notice>
          )}
          <Now masterData={data} />
          <ResponsiblePersons
            account={account}
            people={data.responsibles}
            mayChange={mayChange}
            onChanged={() => void client.invalidateQueries(query)}
          />
          <ChangeHistory masterData={data} />
          {mayChange && (
            <ChangeForm
              account={account}
              masterData={data}
              start={start}
              onRecorded={(words) => {
                setMessage(words);
                void client.invalidateQueries(query);
              }}
            />
          )}
        </>
      )}
    </QueryPart>
  );
}
