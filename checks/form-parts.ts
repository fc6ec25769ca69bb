interface FormPart {
  readonly name: string;
  readonly pattern: RegExp;
  readonly allowed: RegExp;
}

// Forms of one step with a layout of their own: fields in a grid, in a dialog, beside a meter.
const singleForms =
  'features/(accounts/object-card|master-data/change-form|payments/admin/corrections|readings/meter/meter-form)';

/** Parts of a form; the files named here put them together, once for all forms. */
const parts: readonly FormPart[] = [
  {
    name: 'useForm',
    pattern: /\buseForm\(/,
    allowed: new RegExp(`^web/(lib/form/(use-form\\.ts|fields-form\\.tsx)|${singleForms}\\.tsx)$`),
  },
  {
    name: 'ErrorSummary',
    pattern: /<ErrorSummary\b/,
    allowed: new RegExp(`^web/(lib/form/fields-form|${singleForms})\\.tsx$`),
  },
  { name: 'ResendButton', pattern: /<ResendButton\b/, allowed: /^web\/lib\/form\/another-code\.tsx$/ },
  {
    name: 'useSecondsLeft',
    pattern: /\buseSecondsLeft\(/,
    allowed: /^web\/(ui\/form\/resend-button|lib\/form\/another-code)\.tsx$/,
  },
  {
    name: 'isCodeWait',
    pattern: /\bisCodeWait\(/,
    allowed: /^web\/lib\/form\/(sent-code\.ts|steps\/step-table\.ts|another-code\.tsx)$/,
  },
];

/** Uses of a part of a form outside the mechanism, with line and what to do instead. `path` is below the project's root. */
export function findFormPartProblems(path: string, text: string): readonly string[] {
  if (!/^web\/.*\.tsx?$/.test(path) || /\.test\.tsx?$/.test(path)) return [];
  const relevant = parts.filter(({ allowed }) => !allowed.test(path));
  return text
    .split('\n')
    .flatMap((line, index) =>
      relevant
        .filter(({ pattern }) => pattern.test(line))
        .map(
          ({ name }) =>
            `${path}:${index + 1}: ${name} – declare the fields and steps, and show them by FormStep`,
        ),
    );
}
