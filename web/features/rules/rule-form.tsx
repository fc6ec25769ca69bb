import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import type { RuleEffect } from '#contract/values/rule.ts';
import {
  definitionOf,
  isSameRuleValue,
  type RuleKey,
  type RuleValue,
} from '#domain/rules/rule-definitions.ts';
import { nameOfRule, optionWords, type RuleGroup, ruleWords } from '#domain/rules/rule-words.template.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { parseLocalDate } from '#domain/time/local-date.ts';
import type { ApiFailure } from '#web/lib/api-failure.ts';
import { deviceNow } from '#web/lib/clock.ts';
import { ChangedLines, ReviewedChange, reasonField } from '#web/lib/dated-changes/dated-changes.tsx';
import type { FormField } from '#web/lib/form/fields-form.tsx';
import { FormStep } from '#web/lib/form/form-step.tsx';
import { showDate, showNumber } from '#web/lib/format.ts';
import { numberProblem } from '#web/lib/numbers/number-problem.ts';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import { AreaField } from '#web/ui/form/area-field.tsx';
import { SelectField, TextField } from '#web/ui/form/field.tsx';
import { withCancel } from '#web/ui/form/with-cancel.tsx';
import { Text } from '#web/ui/layout/stack.tsx';
import { RowsSkeleton } from '#web/ui/skeleton.tsx';
import { type ChangedRule, previewQuery, type RuleChange } from './api.ts';
import {
  boundsOf,
  plannedValuesOf,
  readRuleValue,
  rulesOf,
  showChange,
  shownChange,
  showRuleValue,
  typedOf,
  valuesOnDay,
} from './rule-values.ts';
import { text } from './text.ts';

/** What was typed in the form, as it is reviewed and sent. */
interface Draft {
  readonly typed: Readonly<Record<string, string>>;
  readonly values: ReadonlyMap<RuleKey, RuleValue>;
  readonly validFrom: string;
  readonly reason: string;
}

/** Ids of fields have no dots: they are anchors of the summary. */
const idOf = (rule: RuleKey) => rule.replaceAll('.', '-');

/** `first`: what stands in the field until something is typed there. */
function ruleField(
  rule: RuleKey,
  now: RuleValue,
  first: RuleValue,
  planned: readonly RuleChange[],
): FormField {
  const { name, about } = ruleWords[rule];
  const definition = definitionOf(rule);
  const bounds = boundsOf(rule);
  const hint = [
    about,
    bounds && formatText(text.boundsAre, { bounds }),
    formatText(text.now, { value: showRuleValue(rule, now) }),
    ...plannedValuesOf(rule, planned).map((next) => formatText(text.nextIs, next)),
  ]
    .filter(Boolean)
    .join(' ');
  const wanted =
    definition.kind === 'dates'
      ? text.wanted.dates
      : formatText(text.wanted.value, { name, bounds: bounds ?? '' });
  return {
    name: idOf(rule),
    wanted,
    check: (typed) => {
      if (readRuleValue(rule, typed) !== undefined) return undefined;
      return definition.kind === 'dates' ? { code: 'field.invalid' } : numberProblem(typed);
    },
    show: ({ required: _, defaultValue = typedOf(rule, first), ...control }) => {
      const shared = { ...control, label: name, hint, defaultValue };
      // What is not controlled takes another first value only anew.
      const key = typedOf(rule, first);
      switch (definition.kind) {
        case 'choice':
          return (
            <SelectField key={key} {...shared}>
              {definition.options.map((option) => (
                <option key={option} value={option}>
                  {optionWords[option]}
                </option>
              ))}
            </SelectField>
          );
        case 'flag':
          return (
            <SelectField key={key} {...shared}>
              <option value="true">{text.yes}</option>
              <option value="false">{text.no}</option>
            </SelectField>
          );
        case 'dates':
          return (
            <AreaField key={key} {...shared} hint={`${hint} ${text.datesHint}`} rows={6} inputMode="text" />
          );
        default:
          return (
            <TextField
              key={key}
              {...shared}
              inputMode={definition.kind === 'count' ? 'numeric' : 'decimal'}
              autoComplete="off"
              maxLength={16}
            />
          );
      }
    },
  };
}

const dayField = (today: string, day: string, setDay: (day: string) => void): FormField => ({
  name: 'validFrom',
  wanted: text.wanted.validFrom,
  check: (typed) =>
    parseLocalDate(typed) === undefined || typed < today ? { code: 'field.required' } : undefined,
  show: ({ required: _, defaultValue: __, ...control }) => (
    <TextField
      {...control}
      type="date"
      min={today}
      label={text.validFrom}
      hint={text.validFromHint}
      value={day}
      onChange={({ target }) => setDay(target.value)}
    />
  ),
});

interface RuleFormProps {
  group: RuleGroup;
  inForce: ReadonlyMap<RuleKey, RuleValue>;
  /** Planned changes, by their moment. */
  planned: readonly RuleChange[];
  /** What others changed since the form was opened; the values above have it already. */
  conflict: readonly RuleChange[];
  /** Answers the refusal, or nothing when it is saved. */
  save: (values: ChangedRule[], validFrom: string, reason: string) => Promise<ApiFailure | undefined>;
  onCancel: () => void;
}

