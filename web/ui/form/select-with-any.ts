import type { FilterField } from './filter-bar.tsx';

interface SelectWithAny<Name extends string, Choice extends string> {
  name: Name;
  label: string;
  value: string | undefined;
  /** Of the option that filters by nothing. */
  anyLabel: string;
  choices: readonly Choice[];
  /** Absent: the choices are words themselves. */
  labels?: Readonly<Record<Choice, string>>;
}

/** A field of a filter by one of some choices, or by none of them. */
export function selectWithAny<Name extends string, Choice extends string>({
  anyLabel,
  choices,
  labels,
  ...field
}: SelectWithAny<Name, Choice>): FilterField<Name> {
  const options = choices.map((value) => ({ value, label: labels?.[value] ?? value }));
  return { ...field, kind: 'select', options: [{ value: '', label: anyLabel }, ...options] };
}
