import { useState } from 'react';
import type { InputOf } from '#contract/define-call.ts';
import { formatText } from '#contract/messages/format-text.ts';
import type { planTariff } from '#contract/tariffs/tariff-plans.ts';
import type { TariffPlanData } from '#contract/values/tariff-plan.ts';
import { withoutSpaces } from '#domain/input/tidy-text.ts';
import { coefficientFromText, coefficientToText, priceFromText, priceToText } from '#domain/price.ts';
import type { ApiFailure } from '#web/lib/api-failure.ts';
import type { FormField } from '#web/lib/form/fields-form.tsx';
import { FormStep } from '#web/lib/form/form-step.tsx';
import { showMoment } from '#web/lib/format.ts';
import { numberProblem } from '#web/lib/numbers/number-problem.ts';
import { Button } from '#web/ui/button.tsx';
import { CheckField } from '#web/ui/form/check-field.tsx';
import { SelectField, TextField } from '#web/ui/form/field.tsx';
import { Row } from '#web/ui/layout/stack.tsx';
import { Notice } from '#web/ui/notice.tsx';
import styles from './plans.module.css';
import { differences, type Priced } from './price-words.ts';
import { text } from './text.ts';

type Rule = TariffPlanData['rule'];
type Kind = Rule['kind'];
type PlannedContent = Pick<
  InputOf<typeof planTariff>,
  'revision' | 'from' | 'prices' | 'act' | 'asRecalculation' | 'reason'
>;

const kinds = ['flat', 'marginalBlocks', 'wholeVolumeBlocks', 'seasonalHeating'] as const;
const stepCounts = [2, 3, 4];

const comma = (value: string) => value.replace('.', ',');
const trimmed = (typed: string) => typed.trim();

/** What was typed as the wire has it, or as it is when it is no such value. */
function through(typed: string, convert: (text: string) => string): string {
  try {
    return convert(withoutSpaces(typed).replace(',', '.'));
  } catch {
    return typed.trim();
  }
}

function isOf(value: string, parse: (text: string) => unknown): boolean {
  try {
    parse(value);
    return true;
  } catch {
    return false;
  }
}

const invalid = { code: 'field.invalid' } as const;

const priceField = (name: string, label: string, initial: string): FormField => ({
  name,
  wanted: text.wanted.price,
  read: (typed) => through(typed, (value) => priceToText(priceFromText(value))),
  check: (value) => (isOf(value, priceFromText) ? undefined : numberProblem(value)),
  show: (control) => (
    <TextField
      {...control}
      label={label}
      inputMode="decimal"
      autoComplete="off"
      defaultValue={comma(initial)}
    />
  ),
});

const limitField = (name: string, label: string, initial: string, previous?: string): FormField => ({
  name,
  wanted: text.wanted.limit,
  read: withoutSpaces,
  check: (value, others) => {
    const isMore = previous === undefined || Number(value) > Number(others(previous));
    return /^[1-9]\d{0,8}$/.test(value) && isMore ? undefined : invalid;
  },
  show: (control) => (
    <TextField {...control} label={label} inputMode="numeric" autoComplete="off" defaultValue={initial} />
  ),
});

