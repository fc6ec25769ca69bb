import { useState } from 'react';
import type { InputOf } from '#contract/define-call.ts';
import { formatText } from '#contract/messages/format-text.ts';
import type { ActBasis, ManagedAct } from '#contract/values/managed-act.ts';
import type { decideAct } from '#contract/violation-acts/manage-acts.ts';
import { moneyFromWire, moneyToWire } from '#domain/money.ts';
import { parsePrice, priceFromText, priceToText } from '#domain/price.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { localDate } from '#domain/time/local-date.ts';
import { computeDecision, type DecisionBasis } from '#domain/violation-acts/compute-decision.ts';
import type { ApiFailure } from '#web/lib/api-failure.ts';
import { deviceNow } from '#web/lib/clock.ts';
import type { FormField } from '#web/lib/form/fields-form.tsx';
import { FormStep } from '#web/lib/form/form-step.tsx';
import { showDate, showKwh, showMoney, showSum } from '#web/lib/format.ts';
import { numberProblem } from '#web/lib/numbers/number-problem.ts';
import { text as common } from '#web/lib/text.ts';
import { ChoiceButtons } from '#web/ui/form/choice-buttons.tsx';
import { withCancel } from '#web/ui/form/with-cancel.tsx';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import { MoneyFigure } from '#web/ui/money-figure.tsx';
import { countField, dayField, lineField, reasonField, sumField } from './act-fields.tsx';
import { Conflict } from './act-steps.tsx';
import { basisWords } from './act-words.ts';
import styles from './manage.module.css';
import { text } from './text.ts';

const { decideForm: words, fields: names, wanted } = text;

type Decision = InputOf<typeof decideAct>['decision'];
type Found = Extract<Decision, { kind: 'violation' }>;
type Way = 'byProtocol' | 'byPower' | 'byPrice';

/** What was typed, as it is reviewed and sent. */
interface Draft {
  readonly typed: Readonly<Record<string, string>>;
  readonly decision: Found;
  readonly reason: string;
}

const fieldNames = [
  'protocolNumber',
  'protocolOn',
  'periodFrom',
  'periodTo',
  'watts',
  'hoursPerDay',
  'kwh',
  'price',
  'sum',
  'reason',
] as const;

/** A price as a person writes it, read as the wire has it; what is none stays as it was typed. */
function readPrice(typed: string): string {
  const price = parsePrice(typed);
  return price === undefined ? typed.trim() : priceToText(price);
}

const priceField: FormField = {
  ...lineField({ name: 'price', label: words.price, maxLength: 16, inputMode: 'decimal' }),
  wanted: wanted.price,
  read: readPrice,
  check: (price) => (/^\d{1,9}\.\d{2,6}$/.test(price) ? undefined : numberProblem(price)),
};

function lastDayField(today: string): FormField {
  const field = dayField({ name: 'periodTo', label: names.periodTo, max: today });
  const problem = { code: 'acts.badDays', text: words.endsBefore };
  return {
    ...field,
    check: (typed, others) =>
      field.check?.(typed, others) ?? (typed < others('periodFrom') ? problem : undefined),
  };
}

function volumeFields(way: Way): readonly FormField[] {
  if (way === 'byProtocol')
    return [countField({ name: 'kwh', label: words.kwh, wanted: wanted.kwh, least: 0, most: 999_999_999 })];
  return [
    countField({ name: 'watts', label: words.watts, wanted: wanted.watts, least: 1, most: 100_000_000 }),
    countField({
      name: 'hoursPerDay',
      label: words.hours,
      wanted: wanted.hours,
      least: 1,
      most: 24,
      initial: '24',
    }),
  ];
}

function basisOf(volume: Way, amount: Way, value: (name: string) => string): ActBasis {
  return {
    volume:
      volume === 'byProtocol'
        ? { kind: 'byProtocol', kwh: Number(value('kwh')) }
        : { kind: 'byPower', watts: Number(value('watts')), hoursPerDay: Number(value('hoursPerDay')) },
    amount:
      amount === 'byProtocol'
        ? { kind: 'byProtocol', sum: value('sum') }
        : { kind: 'byPrice', price: value('price') },
  };
}

const ofWire = ({ volume, amount }: ActBasis): DecisionBasis => ({
  volume,
  amount:
    amount.kind === 'byPrice'
      ? { kind: amount.kind, price: priceFromText(amount.price) }
      : { kind: amount.kind, sum: moneyFromWire(amount.sum) },
});

interface DecideFormProps {
  act: ManagedAct;
  /** The revision that was seen when the form was opened. */
  seen: number;
  send: (decision: Decision, reason: string) => Promise<ApiFailure | undefined>;
  onCancel: () => void;
}

