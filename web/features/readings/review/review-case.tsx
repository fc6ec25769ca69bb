import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { InputOf } from '#contract/define-call.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { decideReview, getReview, reviewPhoto } from '#contract/readings/review.ts';
import { type ReviewDetails, reviewReason } from '#contract/values/review-details.ts';
import { parseReadingValue } from '#domain/readings/reading-value.ts';
import { addMonths, type BillingPeriod } from '#domain/time/billing-period.ts';
import { callApi, downloadFile, queryApi } from '#web/lib/api.ts';
import { showDate, showMoment, showMoney, showMonthShort, showNumber, showPeriod } from '#web/lib/format.ts';
import { showTick } from '#web/lib/numbers/show-decimal.ts';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import { Button } from '#web/ui/button.tsx';
import { BarChart } from '#web/ui/chart/bar-chart.tsx';
import { AreaField } from '#web/ui/form/area-field.tsx';
import { TextField } from '#web/ui/form/field.tsx';
import { Dialog } from '#web/ui/layout/dialog.tsx';
import { Disclosure } from '#web/ui/layout/disclosure.tsx';
import { Row, Stack, Text } from '#web/ui/layout/stack.tsx';
import { DataTable } from '#web/ui/list/data-table.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { RowsSkeleton } from '#web/ui/skeleton.tsx';
import { text } from './desk-text.ts';
import styles from './review-desk.module.css';
import { causesInWords, DueMark, isTyping, reviewsKey, valuesInWords } from './review-queue.tsx';

const reviewQuery = (account: string, reviewId: string) =>
  queryOptions({
    queryKey: [...reviewsKey, 'one', account, reviewId],
    queryFn: ({ signal }) => queryApi(getReview, { account, reviewId }, { signal }),
  });

interface ReviewCaseProps {
  account: string;
  reviewId: string;
  /** The way back to the list on a phone. */
  listLink: ReactNode;
}

/** A reading under review with all that it is decided by, and the decision. */
export function ReviewCase({ account, reviewId, listLink }: ReviewCaseProps) {
  const query = useQuery(reviewQuery(account, reviewId));
  return (
    <Stack gap="3">
      <p className={styles.back}>{listLink}</p>
      <QueryPart
        query={query}
        failed={text.caseFailed}
        skeleton={<RowsSkeleton label={text.caseLoading} rows={8} />}
      >
        {({ review }) => (
          <Stack as="section" gap="4" aria-labelledby="review">
            <Stack gap="1">
              <Row gap="2" align="center">
                <Text as="h2" id="review" size="l">
                  {review.customerName}
                </Text>
                {review.decision === null && <DueMark dueOn={review.dueOn} />}
              </Row>
              <Text tone="quiet">
                {[formatText(text.account, { account: review.account }), review.meterSerial].join(' · ')}
              </Text>
              {causesInWords(review.causes).map((cause) => (
                <Text key={cause} tone="warn">
                  {cause}
                </Text>
              ))}
            </Stack>
            <Registers review={review} />
            <Photos review={review} />
            <Decision account={account} review={review} />
            <History review={review} />
            <Facts review={review} />
          </Stack>
        )}
      </QueryPart>
    </Stack>
  );
}

