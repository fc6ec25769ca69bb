import { type FormEvent, useState } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import type { MonthSpan } from '#domain/documents/check-months.ts';
import { showPeriod } from '#web/lib/format.ts';
import { type Months, monthsByYear, presetsOf } from '#web/lib/month-choices.ts';
import { useOnline } from '#web/lib/use-online.ts';
import { Button } from '#web/ui/button.tsx';
import { ChoiceButtons } from '#web/ui/choice-buttons.tsx';
import { Field } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import styles from './archive-form.module.css';
import type { ArchiveRequest } from './archive-types.ts';
import { text } from './text.ts';

interface ArchiveFormProps {
  span: MonthSpan;
  /** Number of objects in the cabinet. */
  objectCount: number;
  isBusy: boolean;
  /** Answers why the request was refused. */
  onRequest: (archive: ArchiveRequest) => Promise<string | undefined>;
}

/** The form of an archive: first and last month, of this object or of all. */
export function ArchiveForm({ span, objectCount, isBusy, onRequest }: ArchiveFormProps) {
  const isOnline = useOnline();
  const presets = presetsOf(span);
  const [months, setMonths] = useState<Months>(() => presets[0] ?? { from: span.last, to: span.last });
  const [scope, setScope] = useState<ArchiveRequest['scope']>('account');
  const [refusal, setRefusal] = useState<string>();
  const keyOf = ({ from, to }: Months) => `${from} ${to}`;

  const choose = ({ from, to }: Months) => {
    setMonths({ from, to });
    setRefusal(undefined);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || !isOnline) return;
    setRefusal(months.from > months.to ? text.reversed : await onRequest({ ...months, scope }));
  };
  return (
    <form className={styles.form} noValidate method="dialog" onSubmit={submit}>
      <ChoiceButtons
        label={text.presets}
        choices={presets.map((preset) => ({
          value: keyOf(preset),
          label: preset.year === undefined ? text.lastMonths : formatText(text.year, { year: preset.year }),
        }))}
        chosen={keyOf(months)}
        onChoose={(key) => choose(presets.find((preset) => keyOf(preset) === key) ?? months)}
      />
      <div className={styles.months}>
        {(['from', 'to'] as const).map((end) => (
          <Field key={end} label={text[end]}>
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
      </div>
      {objectCount > 1 && (
        <ChoiceButtons
          label={text.objects}
          choices={[
            { value: 'account', label: text.thisObject },
            { value: 'all', label: formatText(text.allObjects, { count: objectCount }) },
          ]}
          chosen={scope}
          onChoose={(chosen) => {
            setScope(chosen);
            setRefusal(undefined);
          }}
        />
      )}
      <div className={styles.press}>
        <Button kind="ink" type="submit" busy={isBusy} disabled={!isOnline}>
          {isBusy ? text.making : text.make}
        </Button>
        <p className={styles.quiet}>{isOnline ? text.kept : text.offline}</p>
      </div>
      {refusal && (
        <Notice kind="bad" live="alert">
          {refusal}
        </Notice>
      )}
    </form>
  );
}