/** What the commission decided: no violation closes the act, a sum is computed, reviewed and sent to another person. */
export function DecideForm({ act, seen, send, onCancel }: DecideFormProps) {
  const [outcome, setOutcome] = useState<Decision['kind']>('violation');
  const [volume, setVolume] = useState<Way>('byPower');
  const [amount, setAmount] = useState<Way>('byPrice');
  const [draft, setDraft] = useState<Draft>();
  const [isReviewed, setReviewed] = useState(false);
  const today = kyivDateOf(deviceNow());
  const protocol: readonly FormField[] = [
    lineField({ name: 'protocolNumber', label: names.protocolNumber, wanted: wanted.number, maxLength: 40 }),
    dayField({ name: 'protocolOn', label: names.protocolOn, initial: today, max: today }),
  ];
  if (draft !== undefined && isReviewed) {
    return <Review act={act} seen={seen} draft={draft} send={send} onBack={() => setReviewed(false)} />;
  }
  const shared = { problems: text.problems, busy: text.saving, takesFocus: true } as const;
  return (
    <Stack gap="2">
      <Conflict act={act} seen={seen} />
      <ChoiceButtons
        label={words.outcome}
        choices={[
          { value: 'violation', label: words.violation },
          { value: 'noViolation', label: words.noViolation },
        ]}
        chosen={outcome}
        onChoose={setOutcome}
      />
      {outcome === 'noViolation' ? (
        <>
          <Text tone="quiet">{words.noViolationLead}</Text>
          {act.cancelTakesTwo && <p>{words.noViolationTwo}</p>}
          <FormStep
            key={outcome}
            {...shared}
            fields={[...protocol, reasonField]}
            submit={words.close}
            kind="danger"
            places={{ codes: { 'acts.futureDay': 'protocolOn', 'acts.badDays': 'protocolOn' } }}
            send={(value) =>
              send(
                { kind: outcome, protocolNumber: value('protocolNumber'), protocolOn: value('protocolOn') },
                value('reason'),
              )
            }
            actions={withCancel(text.stop, onCancel)}
          />
        </>
      ) : (
        <FormStep
          key={outcome}
          {...shared}
          {...(draft && { typed: draft.typed })}
          fields={[
            ...protocol,
            dayField({ name: 'periodFrom', label: names.periodFrom }),
            lastDayField(today),
            {
              name: 'volume',
              show: () => (
                <Way
                  label={words.volume}
                  ways={{ byPower: words.byPower, byProtocol: words.byProtocol }}
                  chosen={volume}
                  onChoose={setVolume}
                />
              ),
            },
            ...volumeFields(volume),
            {
              name: 'amount',
              show: () => (
                <Way
                  label={words.amount}
                  ways={{ byPrice: words.byPrice, byProtocol: words.byProtocol }}
                  chosen={amount}
                  onChoose={setAmount}
                />
              ),
            },
            amount === 'byProtocol' ? sumField({ name: 'sum', label: words.sum }) : priceField,
            reasonField,
          ]}
          submit={words.review}
          kind="ink"
          send={async (value) => {
            setDraft({
              typed: Object.fromEntries(fieldNames.map((name) => [name, value(name)])),
              reason: value('reason'),
              decision: {
                kind: outcome,
                protocolNumber: value('protocolNumber'),
                protocolOn: value('protocolOn'),
                periodFrom: value('periodFrom'),
                periodTo: value('periodTo'),
                basis: basisOf(volume, amount, value),
              },
            });
            setReviewed(true);
            return undefined;
          }}
          actions={withCancel(text.stop, onCancel)}
        />
      )}
    </Stack>
  );
}

interface WayProps {
  label: string;
  ways: Partial<Readonly<Record<Way, string>>>;
  chosen: Way;
  onChoose: (way: Way) => void;
}

/** How the energy or the sum was found. */
function Way({ label, ways, chosen, onChoose }: WayProps) {
  return (
    <Stack gap="05">
      <Text isStrong>{label}</Text>
      <ChoiceButtons
        label={label}
        choices={Object.entries(ways).map(([value, name]) => ({ value: value as Way, label: name }))}
        chosen={chosen}
        onChoose={onChoose}
      />
    </Stack>
  );
}

interface ReviewProps extends Pick<DecideFormProps, 'act' | 'seen' | 'send'> {
  draft: Draft;
  onBack: () => void;
}

/** The sum as the server will compute it, before it is sent to another person. */
function Review({ act, seen, draft: { decision, reason }, send, onBack }: ReviewProps) {
  const { periodFrom, periodTo, basis, protocolNumber, protocolOn } = decision;
  const period = { from: localDate(periodFrom), to: localDate(periodTo) };
  const figures = computeDecision(period, ofWire(basis));
  const rows: readonly (readonly [string, string])[] = [
    [names.protocolNumber, `${protocolNumber}, ${showDate(protocolOn)}`],
    ...(figures
      ? ([
          [names.days, String(figures.days)],
          [names.kwh, showKwh(figures.kwh)],
          [names.basis, basisWords(basis, figures.days)],
          [names.vat, showSum(moneyToWire(figures.vat))],
        ] as const)
      : []),
    [text.reason, reason],
  ];
  return (
    <Stack gap="2">
      <Conflict act={act} seen={seen} />
      {figures && (
        <div>
          <Text size="s" tone="quiet">
            {words.result}
          </Text>
          <MoneyFigure sum={showMoney(moneyToWire(figures.sum))} unit={common.hryvnia} size="l" />
        </div>
      )}
      <dl className={styles.values}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Text tone="quiet">
        {formatText(words.reviewLead, { days: formatText(common.days, { days: act.terms.paymentDays }) })}
      </Text>
      <FormStep
        fields={[]}
        problems={text.problems}
        submit={words.submit}
        busy={text.saving}
        kind="ink"
        send={() => send(decision, reason)}
        actions={withCancel(text.toFields, onBack)}
      />
    </Stack>
  );
}
