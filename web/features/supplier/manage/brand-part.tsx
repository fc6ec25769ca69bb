import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OutputOf } from '#contract/define-call.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { addLogo, getBrand, saveBrand } from '#contract/supplier/brand.ts';
import {
  colourPattern,
  failingPair,
  leastContrast,
  nearestAccent,
  type Theme,
} from '#domain/brand/accent.ts';
import { callApi, queryApi, uploadFile } from '#web/lib/api.ts';
import type { FormField } from '#web/lib/form/fields-form.tsx';
import { FormStep } from '#web/lib/form/form-step.tsx';
import { showMoment } from '#web/lib/format.ts';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/form/field.tsx';
import { FileDrop } from '#web/ui/form/file-drop.tsx';
import { withCancel } from '#web/ui/form/with-cancel.tsx';
import { Dialog } from '#web/ui/layout/dialog.tsx';
import { Row, Stack, Text } from '#web/ui/layout/stack.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { RowsSkeleton } from '#web/ui/skeleton.tsx';
import { showTip } from '#web/ui/tip-area.tsx';
import styles from './manage.module.css';
import { reasonField } from './supplier-form.tsx';
import { text as texts } from './text.ts';

const text = texts.brand;

type BrandData = OutputOf<typeof getBrand>;
type Brand = NonNullable<BrandData['brand']>;
type Logo = NonNullable<Brand['logo']>;

const brandQuery = queryOptions({
  queryKey: ['admin-brand'] as readonly unknown[],
  queryFn: ({ signal }) => queryApi(getBrand, {}, { signal }),
});

/** Accent and logo as customers see them; changed by who may. */
export function BrandPart({ mayChange }: { mayChange: boolean }) {
  const client = useQueryClient();
  const query = useQuery(brandQuery);
  const [isOpen, setOpen] = useState(false);
  return (
    <section className={styles.group} aria-labelledby="supplier-brand">
      <div className={styles.head}>
        <h2 id="supplier-brand">{text.heading}</h2>
        {mayChange && query.data && (
          <Button
            kind="plain"
            aria-label={formatText(texts.changeOf, { words: texts.change, group: text.heading })}
            onClick={() => setOpen(true)}
          >
            {texts.change}
          </Button>
        )}
      </div>
      <Text size="s" tone="quiet">
        {text.about}
      </Text>
      <QueryPart query={query} failed={text.failed} skeleton={<RowsSkeleton label={text.loading} rows={2} />}>
        {(data) => (
          <>
            <Look brand={data.brand} />
            {data.history.length > 0 && (
              <details className={styles.former}>
                <summary>{text.former}</summary>
                <ul className={styles.offices}>
                  {data.history.map((brand) => (
                    <li key={brand.at}>
                      <Look brand={brand} />
                    </li>
                  ))}
                </ul>
              </details>
            )}
            <Dialog
              open={isOpen}
              title={formatText(texts.changeOf, { words: texts.change, group: text.heading })}
              closeLabel={texts.close}
              onClose={() => setOpen(false)}
            >
              {isOpen && (
                <BrandForm
                  data={data}
                  onDone={(changed) => {
                    client.setQueryData(brandQuery.queryKey, changed);
                    setOpen(false);
                    showTip('good', text.changed);
                  }}
                  onConflict={() => client.invalidateQueries(brandQuery)}
                  onCancel={() => setOpen(false)}
                />
              )}
            </Dialog>
          </>
        )}
      </QueryPart>
    </section>
  );
}

/** A colour with its name. */
function Swatch({ colour }: { colour: string }) {
  return (
    <Row gap="1" align="center">
      <svg width="20" height="20" aria-hidden="true" focusable="false">
        <rect width="20" height="20" rx="4" fill={colour} />
      </svg>
      <span>{colour}</span>
    </Row>
  );
}

function LogoPicture({ logo: { url, width, height } }: { logo: Logo }) {
  return <img className={styles.logo} src={url} width={width} height={height} alt={text.logoAlt} />;
}

function Look({ brand }: { brand: Brand | null }) {
  return (
    <>
      <dl className={styles.rows}>
        {(['light', 'dark'] as const).map((theme) => (
          <div key={theme} className={styles.row}>
            <dt>{theme === 'light' ? text.accentLight : text.accentDark}</dt>
            <dd>{brand?.accent ? <Swatch colour={brand.accent[theme]} /> : text.standardAccent}</dd>
          </div>
        ))}
        <div className={styles.row}>
          <dt>{text.logo}</dt>
          <dd>{brand?.logo ? <LogoPicture logo={brand.logo} /> : text.standardLogo}</dd>
        </div>
      </dl>
      {brand && (
        <Text size="s" tone="quiet">
          {formatText(text.by, { name: brand.by, moment: showMoment(brand.at), reason: brand.reason })}
        </Text>
      )}
    </>
  );
}