/** Changes rules of a group from a date on: values first, as they are on that day, then what changes, which is saved. */
export function RuleForm({ group, inForce, planned, conflict, save, onCancel }: RuleFormProps) {
  const today = kyivDateOf(deviceNow());
  const [day, setDay] = useState<string>(today);
  const [first, setFirst] = useState(() => valuesOnDay(inForce, planned, day));
  // Only what was typed is changed: the other fields show what is there on the day.
  const touched = useRef<ReadonlySet<string>>(new Set());
  const [draft, setDraft] = useState<Draft>();
  const [isReviewed, setReviewed] = useState(false);
  const rules = rulesOf(group);
  const onDay = valuesOnDay(inForce, planned, day);

  function showDay(next: string) {
    setDay(next);
    const isTouched = (rule: RuleKey) => touched.current.has(idOf(rule));
    const then = valuesOnDay(inForce, planned, next);
    setFirst((shown) => new Map([...then, ...[...shown].filter(([rule]) => isTouched(rule))]));
  }

  if (draft !== undefined && isReviewed) {
    return (
      <Review
        draft={draft}
        onDay={onDay}
        conflict={conflict}
        save={save}
        onBack={() => {
          touched.current = new Set([...draft.values.keys()].map(idOf));
          showDay(day);
          setReviewed(false);
        }}
      />
    );
  }
  return (
    <FormStep
      fields={[
        dayField(today, day, showDay),
        ...rules.flatMap((rule) => {
          const [now, shown] = [inForce.get(rule), first.get(rule)];
          return now === undefined || shown === undefined ? [] : [ruleField(rule, now, shown, planned)];
        }),
        reasonField,
      ]}
      {...(draft && { typed: draft.typed })}
      problems={text.problems}
      submit={text.toReview}
      busy={text.reviewing}
      kind="ink"
      takesFocus
      form={{
        onChange: ({ target }) => {
          if ('name' in target) touched.current = new Set([...touched.current, String(target.name)]);
        },
      }}
      send={async (value) => {
        const values = new Map<RuleKey, RuleValue>();
        for (const rule of rules.filter((one) => touched.current.has(idOf(one)))) {
          const read = readRuleValue(rule, value(idOf(rule)));
          const then = onDay.get(rule);
          if (read !== undefined && then !== undefined && !isSameRuleValue(read, then))
            values.set(rule, read);
        }
        if (values.size === 0) return { message: text.nothing, fields: {} };
        const names = [...[...values.keys()].map(idOf), 'reason'];
        const typed = Object.fromEntries(names.map((name) => [name, value(name)]));
        setDraft({ typed, values, validFrom: day, reason: value('reason') });
        setReviewed(true);
        return undefined;
      }}
      actions={withCancel(text.cancel, onCancel)}
    />
  );
}

interface ReviewProps extends Pick<RuleFormProps, 'conflict' | 'save'> {
  draft: Draft;
  /** What the change takes the place of. */
  onDay: ReadonlyMap<RuleKey, RuleValue>;
  onBack: () => void;
}

/** What the change is, before it is saved. */
function Review({ draft: { values, validFrom, reason }, onDay, conflict, save, onBack }: ReviewProps) {
  const isToday = validFrom === kyivDateOf(deviceNow());
  const changed = [...values].map(([rule, value]) => ({ rule, value: toWire(value) }));
  return (
    <ReviewedChange
      conflictTitle={text.conflictTitle}
      conflict={conflict}
      {...shownChange}
      lead={isToday ? text.reviewToday : formatText(text.reviewLead, { date: showDate(validFrom) })}
      lines={[...values].map(([rule, after]) => ({
        name: nameOfRule(rule),
        words: showChange(rule, onDay.get(rule) ?? after, after),
      }))}
      reason={reason}
      save={() => save(changed, validFrom, reason)}
      onBack={onBack}
    >
      <Effects values={changed} validFrom={validFrom} />
    </ReviewedChange>
  );
}

const toWire = (value: RuleValue) =>
  Array.isArray(value) ? [...value] : (value as number | string | boolean);

/** Whom the change concerns, and what of the last months it would have decided differently. */
function Effects({ values, validFrom }: { values: ChangedRule[]; validFrom: string }) {
  return (
    <QueryPart
      query={useQuery(previewQuery(values, validFrom))}
      failed={text.effectsFailed}
      skeleton={<RowsSkeleton label={text.effectsLoading} rows={2} />}
    >
      {({ effects }) =>
        effects.length === 0 ? (
          <Text tone="quiet">{text.noEffects}</Text>
        ) : (
          <>
            <ChangedLines
              isFigures
              lines={effects.map((effect) => ({
                name: text.effectNames[effect.kind],
                words: showEffect(effect),
              }))}
            />
            {effects.some(({ isEstimate }) => isEstimate) && <Text tone="quiet">{text.estimate}</Text>}
          </>
        )
      }
    </QueryPart>
  );
}

function showEffect({ before, after, of, isEstimate }: RuleEffect): string {
  if (before === null || after === null) return showNumber(of);
  const shown = { before: showNumber(before), after: showNumber(after), of: showNumber(of) };
  const words = formatText(of === 0 ? text.becomes : text.becomesOf, shown);
  return isEstimate ? formatText(text.about, { n: words }) : words;
}
