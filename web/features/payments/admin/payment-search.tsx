import { infiniteQueryOptions, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useCallback, useId, useRef, useState } from 'react';
import type { OutputOf } from '#contract/define-call.ts';
import { findPayments, maxFoundPayments, refundPayment } from '#contract/payments/admin-payments.ts';
import { callApi, queryApi } from '#web/lib/api.ts';
import type { ApiFailure } from '#web/lib/api-failure.ts';
import { deviceNow } from '#web/lib/clock.ts';
import { type Attempt, attemptFor } from '#web/lib/form/attempt.ts';
import { showMoment, showSum } from '#web/lib/format.ts';
import { defineList, type FilterDefinition, ListFilter, RecordList } from '#web/lib/list/record-list.tsx';
import { providerName } from '#web/lib/payment-code/provider-text.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/form/field.tsx';
import { Dialog } from '#web/ui/layout/dialog.tsx';
import { Disclosure } from '#web/ui/layout/disclosure.tsx';
import { Text } from '#web/ui/layout/stack.tsx';
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx';
import { StateMark, type StateTone } from '#web/ui/list/state-mark.tsx';
import { Notice } from '#web/ui/notice.tsx';
import styles from './admin-payments.module.css';
import { text } from './text.ts';

type FoundPayment = OutputOf<typeof findPayments>['payments'][number];

const foundKey: QueryKey = ['admin-payments'];

interface PaymentQuery {
  q?: string;
}

/** Payments by account, order or the provider's number; all at once. */
const foundPayments = defineList({
  query: (_: undefined, { q = '' }: PaymentQuery) =>
    infiniteQueryOptions({
      queryKey: [...foundKey, q] as QueryKey,
      queryFn: ({ signal }) => queryApi(findPayments, { query: q }, { signal }),
      initialPageParam: '',
      getNextPageParam: () => undefined,
    }),
  words: { loading: text.searching, failed: text.failed },
  caption: () => text.title,
  rows: (pages) => pages.flatMap(({ payments }) => payments),
  rowKey: ({ payment }) => payment.paymentId,
  shown: (count) => (count < maxFoundPayments ? text.found(count) : text.newest(count)),
  empty: () => (
    <Notice kind="info" live="status">
      {text.none}
    </Notice>
  ),
  skeletonRows: 3,
});

const searchForm: FilterDefinition<PaymentQuery> = {
  label: text.form,
  applyLabel: text.find,
  clearLabel: text.clear,
  fields: ({ q }) => [{ kind: 'search', name: 'q', label: text.query, value: q, maxLength: 100 }],
  read: ({ q }) => (q === undefined ? {} : { q }),
};

const tones: Readonly<Record<FoundPayment['payment']['state'], StateTone>> = {
  started: 'note',
  sent: 'note',
  confirmed: 'wait',
  landed: 'good',
  matched: 'good',
  failed: 'bad',
  expired: 'void',
  reversed: 'void',
  refunded: 'void',
};