const seasonField = (name: string, label: string, initial: string): FormField => ({
  name,
  wanted: text.wanted.season,
  read: trimmed,
  check: (value) => (/^(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/.test(value) ? undefined : invalid),
  show: (control) => <TextField {...control} label={label} autoComplete="off" defaultValue={initial} />,
});

const zoneNames = Object.keys(text.zoneLabels) as (keyof typeof text.zoneLabels)[];

const zoneField = (name: keyof typeof text.zoneLabels, zones: Priced['zones']): FormField => {
  const [scheme = '', zone = ''] = name.split('.');
  return {
    name,
    wanted: text.wanted.zone,
    read: (typed) => through(typed, (value) => coefficientToText(coefficientFromText(value))),
    check: (value) => (isOf(value, coefficientFromText) ? undefined : numberProblem(value)),
    show: (control) => (
      <TextField
        {...control}
        label={text.zoneLabels[name]}
        inputMode="decimal"
        autoComplete="off"
        defaultValue={comma(zones[scheme]?.[zone] ?? '1')}
      />
    ),
  };
};

export const reasonField: FormField = {
  name: 'reason',
  wanted: text.wanted.reason,
  read: trimmed,
  check: (typed) => (typed.length < 3 ? { code: 'field.required' } : undefined),
  show: (control) => (
    <div className={styles.wide}>
      <TextField {...control} label={text.reason} hint={text.reasonHint} maxLength={300} autoComplete="off" />
    </div>
  ),
};

/** The steps of a rule; of one without blocks those that a new rule begins with. */
function blocksOf(rule: Rule) {
  return 'blocks' in rule ? rule.blocks : [{ upToKwh: 100, price: '' }, { price: '' }];
}

function ruleFields(kind: Kind, steps: number, rule: Rule): FormField[] {
  const price = 'price' in rule ? rule.price : '';
  if (kind === 'flat') return [priceField('price', text.price, price)];
  if (kind === 'seasonalHeating') {
    const own = rule.kind === kind ? rule : undefined;
    return [
      priceField('reducedPrice', text.reducedPrice, own?.reducedPrice ?? ''),
      limitField('limitKwh', text.limit, String(own?.limitKwh ?? 2000)),
      priceField('price', text.restPrice, price),
      seasonField('seasonFrom', text.seasonFrom, own?.seasonFrom ?? '10-01'),
      seasonField('seasonTo', text.seasonTo, own?.seasonTo ?? '04-30'),
    ];
  }
  const blocks = blocksOf(rule);
  const last = blocks.at(-1)?.price ?? '';
  const named = Array.from({ length: steps - 1 }, (_, index) => {
    const n = index + 1;
    const block = index < blocks.length - 1 ? blocks[index] : undefined;
    return [
      limitField(
        `limit${n}`,
        formatText(text.blockLimit, { n }),
        String(block?.upToKwh ?? ''),
        index === 0 ? undefined : `limit${index}`,
      ),
      priceField(`price${n}`, formatText(text.blockPrice, { n }), block?.price ?? ''),
    ];
  });
  return [...named.flat(), priceField('priceRest', text.restPrice, last)];
}

function ruleOfForm(kind: Kind, steps: number, value: (name: string) => string): Rule {
  if (kind === 'flat') return { kind, price: value('price') };
  if (kind === 'seasonalHeating')
    return {
      kind,
      limitKwh: Number(value('limitKwh')),
      reducedPrice: value('reducedPrice'),
      price: value('price'),
      seasonFrom: value('seasonFrom'),
      seasonTo: value('seasonTo'),
    };
  const blocks = Array.from({ length: steps - 1 }, (_, index) => ({
    upToKwh: Number(value(`limit${index + 1}`)),
    price: value(`price${index + 1}`),
  }));
  return { kind, blocks: [...blocks, { price: value('priceRest') }] };
}

interface PlanFormProps {
  /** What the form begins with: the plan, or the newest version of the tariff. */
  initial: Priced;
  /** The plan that is changed; undefined: a new one. */
  plan?: TariffPlanData | undefined;
  today: string;
  send: (content: PlannedContent) => Promise<ApiFailure | undefined>;
  onCancel: () => void;
}

/** Prices of a planned version. What another administrator made of it meanwhile is shown before it may be replaced. */
export function PlanForm({ initial, plan, today, send, onCancel }: PlanFormProps) {
  const [kind, setKind] = useState<Kind>(initial.rule.kind);
  const [steps, setSteps] = useState(blocksOf(initial.rule).length);
  const [from, setFrom] = useState(plan?.from ?? '');
  const [now, setNow] = useState(plan);
  const isPast = from !== '' && from <= today;
  const isChanged = plan !== undefined && now !== undefined && now.revision !== plan.revision;
  const isBlocks = kind === 'marginalBlocks' || kind === 'wholeVolumeBlocks';
  const fields: FormField[] = [
    {
      name: 'from',
      wanted: text.wanted.from,
      check: (value) => (value === '' ? { code: 'field.required' } : undefined),
      show: ({ defaultValue: _, ...control }) => (
        <TextField
          {...control}
          type="date"
          label={text.from}
          value={from}
          onChange={({ target }) => setFrom(target.value)}
        />
      ),
    },
    ...(isPast
      ? [
          {
            name: 'asRecalculation',
            wanted: text.wanted.asRecalculation,
            check: (value: string) => (value === '' ? ({ code: 'field.required' } as const) : undefined),
            show: ({ id, name, error }) => (
              <div className={styles.wide}>
                <Notice kind="warn">
                  <p>{text.pastDay}</p>
                  <CheckField
                    id={id}
                    name={name}
                    error={error}
                    label={text.asRecalculation}
                    defaultChecked={plan?.isRecalculation ?? false}
                  />
                </Notice>
              </div>
            ),
          } satisfies FormField,
        ]
      : []),
    {
      name: 'kind',
      show: ({ id, name }) => (
        <div className={styles.wide}>
          <SelectField
            id={id}
            name={name}
            label={text.kind}
            value={kind}
            onChange={({ target }) => setKind(target.value as Kind)}
          >
            {kinds.map((one) => (
              <option key={one} value={one}>
                {text.kinds[one]}
              </option>
            ))}
          </SelectField>
        </div>
      ),
    },
    ...(isBlocks
      ? [
          {
            name: 'steps',
            show: ({ id, name }) => (
              <SelectField
                id={id}
                name={name}
                label={text.steps}
                value={steps}
                onChange={({ target }) => setSteps(Number(target.value))}
              >
                {stepCounts.map((count) => (
                  <option key={count}>{count}</option>
                ))}
              </SelectField>
            ),
          } satisfies FormField,
        ]
      : []),
    ...ruleFields(kind, steps, initial.rule),
    ...zoneNames.map((name) => zoneField(name, initial.zones)),
    {
      name: 'act',
      wanted: text.wanted.act,
      read: trimmed,
      check: (value) => (value === '' ? { code: 'field.required' } : undefined),
      show: (control) => (
        <div className={styles.wide}>
          <TextField
            {...control}
            label={text.act}
            hint={text.actHint}
            maxLength={200}
            autoComplete="off"
            defaultValue={plan?.act ?? ''}
          />
        </div>
      ),
    },
    reasonField,
  ];
  return (
    <FormStep
      fields={fields}
      problems={text.problems}
      submit={isChanged ? text.saveAnyway : text.save}
      busy={text.saving}
      places={{
        codes: {
          'tariffs.dayTaken': 'from',
          'tariffs.pastDay': 'from',
          'tariffs.tooFarBack': 'from',
          'tariffs.gap': 'from',
        },
      }}
      kind="ink"
      form={{ className: styles.form }}
      takesFocus
      notice={() => (isChanged && plan && now ? <Conflict before={plan} after={now} /> : undefined)}
      send={async (value) => {
        const zones: Record<string, Record<string, string>> = {};
        for (const name of zoneNames) {
          const [scheme = '', zone = ''] = name.split('.');
          zones[scheme] = { ...zones[scheme], [zone]: value(name) };
        }
        const failure = await send({
          revision: now?.revision ?? 0,
          from,
          prices: { rule: ruleOfForm(kind, steps, value), zones },
          act: value('act'),
          asRecalculation: isPast,
          reason: value('reason'),
        });
        if (failure?.code === 'tariffs.changedMeanwhile') {
          setNow((failure.details as { plan: TariffPlanData }).plan);
        }
        return failure;
      }}
      actions={(button) => (
        <div className={styles.wide}>
          <Row gap="1">
            {button}
            <Button kind="plain" onClick={onCancel}>
              {text.back}
            </Button>
          </Row>
        </div>
      )}
    />
  );
}

/** What another administrator made of the plan since it was opened. */
export function Conflict({ before, after }: { before: TariffPlanData; after: TariffPlanData }) {
  const isStep = after.decided !== null && after.decided.at > after.changedAt;
  const name = isStep ? after.decided?.by.name : after.author.name;
  const moment = showMoment(isStep ? (after.decided?.at ?? '') : after.changedAt);
  const reason = isStep ? after.decided?.reason : after.reason;
  return (
    <div className={styles.wide}>
      <Notice kind="warn" title={text.conflict} live="status">
        <p>{formatText(text.conflictLead, { name: name ?? '', moment, reason: reason ?? '' })}</p>
        <dl className={styles.changes}>
          {differences(before, after).map((field) => (
            <div key={field.name}>
              <dt>{field.name}</dt>
              <dd>{formatText(text.fieldWas, { before: field.before, after: field.after })}</dd>
            </div>
          ))}
        </dl>
        {after.state !== before.state && (
          <p>{formatText(text.conflictState, { state: text.states[after.state] })}</p>
        )}
      </Notice>
    </div>
  );
}
