import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useCallback, useId, useRef, useState } from 'react';
import type { OutputOf } from '#contract/define-call.ts';
import { checkField, tidyField } from '#contract/field-rules.ts';
import { correctLedger, decideCorrection, waitingCorrections } from '#contract/ledger.ts';
import { moneyToWire, negateMoney, parseMoney, zeroMoney } from '#domain/money.ts';
import { callApi, queryApi } from '#web/lib/api.ts';
import type { ApiFailure } from '#web/lib/api-failure.ts';
import { deviceNow } from '#web/lib/clock.ts';
import { type Attempt, attemptFor } from '#web/lib/form/attempt.ts';
import { type Refusal, refusalOfFailure } from '#web/lib/form/form-problems.ts';
import { type TypedValues, useForm } from '#web/lib/form/use-form.ts';
import { showMoment, showSum } from '#web/lib/format.ts';
import { wantedNumberText } from '#web/lib/numbers/number-problem.ts';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import { useOnline } from '#web/lib/use-online.ts';
import { Button } from '#web/ui/button.tsx';
import { ChoiceButtons } from '#web/ui/form/choice-buttons.tsx';
import { TextField } from '#web/ui/form/field.tsx';
import { Dialog } from '#web/ui/layout/dialog.tsx';
import { Row, Text } from '#web/ui/layout/stack.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { RowsSkeleton } from '#web/ui/skeleton.tsx';
import { showTip } from '#web/ui/tip-area.tsx';
import styles from './admin-payments.module.css';
import { text } from './text.ts';

type Direction = 'less' | 'more';

interface CorrectionDialogProps {
  /** Where it was begun; absent: to be typed. */
  account?: string;
  onClose: () => void;
  /** Receives the success message. */
  onCorrected: (message: string) => void;
}

/** Corrects the energy debt of an account; above the limit of the role another administrator has to confirm it. */
function CorrectionDialog({ account, onClose, onCorrected }: CorrectionDialogProps) {
  const id = useId();
  const isOnline = useOnline();
  const [direction, setDirection] = useState<Direction>('less');
  const attempt = useRef<Attempt>(undefined);
  const idOf = (name: string) => `${id}-${name}`;
  const { formProps, refusal, errorOf, busy } = useForm(async (typed) => {
    const draft = draftCorrection(typed, direction);
    if ('problems' in draft) return refusalOf(draft.problems, idOf);
    attempt.current = attemptFor(attempt.current, draft, deviceNow());
    const result = await callApi(correctLedger, { ...draft, requestId: attempt.current.requestId });
    if (!result.ok) {
      return refusalOfFailure(result.failure, {
        paths: { account: idOf('account'), 'what.sum': idOf('sum'), reason: idOf('reason') },
        codes: { 'common.notFound': idOf('account'), 'ledger.outOfRange': idOf('sum') },
      });
    }
    const { outcome, balance } = result.data;
    onCorrected(outcome === 'booked' ? text.confirmed(showSum(balance)) : text.correctionWaits);
    return undefined;
  });
  const field = (name: string) => ({ id: idOf(name), name, error: errorOf(idOf(name)), autoComplete: 'off' });
  return (
    <Dialog
      open
      title={text.correctTitle}
      closeLabel={text.close}
      onClose={onClose}
      actions={
        <>
          <Button type="submit" form={id} kind="danger" busy={busy} disabled={!isOnline}>
            {text.correct}
          </Button>
          <Button kind="plain" onClick={onClose}>
            {text.no}
          </Button>
        </>
      }
    >
      <form id={id} className={styles.search} {...formProps}>
        <TextField
          {...field('account')}
          label={text.account}
          inputMode="numeric"
          maxLength={10}
          defaultValue={account}
          readOnly={account !== undefined}
        />
        <ChoiceButtons
          label={text.direction}
          choices={[
            { value: 'less', label: text.lessDebt },
            { value: 'more', label: text.moreDebt },
          ]}
          chosen={direction}
          onChoose={setDirection}
        />
        <TextField {...field('sum')} label={text.sum} inputMode="decimal" maxLength={20} />
        <TextField {...field('reason')} label={text.reason} hint={text.correctionHint} maxLength={300} />
        {refusal.message && (
          <Notice kind="bad" live="alert">
            {refusal.message}
          </Notice>
        )}
        {!isOnline && <Notice kind="info">{text.offline}</Notice>}
      </form>
    </Dialog>
  );
}

interface StartCorrectionProps {
  account: string;
  /** The ledger is another one than that which is shown. */
  onCorrected: () => void;
}

/** A button that corrects the debt of one account. */
export function StartCorrection({ account, onCorrected }: StartCorrectionProps) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{text.correctTitle}</Button>
      {isOpen && (
        <CorrectionDialog
          account={account}
          onClose={close}
          onCorrected={(message) => {
            close();
            showTip('good', message);
            onCorrected();
          }}
        />
      )}
    </>
  );
}

/** The correction to send, or the problems of the fields. */
export function draftCorrection(typed: TypedValues, direction: Direction) {
  const account = tidyField('account', typed('account'));
  const reason = typed('reason').trim();
  const sum = parseMoney(typed('sum'));
  const problems = {
    ...(checkField('account', account) && { account: text.badAccount }),
    ...((sum === undefined || sum <= zeroMoney) && { sum: wantedNumberText(typed('sum'), text.badSum) }),
    ...(reason.length < 3 && { reason: text.noReason }),
  };
  if (sum === undefined || Object.keys(problems).length > 0) return { problems };
  const change = moneyToWire(direction === 'less' ? negateMoney(sum) : sum);
  return { account, what: { kind: 'add' as const, sum: change }, reason };
}

