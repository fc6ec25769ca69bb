import { type FormEvent, useId, useRef, useState } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import type { MonthSpan } from '#domain/documents/check-months.ts';
import type { Refusal } from '#web/lib/form/form-problems.ts';
import { showPeriod } from '#web/lib/format.ts';
import { type Months, monthsByYear, presetsOf } from '#web/lib/list/month-choices.ts';
import { useOnline } from '#web/lib/use-online.ts';
import { Button } from '#web/ui/button.tsx';
import { ChoiceButtons } from '#web/ui/form/choice-buttons.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import styles from './act-form.module.css';
import { text } from './text.ts';
import type { ActAnswer } from './use-act-request.ts';

interface ActFormProps {
  span: MonthSpan;
  isBusy: boolean;
  onRequest: (months: Months) => Promise<ActAnswer>;
}

/** The months of a new act: a preset period or any two, and the submit button. */
export function ActForm({ span, isBusy, onRequest }: ActFormProps) {
  const isOnline = useOnline();
  const title = useId();
  const form = useRef<HTMLFormElement>(null);
  const presets = presetsOf(span);
  const [months, setMonths] = useState<Months>(() => ofYear(span));
  const [refusal, setRefusal] = useState<Refusal>({ fields: {} });

  const choose = (chosen: Months) => {
    setMonths({ from: chosen.from, to: chosen.to });
    setRefusal({ fields: {} });
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || !isOnline) return;
    const answer = await onRequest(months);
    setRefusal(answer.ok ? { fields: {} } : answer.refusal);
    const [wrong] = answer.ok ? [] : Object.keys(answer.refusal.fields);
    const control = wrong && form.current?.elements.namedItem(wrong);
    if (control instanceof HTMLElement) control.focus();
  };
  const keyOf = ({ from, to }: Months) => `${from} ${to}`;
  return (
    <section className={styles.new} aria-labelledby={title}>
      <div>
        <h2 id={title} className={styles.title}>
          {text.newAct}
        </h2>
        <p className={styles.quiet}>{text.about}</p>
      </div>
      <ChoiceButtons
        label={text.presets}
        choices={presets.map((preset) => ({
          value: keyOf(preset),
          label: preset.year === undefined ? text.lastMonths : formatText(text.year, { year: preset.year }),
        }))}
        chosen={keyOf(months)}
        onChoose={(key) => choose(presets.find((preset) => keyOf(preset) === key) ?? months)}
      />
      <form ref={form} className={styles.form} noValidate method="dialog" onSubmit={submit}>
        {(['from', 'to'] as const).map((end) => (
          <Field key={end} label={text[end]} error={refusal.fields[end]?.text}>
            {(control) => (
              <select
                {...control}
                name={end}
                className={styles.control}
                value={months[end]}
                onChange={(event) => choose({ ...months, [end]: event.target.value })}
              >
                {monthsByYear(span).map(({ year, months: ofThisYear }) => (
                  <optgroup key={year} label={year}>
                    {ofThisYear.map((month) => (
                      <option key={month} value={month}>
                        {showPeriod(month)}
                      </option>
                    ))}
                  </optgroup>
                ))}
              </select>
            )}
          </Field>
        ))}
        <div className={styles.press}>
          <Button kind="ink" type="submit" busy={isBusy} disabled={!isOnline}>
            {isBusy ? text.making : text.make}
          </Button>
        </div>
      </form>
      <p className={styles.quiet}>{isOnline ? text.kept : text.offline}</p>
      {refusal.message && (
        <Notice kind="bad" live="alert">
          {refusal.message}
        </Notice>
      )}
    </section>
  );
}

/** The year of the last month is the most likely choice. */
function ofYear(span: MonthSpan): Months {
  const { from, to } = presetsOf(span)[1] ?? { from: span.last, to: span.last };
  return { from, to };
}
