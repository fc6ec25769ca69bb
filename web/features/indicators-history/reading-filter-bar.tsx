import { kyivDateOf } from '#domain/time/kyiv.ts';
import { deviceNow } from '#web/lib/clock.ts';
import { PeriodButtons } from '#web/lib/period-buttons.tsx';
import { FilterBar, type FilterField } from '#web/ui/filter-bar.tsx';
import { selectWithAny } from '#web/ui/select-with-any.ts';
import { type ReadingFilter, readReadingFilter, sources, states } from './reading-filter.ts';
import { text } from './text.ts';

interface ReadingFilterBarProps {
  filter: ReadingFilter;
  /** Serial numbers of the account, once they are known. */
  meters: readonly string[];
  onFilter: (filter: ReadingFilter) => void;
}

/** Period by one press, or days, source and state by fields; the meter where there are several. */
export function ReadingFilterBar({ filter, meters, onFilter }: ReadingFilterBarProps) {
  const today = kyivDateOf(deviceNow());
  return (
    <FilterBar
      label={text.filter}
      applyLabel={text.apply}
      clearLabel={text.clear}
      foldLabel={text.conditions}
      onApply={(values) => onFilter(readReadingFilter({ ...filter, ...values }))}
      fields={fieldsOf(filter, meters)}
    >
      <PeriodButtons
        label={text.period}
        names={text.periods}
        filter={filter}
        today={today}
        onFilter={onFilter}
      />
    </FilterBar>
  );
}

function fieldsOf(
  { from, to, source, state, meterSerial }: ReadingFilter,
  meters: readonly string[],
): readonly FilterField<keyof ReadingFilter>[] {
  // A meter that the address names and the account has not can be seen and taken away.
  const serials = [...new Set([...meters, ...(meterSerial ? [meterSerial] : [])])];
  const meter = selectWithAny({
    name: 'meterSerial',
    label: text.meter,
    value: meterSerial,
    anyLabel: text.meterAny,
    choices: serials,
  });
  return [
    { kind: 'date', name: 'from', label: text.from, value: from },
    { kind: 'date', name: 'to', label: text.to, value: to },
    selectWithAny({
      name: 'source',
      label: text.source,
      value: source,
      anyLabel: text.sourceAny,
      choices: sources,
      labels: text.sourceChoices,
    }),
    selectWithAny({
      name: 'state',
      label: text.state,
      value: state,
      anyLabel: text.stateAny,
      choices: states,
      labels: text.stateChoices,
    }),
    ...(serials.length > 1 ? [meter] : []),
  ];
}
