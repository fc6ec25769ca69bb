import type { Content, ContentKind } from '#contract/content.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { managementMessages } from '#contract/messages/management-messages.ts';
import { type LandingWord, landingWords, namesPrice } from '#contract/values/landing-words.template.ts';
import type { FormField, Values } from '#web/lib/form/fields-form.tsx';
import type { FormPlaces } from '#web/lib/form/form-problems.ts';
import { AreaField } from '#web/ui/form/area-field.tsx';
import { CheckField } from '#web/ui/form/check-field.tsx';
import { SelectField, TextField } from '#web/ui/form/field.tsx';
import { readBlocks, writeBlocks } from './article-markup.ts';
import { text } from './text.ts';

const wordNames = Object.keys(landingWords) as LandingWord[];
const audiences = ['everybody', 'person', 'entity'] as const;
const keyShape = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const trimmed = (typed: string) => typed.trim();
const isPosition = (typed: string) => /^[1-9]\d{0,3}$/.test(typed);

interface FieldOptions {
  label: string;
  hint?: string;
  maxLength: number;
  /** Lines; absent: a field of one line. */
  rows?: number;
}

/** A text that must not be empty. */
function words(name: string, { rows, ...options }: FieldOptions): FormField {
  return {
    name,
    wanted: formatText(text.wanted.filled, { name: options.label }),
    read: trimmed,
    check: (typed) => (typed === '' ? { code: 'field.required' } : undefined),
    show: (control) =>
      rows === undefined ? (
        <TextField {...control} {...options} autoComplete="off" />
      ) : (
        <AreaField {...control} {...options} rows={rows} />
      ),
  };
}

/** The same without a sum or a share. */
function priceless(field: FormField): FormField {
  const code = 'content.priceTyped';
  return {
    ...field,
    check: (typed, others) =>
      namesPrice(typed) ? { code, text: managementMessages[code] } : field.check?.(typed, others),
  };
}

const keyField: FormField = {
  name: 'key',
  wanted: text.wanted.key,
  read: trimmed,
  check: (typed) => (keyShape.test(typed) ? undefined : { code: 'key', text: text.wanted.key }),
  show: (control) => (
    <TextField
      {...control}
      label={text.fields.key}
      hint={text.hints.key}
      maxLength={60}
      autoComplete="off"
      spellCheck={false}
    />
  ),
};

const positionField: FormField = {
  name: 'position',
  wanted: text.wanted.position,
  read: trimmed,
  check: (typed) => (isPosition(typed) ? undefined : { code: 'position', text: text.wanted.position }),
  show: (control) => (
    <TextField
      {...control}
      label={text.fields.position}
      hint={text.hints.position}
      inputMode="numeric"
      maxLength={4}
      autoComplete="off"
    />
  ),
};

const hiddenField = (isHidden: boolean): FormField => ({
  name: 'hidden',
  show: ({ id, name }) => (
    <CheckField id={id} name={name} label={text.fields.hidden} defaultChecked={isHidden} />
  ),
});

const articleFields: readonly FormField[] = [
  words('title', { label: text.fields.title, maxLength: 200, rows: 2 }),
  words('lead', { label: text.fields.lead, maxLength: 500, rows: 2 }),
  words('body', { label: text.fields.body, hint: text.hints.body, maxLength: 20_000, rows: 16 }),
  {
    name: 'audience',
    show: (control) => (
      <SelectField {...control} label={text.fields.audience}>
        {audiences.map((audience) => (
          <option key={audience} value={audience}>
            {text.audiences[audience]}
          </option>
        ))}
      </SelectField>
    ),
  },
];

const lawFields: readonly FormField[] = [
  words('title', { label: text.fields.title, maxLength: 500, rows: 2 }),
  words('number', { label: text.fields.number, maxLength: 60 }),
  {
    name: 'date',
    show: ({ required: _, ...control }) => (
      <TextField {...control} type="date" label={text.fields.date} hint={text.hints.date} />
    ),
  },
  {
    name: 'url',
    wanted: text.wanted.url,
    read: trimmed,
    check: (typed) =>
      typed === '' || /^https:\/\/\S+$/.test(typed) ? undefined : { code: 'url', text: text.wanted.url },
    show: ({ required: _, ...control }) => (
      <TextField {...control} type="url" label={text.fields.url} hint={text.hints.url} maxLength={500} />
    ),
  },
  words('about', { label: text.fields.about, maxLength: 1000, rows: 3 }),
];

