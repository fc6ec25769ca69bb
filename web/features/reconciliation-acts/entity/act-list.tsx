import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import type { OutputOf } from '#contract/define-call.ts';
import { documentMonths, requestDocument } from '#contract/documents.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { listReconciliationActs } from '#contract/reconciliation-acts.ts';
import { type ActLedger, actLedgers } from '#contract/values/reconciliation-act.ts';
import { checkMonths } from '#domain/documents/check-months.ts';
import { billingPeriod } from '#domain/time/billing-period.ts';
import { callApi } from '#web/lib/api.ts';
import { deviceNow } from '#web/lib/clock.ts';
import { type Attempt, attemptFor } from '#web/lib/form/attempt.ts';
import { refusalOfFailure } from '#web/lib/form/form-problems.ts';
import { showMoment } from '#web/lib/format.ts';
import { showMonths } from '#web/lib/list/document-in-work.tsx';
import type { Months } from '#web/lib/list/month-choices.ts';
import { defineList, RecordList } from '#web/lib/list/record-list.tsx';
import { accountQuery } from '#web/lib/query/account-query.ts';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import { useMay } from '#web/session/rights/use-may.ts';
import { ChoiceButtons } from '#web/ui/form/choice-buttons.tsx';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import { StateMark, type StateTone } from '#web/ui/list/state-mark.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { RowsSkeleton } from '#web/ui/skeleton.tsx';
import { ActForm } from '../act-form.tsx';
import { text as words } from '../text.ts';
import type { ActAnswer } from '../use-act-request.ts';
import styles from './entity-acts.module.css';
import { text } from './text.ts';

type Answer = OutputOf<typeof listReconciliationActs>;
export type EntityActRow = Answer['acts'][number];

const tones: Readonly<Record<EntityActRow['state'], StateTone>> = {
  queued: 'wait',
  making: 'wait',
  failed: 'bad',
  made: 'note',
  signedBySupplier: 'wait',
  signedByCustomer: 'good',
  signedByBoth: 'good',
  disagreement: 'bad',
  answered: 'note',
};

/** State of an act in a word. */
export function ActStateMark({ state }: Pick<EntityActRow, 'state'>) {
  return <StateMark tone={tones[state]}>{text.states[state]}</StateMark>;
}

/** "Електроенергія, січень – жовтень 2026" */
export const actName = ({ ledger, from, to }: Pick<EntityActRow, 'ledger' | 'from' | 'to'>) =>
  `${text.ledgers[ledger]}, ${showMonths({ from, to })}`;

const askAgainMs = 1500;

/** The acts of an account; asked for again while one is being made. */
function actsQuery(account: string) {
  return {
    ...accountQuery(listReconciliationActs, account),
    refetchInterval: ({ state }: { state: { data?: Answer | undefined } }) =>
      state.data?.acts.some((act) => act.state === 'queued' || act.state === 'making') ? askAgainMs : false,
  } as const;
}

const acts = defineList({
  whole: (account: string) => actsQuery(account),
  words: { loading: text.loading, failed: text.failed },
  caption: () => text.acts,
  empty: () => (
    <Notice kind="info" title={text.none}>
      {text.noneWhy}
    </Notice>
  ),
  rows: (pages) => pages.flatMap((page) => page.acts),
  rowKey: ({ documentId }) => documentId,
  skeletonRows: 3,
});

const noFilter = {};

interface EntityActListProps {
  account: string;
  ledger: ActLedger;
  onLedger: (ledger: ActLedger) => void;
  /** A new act was asked for. */
  onAsked: (documentId: string) => void;
  linkTo: (act: EntityActRow, row: ReactNode) => ReactNode;
}

/** A new act of a ledger, for roles that may ask for one, and the acts that there are, newest first. */
export function EntityActList({ account, ledger, onLedger, onAsked, linkTo }: EntityActListProps) {
  const mayAsk = useMay('documents', 'change');
  return (
    <Stack gap="4">
      {mayAsk && <NewAct account={account} ledger={ledger} onLedger={onLedger} onAsked={onAsked} />}
      <Stack as="section" gap="1" aria-labelledby="acts">
        <Text as="h2" id="acts" size="l">
          {text.acts}
        </Text>
        <RecordList
          list={acts}
          context={account}
          filter={noFilter}
          view={{
            className: undefined,
            item: (act) => (
              <li className={styles.row}>
                {linkTo(
                  act,
                  <>
                    <span className={styles.name}>{actName(act)}</span>{' '}
                    <span className={styles.quiet}>
                      {formatText(words.requested, { moment: showMoment(act.requestedAt) })}
                    </span>{' '}
                    <span className={styles.state}>
                      <ActStateMark {...act} />
                      {act.state === 'making' && ` ${formatText(text.percent, { percent: act.progress })}`}
                    </span>
                  </>,
                )}
              </li>
            ),
          }}
        />
      </Stack>
    </Stack>
  );
}

function NewAct({ account, ledger, onLedger, onAsked }: Omit<EntityActListProps, 'linkTo'>) {
  const client = useQueryClient();
  const months = useQuery(accountQuery(documentMonths, account, { kind: 'reconciliation', ledger }));
  const attempt = useRef<Attempt>(undefined);
  const [isBusy, setBusy] = useState(false);
  const request = async ({ from, to }: Months): Promise<ActAnswer> => {
    const asked = { account, kind: 'reconciliation' as const, ledger, from, to };
    attempt.current = attemptFor(attempt.current, asked, deviceNow());
    setBusy(true);
    const result = await callApi(requestDocument, { ...asked, requestId: attempt.current.requestId });
    setBusy(false);
    if (!result.ok) return { ok: false, refusal: refusalOfFailure(result.failure) };
    attempt.current = undefined;
    await client.invalidateQueries({ queryKey: actsQuery(account).queryKey });
    onAsked(result.data.document.documentId);
    return { ok: true, message: result.data.message };
  };
  return (
    <Stack gap="2">
      <ChoiceButtons
        label={text.ledger}
        choices={actLedgers.map((value) => ({ value, label: text.ledgers[value] }))}
        chosen={ledger}
        onChoose={onLedger}
      />
      <QueryPart
        query={months}
        failed={words.monthsFailed}
        skeleton={<RowsSkeleton label={words.monthsLoading} rows={3} />}
      >
        {({ first, last }) => {
          if (first === null || last === null)
            return (
              <Notice kind="info" title={words.noMonths}>
                {text.noMonths}
              </Notice>
            );
          const span = { first: billingPeriod(first), last: billingPeriod(last) };
          return (
            <ActForm
              key={ledger}
              span={span}
              isBusy={isBusy}
              words={text}
              isNarrow
              onRequest={async (chosen) => {
                const problems = checkMonths(span, billingPeriod(chosen.from), billingPeriod(chosen.to));
                return problems.length === 0
                  ? request(chosen)
                  : { ok: false, refusal: { fields: {}, message: words.wrongMonths } };
              }}
            />
          );
        }}
      </QueryPart>
    </Stack>
  );
}
