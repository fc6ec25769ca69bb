import { type FormEvent, useId, useRef, useState } from 'react';
import type { MonthSpan } from '#domain/documents/check-months.ts';
import type { Refusal } from '#web/lib/form/form-problems.ts';
import { type Months, presetsOf } from '#web/lib/list/month-choices.ts';
import { MonthFields, MonthPresets } from '#web/lib/list/month-fields.tsx';
import { useOnline } from '#web/lib/use-online.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import styles from './act-form.module.css';
import { text } from './text.ts';
import type { ActAnswer } from './use-act-request.ts';

interface ActFormProps {
  span: MonthSpan;
  isBusy: boolean;
  onRequest: (months: Months) => Promise<ActAnswer>;
  /** What is said of the act; absent: of a household. */
  words?: { readonly about: string; readonly kept: string };
  /** It stands in a column beside something else: the button stays below the months. */
  isNarrow?: boolean;
}

/** The months of a new act: a preset period or any two, and the submit button. */
export function ActForm({ span, isBusy, onRequest, words = text, isNarrow = false }: ActFormProps) {
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
  return (
    <section className={styles.new} data-narrow={isNarrow ? '' : undefined} aria-labelledby={title}>
      <div>
        <h2 id={title} className={styles.title}>
          {text.newAct}
        </h2>
        <p className={styles.quiet}>{words.about}</p>
      </div>
      <MonthPresets presets={presets} months={months} onChoose={choose} />
      <form ref={form} className={styles.form} noValidate method="dialog" onSubmit={submit}>
        <MonthFields span={span} months={months} problems={refusal.fields} onChoose={choose} />
        <div className={styles.press}>
          <Button kind="ink" type="submit" busy={isBusy} disabled={!isOnline}>
            {isBusy ? text.making : text.make}
          </Button>
        </div>
      </form>
      <p className={styles.quiet}>{isOnline ? words.kept : text.offline}</p>
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
