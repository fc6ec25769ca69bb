import { ChoiceButtons } from '#web/ui/choice-buttons.tsx';
import { choiceOf, type DayRange, type PeriodChoice, periodChoices, rangeOf } from './period-choice.ts';

interface PeriodButtonsProps<Filter extends DayRange> {
  label: string;
  names: Readonly<Record<PeriodChoice, string>>;
  filter: Filter;
  /** A day of this year. */
  today: string;
  onFilter: (filter: Omit<Filter, 'from' | 'to'> & DayRange) => void;
}

/** The days of a filter by one press; what else it has stays. */
export function PeriodButtons<Filter extends DayRange>({
  label,
  names,
  filter,
  today,
  onFilter,
}: PeriodButtonsProps<Filter>) {
  return (
    <ChoiceButtons
      label={label}
      choices={periodChoices.map((value) => ({ value, label: names[value] }))}
      chosen={choiceOf(filter, today)}
      onChoose={(choice) => {
        const { from: _, to: __, ...rest } = filter;
        onFilter({ ...rest, ...rangeOf(choice, today) });
      }}
    />
  );
}