/** A payment with its numbers and steps; `onRefund`: present when the administrator may refund it. */
function PaymentCard(props: { found: FoundPayment; onRefund?: (found: FoundPayment) => void }) {
  const { found, onRefund } = props;
  const { payment, providerReference, refund, canRefund, events } = found;
  const id = `payment-${payment.paymentId}`;
  return (
    <li className={styles.payment} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>
          {showSum(payment.sum)}{' '}
          <Text as="span" size="s" tone="quiet">
            {showMoment(payment.startedAt)}
          </Text>
        </h2>
        <StateMark tone={tones[payment.state]}>{text.states[payment.state]}</StateMark>
      </div>
      {payment.partCount > 1 && (
        <Text size="s" tone="quiet">
          {text.orderSum(showSum(payment.orderSum), payment.partCount)}
        </Text>
      )}
      <dl className={styles.facts}>
        <Fact name={text.account} value={payment.account} />
        <Fact name={text.provider} value={providerName(payment.provider)} />
        <Fact
          name={text.purpose}
          value={payment.actNumber === null ? text.energy : text.act(payment.actNumber)}
        />
        <Fact name={text.order} value={payment.orderId} />
        {providerReference !== null && <Fact name={text.reference} value={providerReference} />}
      </dl>
      {refund && <p>{text.refundAsked(showMoment(refund.askedAt), refund.reason)}</p>}
      <Disclosure summary={text.timeline}>
        <ol className={styles.timeline}>
          {events.map(({ from, state, happenedAt, evidence }, place) => (
            <li key={`${happenedAt} ${String(place)}`}>
              <Text as="span" size="s" tone="quiet">
                {showMoment(happenedAt)}
              </Text>{' '}
              {from === state ? text.same : text.states[state]}
              {Object.keys(evidence).length > 0 && (
                <ul className={styles.evidence} aria-label={text.evidence}>
                  {Object.entries(evidence).map(([name, value]) => (
                    <li key={name}>
                      {name}: {typeof value === 'string' ? value : JSON.stringify(value)}
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ol>
      </Disclosure>
      {canRefund && onRefund && (
        <div>
          <Button kind="danger" onClick={() => onRefund(found)}>
            {text.refund}
            <VisuallyHidden>: {showSum(payment.orderSum)}</VisuallyHidden>
          </Button>
        </div>
      )}
    </li>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

interface RefundDialogProps {
  found: FoundPayment;
  onClose: () => void;
  /** Receives the success message of the answer. */
  onRefunded: (message: string) => void;
}

/** Asks for the reason of a refund and for a confirmation. */
function RefundDialog({ found: { payment }, onClose, onRefunded }: RefundDialogProps) {
  const form = useId();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [failure, setFailure] = useState<ApiFailure>();
  const attempt = useRef<Attempt>(undefined);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const reason = String(new FormData(event.currentTarget).get('reason') ?? '').trim();
    setProblem(reason === '' ? text.noReason : undefined);
    if (reason === '') return;
    setBusy(true);
    setFailure(undefined);
    const { account, paymentId } = payment;
    const contents = { account, paymentId, reason };
    attempt.current = attemptFor(attempt.current, contents, deviceNow());
    const result = await callApi(refundPayment, { ...contents, requestId: attempt.current.requestId });
    setBusy(false);
    // A refund refused by the provider may be requested again, as a new request.
    if (!result.ok && result.failure.code === 'payments.refundRefused') attempt.current = undefined;
    if (result.ok) onRefunded(result.data.message);
    else setFailure(result.failure);
  };
  return (
    <Dialog
      open
      title={text.refundTitle}
      closeLabel={text.close}
      onClose={onClose}
      actions={
        <>
          <Button type="submit" form={form} kind="danger" busy={busy}>
            {text.yes}
          </Button>
          <Button kind="plain" onClick={onClose}>
            {text.no}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.search} onSubmit={(event) => void submit(event)} noValidate>
        <p>{text.refundText(showSum(payment.orderSum))}</p>
        <TextField
          label={text.reason}
          hint={text.reasonHint}
          name="reason"
          maxLength={500}
          autoComplete="off"
          error={problem}
        />
        {failure && (
          <Notice kind="bad" live="alert">
            {failure.message}
          </Notice>
        )}
      </form>
    </Dialog>
  );
}

interface PaymentSearchProps {
  /** The search text; it is in the URL. */
  query: string;
  onQuery: (query: string) => void;
  mayRefund: boolean;
}

/** Finds payments, shows their steps, refunds them. */
export function PaymentSearch({ query, onQuery, mayRefund }: PaymentSearchProps) {
  const client = useQueryClient();
  const [refunding, setRefunding] = useState<FoundPayment>();
  const [message, setMessage] = useState<string>();
  const close = useCallback(() => setRefunding(undefined), []);
  const onRefunded = (words: string) => {
    setRefunding(undefined);
    setMessage(words);
    void client.invalidateQueries({ queryKey: foundKey });
  };
  return (
    <div className={styles.search}>
      <ListFilter
        definition={searchForm}
        filter={query ? { q: query } : {}}
        onFilter={({ q = '' }) => {
          setMessage(undefined);
          onQuery(q);
        }}
      />
      <Text size="s" tone="quiet">
        {text.queryHint}
      </Text>
      {message && (
        <Notice kind="good" live="status">
          {message}
        </Notice>
      )}
      {query === '' ? (
        <Notice kind="info">{text.start}</Notice>
      ) : (
        <RecordList
          list={foundPayments}
          context={undefined}
          filter={{ q: query }}
          className={styles.search}
          view={{
            className: styles.payments,
            item: (found) => <PaymentCard found={found} {...(mayRefund && { onRefund: setRefunding })} />,
          }}
        />
      )}
      {refunding && <RefundDialog found={refunding} onClose={close} onRefunded={onRefunded} />}
    </div>
  );
}