function refusalOf(problems: Readonly<Record<string, string>>, idOf: (name: string) => string): Refusal {
  const fields = Object.entries(problems).map(([name, words]) => [idOf(name), { code: '', text: words }]);
  return { fields: Object.fromEntries(fields) };
}

type Correction = OutputOf<typeof waitingCorrections>['corrections'][number];

interface AskedDecision {
  correction: Correction;
  decision: 'confirm' | 'decline';
}

const waitingQuery = queryOptions({
  queryKey: ['waiting-corrections'],
  queryFn: ({ signal }) => queryApi(waitingCorrections, {}, { signal }),
});

/**
 * Corrections of debts: created here; one above the limit of its author is confirmed or declined by another
 * administrator.
 */
export function Corrections() {
  const client = useQueryClient();
  const query = useQuery(waitingQuery);
  const [pendingDecision, setPendingDecision] = useState<AskedDecision>();
  const [isCorrecting, setIsCorrecting] = useState(false);
  const [message, setMessage] = useState<string>();
  const close = useCallback(() => {
    setPendingDecision(undefined);
    setIsCorrecting(false);
  }, []);
  const onDone = (words: string) => {
    close();
    setMessage(words);
    void client.invalidateQueries(waitingQuery);
  };
  return (
    <section className={styles.search} aria-labelledby="corrections">
      <div className={styles.head}>
        <h2 id="corrections">{text.corrections}</h2>
        <Button kind="quiet" onClick={() => setIsCorrecting(true)}>
          {text.correctTitle}
        </Button>
      </div>
      {message && (
        <Notice kind="good" live="status">
          {message}
        </Notice>
      )}
      <QueryPart
        query={query}
        failed={text.correctionsFailed}
        skeleton={<RowsSkeleton label={text.searching} rows={1} />}
      >
        {(data) => <Listed {...data} onAsk={setPendingDecision} />}
      </QueryPart>
      {isCorrecting && <CorrectionDialog onClose={close} onCorrected={onDone} />}
      {pendingDecision && (
        <DecisionDialog pendingDecision={pendingDecision} onClose={close} onDecided={onDone} />
      )}
    </section>
  );
}

interface ListedProps {
  corrections: readonly Correction[];
  count: number;
  onAsk: (pendingDecision: AskedDecision) => void;
}

function Listed({ corrections, count, onAsk }: ListedProps) {
  if (corrections.length === 0)
    return (
      <Text size="s" tone="quiet">
        {text.correctionsNone}
      </Text>
    );
  return (
    <>
      {corrections.length < count && (
        <Text size="s" tone="quiet">
          {text.correctionsMore(corrections.length, count)}
        </Text>
      )}
      <h3 id="waiting-corrections">{text.correctionsWaiting}</h3>
      <ul className={styles.payments} aria-labelledby="waiting-corrections">
        {corrections.map((correction) => (
          <li key={correction.entryId} className={styles.payment}>
            <div className={styles.head}>
              <h4>
                {showSum(correction.sum)}{' '}
                <Text as="span" size="s" tone="quiet">
                  {showMoment(correction.requestedAt)}
                </Text>
              </h4>
            </div>
            <dl className={styles.facts}>
              <Fact
                name={text.account}
                value={
                  <Link
                    to="/cabinet/admin/management/accounts/$account"
                    params={{ account: correction.account }}
                  >
                    {correction.account}
                  </Link>
                }
              />
              <Fact name={text.correctionAuthor} value={correction.author} />
              {correction.reverses !== null && (
                <Fact name={text.correctionKind} value={text.correctionReversal} />
              )}
              <Fact name={text.correctionReason} value={correction.reason} isWide />
            </dl>
            {correction.isOwn ? (
              <Text size="s" tone="quiet">
                {text.correctionOwn}
              </Text>
            ) : (
              <Row gap="2">
                <Button onClick={() => onAsk({ correction, decision: 'confirm' })}>{text.confirm}</Button>
                <Button kind="quiet" onClick={() => onAsk({ correction, decision: 'decline' })}>
                  {text.decline}
                </Button>
              </Row>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function Fact({ name, value, isWide = false }: { name: string; value: ReactNode; isWide?: boolean }) {
  return (
    <div className={isWide ? styles.wide : undefined}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

interface DecisionDialogProps {
  pendingDecision: AskedDecision;
  onClose: () => void;
  /** Receives the success message. */
  onDecided: (message: string) => void;
}

/** Confirms a decision before money moves, and shows why it failed. */
function DecisionDialog({
  pendingDecision: { correction, decision },
  onClose,
  onDecided,
}: DecisionDialogProps) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiFailure>();
  const isConfirming = decision === 'confirm';
  const { account, entryId } = correction;
  const sum = showSum(correction.sum);
  const decide = async () => {
    if (busy) return;
    setBusy(true);
    setFailure(undefined);
    const result = await callApi(decideCorrection, { account, entryId, decision });
    setBusy(false);
    if (!result.ok) return setFailure(result.failure);
    onDecided(isConfirming ? text.confirmed(showSum(result.data.balance)) : text.declined);
  };
  return (
    <Dialog
      open
      title={isConfirming ? text.confirmTitle : text.declineTitle}
      closeLabel={text.close}
      onClose={onClose}
      actions={
        <>
          <Button kind={isConfirming ? 'danger' : 'ink'} busy={busy} onClick={() => void decide()}>
            {isConfirming ? text.confirm : text.decline}
          </Button>
          <Button kind="plain" onClick={onClose}>
            {text.no}
          </Button>
        </>
      }
    >
      <div className={styles.search}>
        <p>{isConfirming ? text.confirmText(sum, account) : text.declineText(sum, account)}</p>
        {failure && (
          <Notice kind="bad" live="alert">
            {failure.message}
          </Notice>
        )}
      </div>
    </Dialog>
  );
}
