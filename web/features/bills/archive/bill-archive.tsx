import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useCallback, useRef, useState } from 'react';
import { listBills } from '#contract/bills.ts';
import { documentFile, listDocuments, requestDocument } from '#contract/documents.ts';
import { formatText } from '#contract/messages/format-text.ts';
import type { MonthSpan } from '#domain/documents/check-months.ts';
import { billingPeriod } from '#domain/time/billing-period.ts';
import { callApi, downloadFile } from '#web/lib/api.ts';
import { deviceNow } from '#web/lib/clock.ts';
import { type Attempt, attemptFor } from '#web/lib/form/attempt.ts';
import { showMoment } from '#web/lib/format.ts';
import { type DocumentData, DocumentInWork, isInWork, showMonths } from '#web/lib/list/document-in-work.tsx';
import { DownloadButtons } from '#web/lib/list/download-buttons.tsx';
import { type Months, presetsOf } from '#web/lib/list/month-choices.ts';
import { MonthFields, MonthPresets } from '#web/lib/list/month-fields.tsx';
import { defineList, RecordList } from '#web/lib/list/record-list.tsx';
import { accountQuery } from '#web/lib/query/account-query.ts';
import { useOnline } from '#web/lib/use-online.ts';
import { Button } from '#web/ui/button.tsx';
import { ChoiceButtons } from '#web/ui/form/choice-buttons.tsx';
import { Disclosure } from '#web/ui/layout/disclosure.tsx';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import { StateMark } from '#web/ui/list/state-mark.tsx';
import { Notice } from '#web/ui/notice.tsx';
import archiveFormStyles from './archive-form.module.css';
import archiveListStyles from './archive-list.module.css';
import styles from './bill-archive.module.css';
import { text } from './text.ts';

/** The request of an archive. */
interface ArchiveRequest extends Months {
  scope: 'account' | 'all';
}

/** The part of a document query that selects archives of bills. */
const archiveDocuments = { kind: 'bills' } as const;

interface ArchiveFormProps {
  span: MonthSpan;
  /** Number of objects in the cabinet. */
  objectCount: number;
  isBusy: boolean;
  /** Answers why the request was refused. */
  onRequest: (archive: ArchiveRequest) => Promise<string | undefined>;
}

/** The form of an archive: first and last month, of this object or of all. */
function ArchiveForm({ span, objectCount, isBusy, onRequest }: ArchiveFormProps) {
  const isOnline = useOnline();
  const presets = presetsOf(span);
  const [months, setMonths] = useState<Months>(() => presets[0] ?? { from: span.last, to: span.last });
  const [scope, setScope] = useState<ArchiveRequest['scope']>('account');
  const [refusal, setRefusal] = useState<string>();

  const choose = ({ from, to }: Months) => {
    setMonths({ from, to });
    setRefusal(undefined);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || !isOnline) return;
    setRefusal(months.from > months.to ? text.reversed : await onRequest({ ...months, scope }));
  };
  return (
    <Stack as="form" gap="2" noValidate method="dialog" onSubmit={submit}>
      <MonthPresets presets={presets} months={months} onChoose={choose} />
      <div className={archiveFormStyles.months}>
        <MonthFields span={span} months={months} onChoose={choose} />
      </div>
      {objectCount > 1 && (
        <ChoiceButtons
          label={text.objects}
          choices={[
            { value: 'account', label: text.thisObject },
            { value: 'all', label: formatText(text.allObjects, { count: objectCount }) },
          ]}
          chosen={scope}
          onChoose={(chosen) => {
            setScope(chosen);
            setRefusal(undefined);
          }}
        />
      )}
      <div className={archiveFormStyles.press}>
        <Button kind="ink" type="submit" busy={isBusy} disabled={!isOnline}>
          {isBusy ? text.making : text.make}
        </Button>
        <Text size="s" tone="quiet">
          {isOnline ? text.kept : text.offline}
        </Text>
      </div>
      {refusal && (
        <Notice kind="bad" live="alert">
          {refusal}
        </Notice>
      )}
    </Stack>
  );
}

/** Older archives are not shown: they can be requested again. */
const maxShown = 5;

const archives = defineList({
  whole: (account: string) => accountQuery(listDocuments, account, archiveDocuments),
  words: { failed: text.listFailed },
  caption: () => text.list,
  empty: () => null,
  rows: (pages) => pages.flatMap(({ documents }) => documents.slice(0, maxShown)),
  rowKey: ({ documentId }) => documentId,
});

const noFilter = {};

interface ArchiveItemProps {
  account: string;
  archive: DocumentData;
  isBusy: boolean;
  /** Called when an archive in progress is ready or has failed. */
  onEnd: (archive: DocumentData) => void;
  onAgain: (archive: ArchiveRequest) => void;
}

