import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useId, useState } from 'react';
import { documentFile, documentMonths, listDocuments } from '#contract/documents.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { supportMessages } from '#contract/messages/support-messages.ts';
import { checkMonths, type MonthSpan, maxDocumentMonths } from '#domain/documents/check-months.ts';
import { billingPeriod } from '#domain/time/billing-period.ts';
import { downloadFile } from '#web/lib/api.ts';
import type { Refusal } from '#web/lib/form/form-problems.ts';
import { showMoment } from '#web/lib/format.ts';
import { type DocumentData, DocumentInWork, isInWork, showMonths } from '#web/lib/list/document-in-work.tsx';
import { DownloadButtons } from '#web/lib/list/download-buttons.tsx';
import type { Months } from '#web/lib/list/month-choices.ts';
import { defineList, RecordList } from '#web/lib/list/record-list.tsx';
import { accountQuery } from '#web/lib/query/account-query.ts';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import { useOnline } from '#web/lib/use-online.ts';
import { Button } from '#web/ui/button.tsx';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx';
import { StateMark } from '#web/ui/list/state-mark.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import formStyles from './act-form.module.css';
import { ActForm } from './act-form.tsx';
import actListStyles from './act-list.module.css';
import styles from './reconciliations.module.css';
import skeletonsStyles from './skeletons.module.css';
import { text } from './text.ts';
import { type ActAnswer, actDocuments, useActRequest } from './use-act-request.ts';

/**
 * The acts without those replaced by a newer one of the same months: closed months don't change, so the PDF is the
 * same. `acts`: newest first.
 */
export function actsToShow(acts: readonly DocumentData[]): DocumentData[] {
  const newer = new Map<string, DocumentData['state']>();
  return acts.filter(({ from, to, state }) => {
    const months = `${from} ${to}`;
    const newerState = newer.get(months);
    if (newerState !== 'ready') newer.set(months, state);
    return newerState === undefined || (newerState !== 'ready' && state !== 'failed');
  });
}

/** Downloads an act as PDF. */
function ActPdfButton({ account, act }: { account: string; act: DocumentData }) {
  return (
    <DownloadButtons
      label={formatText(text.pdfName, { months: showMonths(act) })}
      labels={{ pdf: text.pdf }}
      busyLabel={text.pdfBusy}
      download={() => downloadFile(documentFile, { account, documentId: act.documentId })}
    />
  );
}

const acts = defineList({
  whole: (account: string) => accountQuery(listDocuments, account, actDocuments),
  words: { loading: text.actsLoading, failed: text.actsFailed },
  caption: () => text.acts,
  empty: () => (
    <Notice kind="info" title={text.none}>
      {text.noneWhy}
    </Notice>
  ),
  rows: (pages) => pages.flatMap(({ documents }) => actsToShow(documents)),
  rowKey: ({ documentId }) => documentId,
  skeletonRows: 2,
});

const noFilter = {};

interface ActItemProps {
  account: string;
  act: DocumentData;
  isBusy: boolean;
  /** Called when an act in progress is ready or has failed. */
  onEnd: (act: DocumentData) => void;
  onAgain: (months: Months) => void;
}

/** A requested act with its progress and PDF. */
function ActItem({ account, act, isBusy, onEnd, onAgain }: ActItemProps) {
  const isOnline = useOnline();
  const months = showMonths(act);
  return (
    <li className={actListStyles.act} data-state={act.state}>
      <div>
        <h3 className={actListStyles.months}>{months}</h3>
        <Text size="s" tone="quiet">
          {formatText(text.requested, { moment: showMoment(act.requestedAt) })}
        </Text>
        {act.reason && (
          <Text size="s" tone="quiet">
            {act.reason}
          </Text>
        )}
      </div>
      {isInWork(act) && (
        <DocumentInWork
          account={account}
          document={act}
          states={text.states}
          label={formatText(text.progress, { months })}
          onEnd={onEnd}
        />
      )}
      {act.state === 'ready' && <ActPdfButton account={account} act={act} />}
      {act.state === 'failed' && (
        <div className={actListStyles.failed}>
          <StateMark tone="bad">{text.states.failed}</StateMark>
          <Button
            data-changes
            disabled={!isOnline}
            busy={isBusy}
            aria-label={formatText(text.againName, { months })}
            onClick={() => onAgain(act)}
          >
            {text.again}
          </Button>
        </div>
      )}
    </li>
  );
}