function Registers({ review }: { review: ReviewDetails }) {
  const { registers, period } = review;
  // One register needs no name: its previous value heads the row.
  const hasZones = registers.length > 1;
  return (
    <Stack gap="1">
      <DataTable
        caption={text.registers}
        captionHidden
        rows={registers}
        rowKey={({ zone }) => zone}
        columns={[
          ...(hasZones
            ? [
                {
                  key: 'zone',
                  title: text.register,
                  cell: ({ zone }: (typeof registers)[number]) => text.zoneNames[zone],
                },
              ]
            : []),
          {
            key: 'previous',
            title: text.previous,
            numeric: hasZones,
            cell: ({ previous }) => (
              <span className={styles.who} data-numeric={hasZones || undefined}>
                {previous.value}
                <Text as="span" size="s" tone="quiet">
                  {showDate(previous.date)}
                </Text>
              </span>
            ),
          },
          {
            key: 'value',
            title: text.value,
            numeric: true,
            cell: ({ value }) => (
              <Text as="strong" size="l">
                {value}
              </Text>
            ),
          },
          {
            key: 'kwh',
            title: text.used,
            numeric: true,
            cell: ({ kwh }) => (kwh === null ? '—' : showNumber(kwh)),
          },
        ]}
      />
      {registers.map(
        ({ zone, next }) =>
          next && (
            <Text key={zone} tone="warn">
              {formatText(text.next, { value: next.value, date: showDate(next.date) })}
            </Text>
          ),
      )}
      <Text size="s" tone="quiet">
        {formatText(text.given, {
          moment: showMoment(review.openedAt),
          number: review.receiptNumber,
          day: showDate(review.effectiveDate),
        })}
        {review.sum !== null && ` ${formatText(text.cost, { sum: showMoney(review.sum) })}`}
      </Text>
      <Text size="s">
        {review.lastYear === null
          ? text.lastYearNone
          : formatText(text.lastYear, {
              month: showPeriod(review.lastYear.period),
              kwh: showNumber(review.lastYear.kwh),
              days: review.lastYear.days,
            })}
      </Text>
      {review.correctionReason && (
        <Text>{formatText(text.correction, { reason: review.correctionReason })}</Text>
      )}
      {review.isPeriodClosed && (
        <Text tone="warn">{formatText(text.closed, { month: showPeriod(period) })}</Text>
      )}
    </Stack>
  );
}

function Photos({ review }: { review: ReviewDetails }) {
  const { account, reviewId, photoIds, photoAskedAt } = review;
  return (
    <Stack as="section" gap="1" aria-label={text.photos}>
      <h3>{text.photos}</h3>
      {photoIds.length === 0 && <Text tone="quiet">{text.photoNone}</Text>}
      {photoAskedAt && <Text>{formatText(text.photoAskedSince, { moment: showMoment(photoAskedAt) })}</Text>}
      <Row gap="2">
        {photoIds.map((photoId, index) => (
          <Photo key={photoId} of={{ account, reviewId, photoId }} n={index + 1} />
        ))}
      </Row>
    </Stack>
  );
}

type PhotoOf = Omit<InputOf<typeof reviewPhoto>, 'token'>;