/** A requested archive with its progress and file. */
function ArchiveItem({ account, archive, isBusy, onEnd, onAgain }: ArchiveItemProps) {
  const isOnline = useOnline();
  const months = showMonths(archive);
  const isOfAll = archive.accountCount > 1;
  return (
    <li className={archiveListStyles.archive} data-state={archive.state}>
      <div>
        <p className={archiveListStyles.months}>{isOfAll ? `${months}, ${text.ofAll}` : months}</p>
        <Text size="s" tone="quiet">
          {showMoment(archive.requestedAt)}
        </Text>
        {archive.reason && (
          <Text size="s" tone="quiet">
            {archive.reason}
          </Text>
        )}
      </div>
      {isInWork(archive) && (
        <DocumentInWork
          account={account}
          document={archive}
          states={text.states}
          label={formatText(text.progress, { months })}
          onEnd={onEnd}
        />
      )}
      {archive.state === 'ready' && (
        <DownloadButtons
          label={formatText(text.zipName, { months })}
          labels={{ zip: text.zip }}
          busyLabel={text.zipBusy}
          download={() => downloadFile(documentFile, { account, documentId: archive.documentId })}
        />
      )}
      {archive.state === 'failed' && (
        <div className={archiveListStyles.failed}>
          <StateMark tone="bad">{text.states.failed}</StateMark>
          <Button
            data-changes
            disabled={!isOnline}
            busy={isBusy}
            aria-label={formatText(text.againName, { months })}
            onClick={() => onAgain({ ...archive, scope: isOfAll ? 'all' : 'account' })}
          >
            {text.again}
          </Button>
        </div>
      )}
    </li>
  );
}

/**
 * Requests an archive and puts it into the list at once. A retry after a network failure repeats the same attempt.
 */
function useArchiveRequest(account: string) {
  const client = useQueryClient();
  const attempt = useRef<Attempt>(undefined);
  const [isBusy, setBusy] = useState(false);

  /** Answers why it was refused; undefined: accepted. */
  const request = async (archive: ArchiveRequest): Promise<string | undefined> => {
    const contents = {
      account,
      ...archiveDocuments,
      from: archive.from,
      to: archive.to,
      scope: archive.scope,
    };
    attempt.current = attemptFor(attempt.current, contents, deviceNow());
    setBusy(true);
    const result = await callApi(requestDocument, { ...contents, requestId: attempt.current.requestId });
    setBusy(false);
    if (!result.ok) return result.failure.issues?.[0]?.message ?? result.failure.message;
    attempt.current = undefined;
    const { document } = result.data;
    const list = accountQuery(listDocuments, account, archiveDocuments);
    await client.cancelQueries({ queryKey: list.queryKey });
    client.setQueryData(list.queryKey, (old) => {
      const others = old?.documents.filter(({ documentId }) => documentId !== document.documentId) ?? [];
      return { status: 'success' as const, documents: [document, ...others] };
    });
    return undefined;
  };
  return { isBusy, request };
}

interface BillArchiveProps {
  account: string;
  /** Number of objects in the cabinet. */
  objectCount: number;
}

/** Bills of several months as one file; renders nothing before the first bill. */
export function BillArchive({ account, objectCount }: BillArchiveProps) {
  const { data } = useQuery(accountQuery(listBills, account));
  const [isOpen, setOpen] = useState(false);
  const newest = data?.bills[0]?.period;
  const oldest = data?.bills.at(-1)?.period;
  if (newest === undefined || oldest === undefined) return null;
  const span = { first: billingPeriod(oldest), last: billingPeriod(newest) };
  return (
    <Disclosure summary={text.summary} onOpen={() => setOpen(true)}>
      {isOpen && <Archives key={account} account={account} objectCount={objectCount} span={span} />}
    </Disclosure>
  );
}

interface ArchivesProps extends BillArchiveProps {
  span: Parameters<typeof ArchiveForm>[0]['span'];
}

function Archives({ account, objectCount, span }: ArchivesProps) {
  const { isBusy, request } = useArchiveRequest(account);
  const [message, setMessage] = useState<{ kind: 'good' | 'bad'; words: string }>();

  const ask = (archive: ArchiveRequest) => {
    setMessage(undefined);
    return request(archive);
  };
  const again = async (archive: ArchiveRequest) => {
    const words = await ask(archive);
    if (words !== undefined) setMessage({ kind: 'bad', words });
  };
  const end = useCallback((archive: DocumentData) => {
    const isReady = archive.state === 'ready';
    const words = formatText(isReady ? text.readyNow : text.failedNow, { months: showMonths(archive) });
    setMessage({ kind: isReady ? 'good' : 'bad', words });
  }, []);
  return (
    <Stack gap="2">
      <p className={styles.quiet}>{text.about}</p>
      <ArchiveForm span={span} objectCount={objectCount} isBusy={isBusy} onRequest={ask} />
      <div role="status">{message && <Notice kind={message.kind}>{message.words}</Notice>}</div>
      <RecordList
        list={archives}
        context={account}
        filter={noFilter}
        view={{
          className: archiveListStyles.archives,
          item: (archive) => (
            <ArchiveItem account={account} archive={archive} isBusy={isBusy} onEnd={end} onAgain={again} />
          ),
        }}
      />
    </Stack>
  );
}