/** Reserves the space of the form while the months are loading. */
function FormSkeleton() {
  return (
    <div className={formStyles.new} aria-busy="true">
      <VisuallyHidden>{text.monthsLoading}</VisuallyHidden>
      <div>
        <p className={formStyles.title}>
          <Skeleton shape="short" />
        </p>
        <p className={formStyles.quiet}>{text.about}</p>
      </div>
      <div className={skeletonsStyles.presets}>
        <Skeleton shape="title" />
      </div>
      <div className={formStyles.form}>
        <div className={skeletonsStyles.field}>
          <Skeleton shape="short" />
          <Skeleton shape="tile" />
        </div>
        <div className={skeletonsStyles.field}>
          <Skeleton shape="short" />
          <Skeleton shape="tile" />
        </div>
        <div className={formStyles.press}>
          <div className={skeletonsStyles.press} />
        </div>
      </div>
      <p className={formStyles.quiet}>{text.kept}</p>
    </div>
  );
}

const words = {
  tooEarly: supportMessages['documents.periodWrong'],
  tooLate: supportMessages['documents.periodWrong'],
  reversed: supportMessages['documents.monthsReversed'],
  tooLong: supportMessages['documents.monthsTooMany'],
} as const;

/** The server's check of the months, made before sending; undefined: valid. */
function refusalOfMonths(span: MonthSpan, { from, to }: Months): Refusal | undefined {
  const problems = checkMonths(span, billingPeriod(from), billingPeriod(to));
  if (problems.length === 0) return undefined;
  return {
    fields: Object.fromEntries(
      problems.map(({ at, problem }) => [
        at,
        { code: problem, text: formatText(words[problem], { n: maxDocumentMonths }) },
      ]),
    ),
  };
}

interface ReconciliationsProps {
  account: string;
  /** Links to continue with when there is nothing to reconcile yet. */
  links: ReactNode;
}

/** Reconciliation acts: request, progress, and the acts of the last 90 days, newest first. Each part fails alone. */
export function Reconciliations({ account, links }: ReconciliationsProps) {
  const months = useMonths(account);
  const { data: listed } = useQuery(accountQuery(listDocuments, account, actDocuments));
  const title = useId();
  const { isBusy, request } = useActRequest(account);
  const [message, setMessage] = useState<{ kind: 'good' | 'bad'; words: string }>();

  const ask = async (chosen: Months, span?: MonthSpan): Promise<ActAnswer> => {
    setMessage(undefined);
    const refusal = span && refusalOfMonths(span, chosen);
    if (refusal) return { ok: false, refusal };
    const answer = await request(chosen);
    if (answer.ok) setMessage({ kind: 'good', words: answer.message });
    return answer;
  };
  const again = async (chosen: Months) => {
    const answer = await ask(chosen);
    if (answer.ok) return;
    const { message, fields } = answer.refusal;
    const words = message ?? Object.values(fields)[0]?.text ?? formatText(text.failedNow, textOf(chosen));
    setMessage({ kind: 'bad', words });
  };
  const end = useCallback((act: DocumentData) => {
    const isReady = act.state === 'ready';
    const words = formatText(isReady ? text.readyNow : text.failedNow, textOf(act));
    setMessage({ kind: isReady ? 'good' : 'bad', words });
  }, []);

  const isWithoutActs = months.data?.first === null && listed?.documents.length === 0;
  return (
    <Stack gap="5">
      <div>
        <Form months={months} isBusy={isBusy} links={links} onRequest={ask} />
        <div role="status" className={styles.status}>
          {message && <Notice kind={message.kind}>{message.words}</Notice>}
        </div>
      </div>
      {!isWithoutActs && (
        <Stack as="section" aria-labelledby={title} gap="1">
          <Text as="h2" id={title} size="l">
            {text.acts}
          </Text>
          <RecordList
            list={acts}
            context={account}
            filter={noFilter}
            view={{
              className: actListStyles.acts,
              item: (act) => (
                <ActItem account={account} act={act} isBusy={isBusy} onEnd={end} onAgain={again} />
              ),
            }}
          />
        </Stack>
      )}
    </Stack>
  );
}

interface FormProps {
  months: ReturnType<typeof useMonths>;
  isBusy: boolean;
  links: ReactNode;
  onRequest: (months: Months, span: MonthSpan) => Promise<ActAnswer>;
}

function Form({ months, isBusy, links, onRequest }: FormProps) {
  return (
    <QueryPart query={months} failed={text.monthsFailed} skeleton={<FormSkeleton />}>
      {({ first, last }) => {
        if (first === null || last === null) {
          return (
            <Notice kind="info" title={text.noMonths} actions={links}>
              {text.noMonthsWhy}
            </Notice>
          );
        }
        const span = { first: billingPeriod(first), last: billingPeriod(last) };
        return <ActForm span={span} isBusy={isBusy} onRequest={(chosen) => onRequest(chosen, span)} />;
      }}
    </QueryPart>
  );
}

function useMonths(account: string) {
  return useQuery(accountQuery(documentMonths, account, { kind: 'reconciliation' }));
}

const textOf = (months: Months) => ({ months: showMonths(months) });