/** A photo that is written anew by the server; a press shows it in its own size. */
function Photo({ of, n }: { of: PhotoOf; n: number }) {
  const { photoId, account, reviewId } = of;
  const [isOpen, setOpen] = useState(false);
  const query = useQuery({
    queryKey: [...reviewsKey, 'photo', photoId],
    queryFn: async () => {
      const result = await downloadFile(reviewPhoto, { account, reviewId, photoId });
      if (!result.ok) throw new Error(result.failure.message);
      return result.data.blob;
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!query.data) return;
    const made = URL.createObjectURL(query.data);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [query.data]);
  const alt = formatText(text.photoAlt, { n });
  const waiting = <span className={styles.photo} aria-busy="true" />;
  const shown = (
    <>
      <button
        type="button"
        className={styles.photo}
        aria-label={formatText(text.zoom, { n })}
        onClick={() => setOpen(true)}
      >
        <img src={address} alt={alt} />
      </button>
      <Dialog open={isOpen} title={alt} closeLabel={text.close} onClose={() => setOpen(false)}>
        <img className={styles.whole} src={address} alt={alt} />
      </Dialog>
    </>
  );
  return (
    <QueryPart query={query} failed={text.photoFailed} skeleton={waiting}>
      {() => (address ? shown : waiting)}
    </QueryPart>
  );
}

/** Two years by month with the year before as an outline, and the readings themselves. */
function History({ review }: { review: ReviewDetails }) {
  const kwhOf = new Map(review.months.map(({ period, kwh }) => [period, kwh]));
  const shown = review.months.slice(-12);
  return (
    <Stack as="section" gap="2" aria-label={text.months}>
      <h3>{text.months}</h3>
      {shown.length === 0 ? (
        <Text tone="quiet">{text.monthsNone}</Text>
      ) : (
        <BarChart
          label={text.months}
          initialKey={shown.at(-1)?.period ?? ''}
          formatTick={showTick}
          bars={shown.map(({ period, kwh, isEstimated }) => ({
            key: period,
            label: showMonthShort(period),
            spoken: formatText(text.month, { month: showPeriod(period), kwh: showNumber(kwh) }),
            parts: [kwh],
            outline: kwhOf.get(addMonths(period as BillingPeriod, -12)) ?? null,
            hatched: isEstimated,
          }))}
        >
          {({ key, spoken, hatched }) => (
            <Text key={key}>
              {spoken}
              {hatched && text.estimated}
            </Text>
          )}
        </BarChart>
      )}
      {review.readings.length > 0 && (
        <Disclosure summary={text.readings}>
          <DataTable
            caption={text.readings}
            captionHidden
            rows={review.readings}
            rowKey={({ date, source, values }) => [date, source, JSON.stringify(values)].join(' ')}
            columns={[
              { key: 'date', title: text.date, cell: ({ date }) => showDate(date) },
              {
                key: 'values',
                title: text.value,
                numeric: true,
                cell: ({ values, state }) =>
                  state === 'rejected'
                    ? `${valuesInWords(values)}, ${text.rejectedWord}`
                    : valuesInWords(values),
              },
              { key: 'source', title: text.source, cell: ({ source }) => text.sources[source] },
            ]}
          />
        </Disclosure>
      )}
    </Stack>
  );
}

function Facts({ review }: { review: ReviewDetails }) {
  const { phone, address, eic, meterType, meterSerial, contractedPowerKw, coefficient } = review;
  const facts: readonly (readonly [string, ReactNode])[] = [
    [text.phone, phone && <a href={`tel:${phone}`}>{phone}</a>],
    [text.address, address],
    [text.point, eic],
    [text.meter, `${meterSerial}, ${meterType}`],
    [text.power, showNumber(contractedPowerKw)],
    [text.coefficient, coefficient],
  ];
  return (
    <Stack as="section" gap="1" aria-label={text.facts}>
      <h3>{text.facts}</h3>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Stack>
  );
}

type Action = InputOf<typeof decideReview>['action'];
const actions: readonly Action[] = ['accept', 'acceptAnother', 'reject', 'askPhoto'];

/** The four decisions, also by the keys 1 to 4; another value and a reason are asked for first. */
function Decision({ account, review }: { account: string; review: ReviewDetails }) {
  const client = useQueryClient();
  const { reviewId, registers, digitCapacity, state } = review;
  const [step, setStep] = useState<'acceptAnother' | 'reject'>();
  const [busy, setBusy] = useState<Action>();
  const [error, setError] = useState<string>();
  const [done, setDone] = useState<string>();
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string>();
  const first = useRef<HTMLDivElement>(null);
  const canDecide = state === 'waiting' || state === 'photoAsked';

  const decide = async (action: Action) => {
    if (busy) return;
    const values = Object.fromEntries(
      registers.map(({ zone, value }) => [zone, typed[zone] ?? String(value)]),
    );
    if (action === 'reject' && reason.trim().length < reviewReason.least)
      return setProblem(formatMessage('readings.reasonMissing'));
    if (
      action === 'acceptAnother' &&
      Object.values(values).some((value) => parseReadingValue(value, digitCapacity) === undefined)
    )
      return setProblem(formatText(text.anotherWrong, { n: digitCapacity }));
    setBusy(action);
    setError(undefined);
    setProblem(undefined);
    const sent = { account, reviewId, action, reason: reason.trim() };
    const result = await callApi(decideReview, action === 'acceptAnother' ? { ...sent, values } : sent);
    if (result.ok) {
      const words = text.done[result.data.decision ?? 'photoAsked'];
      setDone(result.data.isRecalculated ? `${words} ${text.recalculated}` : words);
      setStep(undefined);
    } else setError(result.failure.message);
    await client.invalidateQueries({ queryKey: reviewsKey });
    setBusy(undefined);
  };
  const choose = (action: Action) => {
    setProblem(undefined);
    if (action === 'accept' || action === 'askPhoto') void decide(action);
    else setStep(action);
  };
  useEffect(() => {
    if (step) first.current?.querySelector<HTMLElement>('input, textarea')?.focus();
  }, [step]);
  useEffect(() => {
    if (!canDecide) return;
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Escape') return setStep(undefined);
      const action = actions[Number(event.key) - 1];
      if (action === undefined || isTyping(event)) return;
      event.preventDefault();
      choose(action);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  });

  return (
    <Stack as="section" gap="2" aria-label={text.decision}>
      <h3>{text.decision}</h3>
      {done && (
        <Notice kind="good" live="status">
          {done}
        </Notice>
      )}
      {error && (
        <Notice kind="bad" live="alert" title={text.moveFailed}>
          {error}
        </Notice>
      )}
      {review.decision && !done && (
        <Notice kind="info">
          {formatText(text.decided, {
            decision: text.decisions[review.decision.decision],
            by: review.decision.by,
            moment: showMoment(review.decision.at),
          })}{' '}
          {review.decision.reason}
        </Notice>
      )}
      {state === 'replaced' && <Notice kind="info">{text.replaced}</Notice>}
      {canDecide && step === undefined && (
        <Row gap="1">
          {actions
            .filter((action) => action !== 'askPhoto' || state !== 'photoAsked')
            .map((action) => (
              <Button
                key={action}
                kind={action === 'accept' ? 'lamp' : 'quiet'}
                busy={busy === action}
                onClick={() => choose(action)}
              >
                {text.actions[action]}
                <kbd className={styles.key}>{actions.indexOf(action) + 1}</kbd>
              </Button>
            ))}
        </Row>
      )}
      {canDecide && step !== undefined && (
        <form
          className={styles.step}
          onSubmit={(event) => {
            event.preventDefault();
            void decide(step);
          }}
        >
          <div ref={first} className={styles.step}>
            {step === 'acceptAnother' &&
              registers.map(({ zone, value }) => (
                <TextField
                  key={zone}
                  label={formatText(text.another, { zone: text.zoneNames[zone], n: digitCapacity })}
                  inputMode="numeric"
                  maxLength={digitCapacity}
                  value={typed[zone] ?? String(value)}
                  error={problem}
                  onFocus={({ currentTarget }) => currentTarget.select()}
                  onChange={({ currentTarget }) => setTyped({ ...typed, [zone]: currentTarget.value })}
                />
              ))}
            {step === 'reject' && (
              <fieldset className={styles.reasons}>
                <legend>{text.reasonReady}</legend>
                {text.reasons.map((words) => (
                  <Button key={words} kind="plain" onClick={() => setReason(words)}>
                    {words}
                  </Button>
                ))}
              </fieldset>
            )}
            <AreaField
              label={text.reason}
              hint={text.reasonHint}
              error={step === 'reject' ? problem : undefined}
              value={reason}
              rows={3}
              maxLength={reviewReason.most}
              onChange={({ currentTarget }) => setReason(currentTarget.value)}
            />
          </div>
          <Row gap="1">
            <Button type="submit" kind={step === 'reject' ? 'danger' : 'lamp'} busy={busy === step}>
              {text.send[step]}
            </Button>
            <Button onClick={() => setStep(undefined)}>{text.cancel}</Button>
          </Row>
        </form>
      )}
    </Stack>
  );
}

/** The keys of the desk, by `?`. */
export function DeskKeys() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key === '?' && !isTyping(event)) setOpen(true);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  return (
    <>
      <p className={styles.keys}>
        <Button kind="plain" onClick={() => setOpen(true)}>
          {text.keysOpen}
        </Button>
      </p>
      <Dialog open={isOpen} title={text.keysTitle} closeLabel={text.close} onClose={() => setOpen(false)}>
        <dl className={styles.facts}>
          {text.keys.map(([key, words]) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{words}</dd>
            </div>
          ))}
        </dl>
      </Dialog>
    </>
  );
}