const legalFields = ({ asksConsent }: { asksConsent: boolean }): readonly FormField[] => [
  words('title', { label: text.fields.title, maxLength: 200, rows: 2 }),
  {
    name: 'effectiveFrom',
    wanted: text.wanted.effectiveFrom,
    check: (typed) => (typed === '' ? { code: 'field.required' } : undefined),
    show: (control) => (
      <TextField {...control} type="date" label={text.fields.effectiveFrom} hint={text.hints.effectiveFrom} />
    ),
  },
  words('summary', { label: text.fields.summary, hint: text.hints.summary, maxLength: 1000, rows: 4 }),
  {
    name: 'asksConsent',
    show: ({ id, name }) => (
      <CheckField id={id} name={name} label={text.fields.asksConsent} defaultChecked={asksConsent} />
    ),
  },
  words('body', { label: text.fields.legalBody, hint: text.hints.body, maxLength: 20_000, rows: 16 }),
];

const landingFields: readonly FormField[] = wordNames.map((name) =>
  priceless(
    words(name, {
      label: text.words[name],
      maxLength: 400,
      ...(landingWords[name].length > 60 && { rows: 3 }),
    }),
  ),
);

/** The fields of a kind; of a new text with its key. */
export function fieldsOf(content: Content, isNew: boolean): readonly FormField[] {
  if (content.kind === 'landing') return landingFields;
  if (content.kind === 'legal') return legalFields(content);
  return [
    ...(isNew ? [keyField] : []),
    ...(content.kind === 'article' ? articleFields : lawFields),
    positionField,
    hiddenField(content.hidden),
  ];
}

/** What is in the fields at first. */
export function typedOf(content: Content): Values {
  if (content.kind === 'landing')
    return Object.fromEntries(wordNames.map((name) => [name, content.words[name]]));
  if (content.kind === 'legal') {
    const { title, effectiveFrom, summary, blocks } = content;
    return { title, effectiveFrom, summary, body: writeBlocks(blocks) };
  }
  const position = String(content.position);
  if (content.kind === 'law') {
    const { title, number, date, url, about } = content;
    return { title, number, date: date ?? '', url: url ?? '', about, position };
  }
  const { title, lead, blocks, audience } = content;
  return { title, lead, body: writeBlocks(blocks), audience, position };
}

/** The same for two texts that say the same. */
export function signOf(content: Content): string {
  const isTicked = content.kind === 'legal' ? content.asksConsent : 'hidden' in content && content.hidden;
  return JSON.stringify([typedOf(content), isTicked]);
}

/** What the fields say. */
export function contentOf(kind: ContentKind, typed: (name: string) => string): Content {
  if (kind === 'landing')
    return {
      kind,
      words: Object.fromEntries(wordNames.map((name) => [name, typed(name).trim()])) as Record<
        LandingWord,
        string
      >,
    };
  if (kind === 'legal')
    return {
      kind,
      title: typed('title').trim(),
      effectiveFrom: typed('effectiveFrom'),
      summary: typed('summary').trim(),
      asksConsent: typed('asksConsent') === 'on',
      blocks: readBlocks(typed('body')),
    };
  const rest = {
    title: typed('title').trim(),
    position: Number(typed('position')) || 1,
    hidden: typed('hidden') === 'on',
  };
  if (kind === 'law')
    return {
      kind,
      ...rest,
      number: typed('number').trim(),
      date: typed('date') || null,
      url: typed('url').trim() || null,
      about: typed('about').trim(),
    };
  return {
    kind,
    ...rest,
    audience: (audiences.find((audience) => audience === typed('audience')) ?? 'everybody') as 'everybody',
    lead: typed('lead').trim(),
    blocks: readBlocks(typed('body')),
  };
}

/** Where a refusal of the server is shown. */
export const places: FormPlaces = {
  paths: {
    ...Object.fromEntries(
      ['title', 'lead', 'position', 'number', 'date', 'url', 'about', 'effectiveFrom', 'summary'].map(
        (name) => [`content.${name}`, name],
      ),
    ),
    ...Object.fromEntries(wordNames.map((name) => [`content.words.${name}`, name])),
    'content.blocks': 'body',
  },
};

/** A text that is not there yet. */
export function emptyContent(kind: 'article' | 'law'): Content {
  const rest = { title: '', position: 500, hidden: false };
  return kind === 'law'
    ? { kind, ...rest, number: '', date: null, url: null, about: '' }
    : { kind, ...rest, audience: 'everybody', lead: '', blocks: [] };
}