const comma = (value: number) => String(value).replace('.', ',');

const otherTheme = { light: 'dark', dark: 'light' } as const;

function accentField(theme: Theme, now: string): FormField {
  const label = theme === 'light' ? text.accentLight : text.accentDark;
  return {
    name: theme,
    wanted: formatText(text.accentWanted, { name: label }),
    read: (typed) => typed.trim().toLowerCase(),
    check: (typed, others) => {
      if (typed === '')
        return others(otherTheme[theme]) === '' ? undefined : { code: 'contrast', text: text.bothWanted };
      if (!colourPattern.test(typed)) return { code: 'field.invalid' };
      const pair = failingPair(typed, theme);
      if (!pair) return undefined;
      const words = {
        ground: text.grounds[pair.ground],
        contrast: comma(Math.floor(pair.contrast * 10) / 10),
        least: comma(leastContrast),
        nearest: nearestAccent(typed, theme),
      };
      return { code: 'contrast', text: formatText(text.contrast, words) };
    },
    show: ({ required: _, defaultValue = now, ...control }) => (
      <TextField
        {...control}
        defaultValue={defaultValue}
        label={label}
        hint={text.accentHint}
        maxLength={7}
        autoComplete="off"
        spellCheck={false}
      />
    ),
  };
}

interface BrandFormProps {
  data: BrandData;
  onDone: (changed: BrandData) => void;
  onConflict: () => Promise<unknown>;
  onCancel: () => void;
}

function BrandForm({ data: { brand, revision }, onDone, onConflict, onCancel }: BrandFormProps) {
  const [logo, setLogo] = useState<Logo | null>(brand?.logo ?? null);
  const [isOvertaken, setOvertaken] = useState(false);
  const [state, setState] = useState<{ busy: boolean; error?: string }>({ busy: false });

  async function take(file: File | undefined) {
    if (!file) return;
    setState({ busy: true });
    const result = await uploadFile(addLogo, {}, file);
    setState(result.ok ? { busy: false } : { busy: false, error: result.failure.message });
    if (result.ok) setLogo(result.data.logo);
  }

  const logoField: FormField = {
    name: 'logo',
    show: ({ id, name, error }) => (
      <Stack gap="1">
        <FileDrop
          id={id}
          name={name}
          label={text.logo}
          hint={text.logoHint}
          error={state.error ?? error}
          accept=".png,.jpg,.jpeg,.webp"
          invitation={state.busy ? text.uploading : text.logoInvitation}
          disabled={state.busy}
          onFile={(file) => void take(file)}
        />
        {logo && (
          <Row gap="2" align="center">
            <LogoPicture logo={logo} />
            <Button kind="plain" onClick={() => setLogo(null)}>
              {text.removeLogo}
            </Button>
          </Row>
        )}
      </Stack>
    ),
  };

  return (
    <FormStep
      fields={[
        accentField('light', brand?.accent?.light ?? ''),
        accentField('dark', brand?.accent?.dark ?? ''),
        logoField,
        reasonField,
      ]}
      problems={texts.problems}
      submit={texts.save}
      busy={texts.saving}
      kind="ink"
      takesFocus
      notice={() =>
        isOvertaken && (
          <Notice kind="warn" title={text.now}>
            <Look brand={brand} />
          </Notice>
        )
      }
      places={{ paths: { 'accent.light': 'light', 'accent.dark': 'dark' } }}
      send={async (typed) => {
        const [light, dark] = [typed('light'), typed('dark')];
        const accent = light === '' ? null : { light, dark };
        const hash = logo?.hash ?? null;
        const isSame =
          JSON.stringify(accent) === JSON.stringify(brand?.accent ?? null) &&
          hash === (brand?.logo?.hash ?? null);
        if (isSame) return { message: texts.nothing, fields: {} };
        const result = await callApi(saveBrand, { accent, logo: hash, reason: typed('reason'), revision });
        if (result.ok) {
          onDone(result.data);
          return undefined;
        }
        if (result.failure.code === 'management.changedMeanwhile') {
          await onConflict();
          setOvertaken(true);
        }
        return result.failure;
      }}
      actions={withCancel(texts.cancel, onCancel)}
    />
  );
}
