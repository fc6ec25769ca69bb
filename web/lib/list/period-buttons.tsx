import { ChoiceButtons } from '#web/ui/form/choice-buttons.tsx';

/** Days from the wire, both included; one that is missing leaves that end open. */
export interface DayRange {
  from?: string;
  to?: string;
}

export type PeriodChoice = 'thisYear' | 'lastYear' | 'all';
export const periodChoices: readonly PeriodChoice[] = ['thisYear', 'lastYear', 'all'];

/** The days of a ready choice. `today`: a day of this year. */
export function rangeOf(choice: PeriodChoice, today: string): DayRange {
  if (choice === 'all') return {};
  const thisYear = Number(today.slice(0, 4));
  const year = choice === 'thisYear' ? thisYear : thisYear - 1;
  return { from: `${year}-01-01`, to: `${year}-12-31` };
}

/** Which ready choice these days are; undefined when they are none. */
export function choiceOf({ from, to }: DayRange, today: string): PeriodChoice | undefined {
  return periodChoices.find((choice) => {
    const range = rangeOf(choice, today);
    return range.from === from && range.to === to;
  });
}

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
