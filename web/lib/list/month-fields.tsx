import { formatText } from '#contract/messages/format-text.ts';
import type { MonthSpan } from '#domain/documents/check-months.ts';
import { text } from '#web/lib/cabinet-text.ts';
import { showPeriod } from '#web/lib/format.ts';
import { ChoiceButtons } from '#web/ui/form/choice-buttons.tsx';
import { SelectField } from '#web/ui/form/field.tsx';
import { type Months, type MonthsPreset, monthsByYear } from './month-choices.ts';

interface ChosenMonths {
  months: Months;
  onChoose: (months: Months) => void;
}

const keyOf = ({ from, to }: Months) => `${from} ${to}`;

/** Ready periods, of which the chosen one is marked. */
export function MonthPresets({
  presets,
  months,
  onChoose,
}: ChosenMonths & { presets: readonly MonthsPreset[] }) {
  return (
    <ChoiceButtons
      label={text.presetPeriods}
      choices={presets.map((preset) => ({
        value: keyOf(preset),
        label: preset.year === undefined ? text.threeMonths : formatText(text.ofYear, { year: preset.year }),
      }))}
      chosen={keyOf(months)}
      onChoose={(key) => onChoose(presets.find((preset) => keyOf(preset) === key) ?? months)}
    />
  );
}

interface MonthFieldsProps extends ChosenMonths {
  span: MonthSpan;
  /** What is wrong, by the name of the field. */
  problems?: Readonly<Partial<Record<string, { readonly text: string }>>>;
}

/** The first and the last month, chosen from those there are: fields `from` and `to`. */
export function MonthFields({ span, months, problems = {}, onChoose }: MonthFieldsProps) {
  const labels = { from: text.fromMonth, to: text.toMonth };
  return (['from', 'to'] as const).map((end) => (
    <SelectField
      key={end}
      label={labels[end]}
      error={problems[end]?.text}
      name={end}
      value={months[end]}
      onChange={(event) => onChoose({ ...months, [end]: event.target.value })}
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
    </SelectField>
  ));
}
