import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type ApiTokenData,
  endToken,
  listTokens,
  makeToken,
  maxCallsPerMinute,
  maxTokenDays,
  type TokenScope,
  tokenScopes,
} from '#contract/identity/api-tokens.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { type Instant, instantFromIso } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { addDays } from '#domain/time/local-date.ts';
import { type ApiResult, callApi, queryApi } from '#web/lib/api.ts';
import { deviceNow } from '#web/lib/clock.ts';
import type { FormField } from '#web/lib/form/fields-form.tsx';
import { FormStep } from '#web/lib/form/form-step.tsx';
import { showDate, showMoment } from '#web/lib/format.ts';
import { defineList, RecordList } from '#web/lib/list/record-list.tsx';
import { withMinimumDelay } from '#web/lib/query/minimum-delay.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { CheckField } from '#web/ui/form/check-field.tsx';
import { TextField } from '#web/ui/form/field.tsx';
import { withCancel } from '#web/ui/form/with-cancel.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { alert } from '#web/ui/icons.ts';
import { Dialog } from '#web/ui/layout/dialog.tsx';
import { Row, Stack, Text } from '#web/ui/layout/stack.tsx';
import { StateMark } from '#web/ui/list/state-mark.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { showTip } from '#web/ui/tip-area.tsx';
import styles from '../people/people.module.css';
import { text as peopleText } from '../people/text.ts';
import rows from '../person-rows.module.css';
import { SettingsCard } from '../settings/settings-card.tsx';
import secretStyles from './program-list.module.css';
import { text } from './text.ts';

type Tokens = { tokens: ApiTokenData[] };

const tokensQuery = queryOptions({
  queryKey: ['apiTokens'] as readonly unknown[],
  queryFn: ({ signal }) => queryApi(listTokens, {}, { signal }),
});

const noFilter = {};

const tokenList = defineList({
  whole: () => tokensQuery,
  words: { loading: text.loading, failed: text.failed },
  caption: () => text.programs,
  empty: () => <Text tone="quiet">{text.empty}</Text>,
  rows: (pages) => pages.flatMap(({ tokens }) => tokens),
  rowKey: ({ tokenId }) => tokenId,
  shown: () => '',
  skeletonRows: 2,
});

const nameField: FormField = {
  name: 'name',
  wanted: text.wanted.name,
  read: (typed) => typed.trim(),
  check: (typed) => (typed === '' ? { code: 'field.required' } : undefined),
  show: (control) => (
    <TextField {...control} label={text.name} hint={text.nameHint} maxLength={60} autoComplete="off" />
  ),
};

const scopeList = (value: string) => value.split(' ').filter(Boolean) as TokenScope[];

const scopesField: FormField = {
  name: 'scopes',
  wanted: text.wanted.scopes,
  check: (value) => (scopeList(value).length === 0 ? { code: 'field.required' } : undefined),
  show: ({ id, name, error }) => <ScopesChoice id={id} name={name} error={error} />,
};

function ScopesChoice({ id, name, error }: { id: string; name: string; error: string | undefined }) {
  const [chosen, setChosen] = useState<readonly TokenScope[]>(['read']);
  return (
    <fieldset className={styles.objects} id={id} tabIndex={-1} aria-describedby={error && `${id}-error`}>
      <legend>{text.scopes}</legend>
      <input type="hidden" name={name} value={chosen.join(' ')} />
      {tokenScopes.map((scope) => (
        <CheckField
          key={scope}
          label={text.scopeNames[scope]}
          checked={chosen.includes(scope)}
          onChange={({ target }) =>
            setChosen(target.checked ? [...chosen, scope] : chosen.filter((one) => one !== scope))
          }
        />
      ))}
      {error && (
        <p className={styles.error} id={`${id}-error`}>
          <Icon drawing={alert} size={16} />
          {error}
        </p>
      )}
    </fieldset>
  );
}

const daysAhead = (days: number) => addDays(kyivDateOf(deviceNow()), days);

const expiresField = (): FormField => ({
  name: 'expiresOn',
  wanted: text.wanted.expiresOn,
  check: (day) =>
    day >= daysAhead(0) && day <= daysAhead(maxTokenDays) ? undefined : { code: 'field.invalid' },
  show: (control) => (
    <TextField
      {...control}
      type="date"
      label={text.expiresOn}
      hint={text.expiresHint}
      min={daysAhead(0)}
      max={daysAhead(maxTokenDays)}
      defaultValue={daysAhead(maxTokenDays - 1)}
    />
  ),
});

const rateField: FormField = {
  name: 'perMinute',
  wanted: text.wanted.perMinute,
  check: (typed) =>
    /^\d+$/.test(typed) && Number(typed) >= 1 && Number(typed) <= maxCallsPerMinute
      ? undefined
      : { code: 'field.invalid' },
  show: (control) => (
    <TextField
      {...control}
      label={text.perMinute}
      hint={text.perMinuteHint}
      inputMode="numeric"
      defaultValue="60"
    />
  ),
};

type Open = { kind: 'make' } | { kind: 'made'; secret: string } | { kind: 'end'; token: ApiTokenData };

/** The programs that act for the company: made, shown once, ended at once. */
export function ProgramList() {
  const client = useQueryClient();
  const [open, setOpen] = useState<Open>();
  const [isEnding, setEnding] = useState(false);
  const close = () => setOpen(undefined);
  const changed = ({ tokens }: Tokens) =>
    client.setQueryData(tokensQuery.queryKey, (known) => (known ? { ...known, tokens } : known));

  async function end({ tokenId }: ApiTokenData) {
    setEnding(true);
    const result: ApiResult<Tokens> = await withMinimumDelay(callApi(endToken, { tokenId }));
    setEnding(false);
    if (!result.ok) return showTip('bad', result.failure.message);
    changed(result.data);
    close();
    showTip('good', text.ended);
  }

  const ending = open?.kind === 'end' ? open.token : undefined;
  return (
    <SettingsCard title={text.programs} lead={text.programsLead}>
      <div>
        <Button kind="ink" onClick={() => setOpen({ kind: 'make' })}>
          {text.make}
        </Button>
      </div>
      <RecordList
        list={tokenList}
        context=""
        filter={noFilter}
        view={{
          className: rows.list,
          item: (token) => <TokenRow token={token} onEnd={() => setOpen({ kind: 'end', token })} />,
        }}
      />
      <Dialog open={open?.kind === 'make'} title={text.makeTitle} closeLabel={text.close} onClose={close}>
        {open?.kind === 'make' && (
          <FormStep
            fields={[nameField, scopesField, expiresField(), rateField]}
            problems={text.problems}
            submit={text.make}
            busy={text.making}
            kind="ink"
            takesFocus
            send={async (value) => {
              const asked = {
                name: value('name'),
                scopes: scopeList(value('scopes')),
                expiresOn: value('expiresOn'),
                perMinute: Number(value('perMinute')),
              };
              const result = await withMinimumDelay(callApi(makeToken, asked));
              if (!result.ok) return result.failure;
              changed(result.data);
              setOpen({ kind: 'made', secret: result.data.secret });
              return undefined;
            }}
            actions={withCancel(text.cancel, close)}
          />
        )}
      </Dialog>
      <Dialog
        open={open?.kind === 'made'}
        title={text.madeTitle}
        closeLabel={text.close}
        onClose={close}
        actions={<Button onClick={close}>{text.done}</Button>}
      >
        {open?.kind === 'made' && (
          <Stack gap="2">
            <Notice kind="info">{text.madeLead}</Notice>
            <Text size="s" tone="quiet">
              {text.secret}
            </Text>
            <output className={secretStyles.secret}>{open.secret}</output>
            <CopyButton value={open.secret} label={text.copy} copied={text.copied} failed={text.copyFailed} />
          </Stack>
        )}
      </Dialog>
      <Dialog
        open={ending !== undefined}
        title={formatText(text.endTitle, { name: ending?.name ?? '' })}
        closeLabel={text.close}
        onClose={close}
        actions={
          <>
            <Button kind="danger" busy={isEnding} onClick={() => ending && void end(ending)}>
              {text.end}
            </Button>
            <Button kind="plain" onClick={close}>
              {text.cancel}
            </Button>
          </>
        }
      >
        <p>{text.endLead}</p>
      </Dialog>
    </SettingsCard>
  );
}

const tones = { active: 'good', expired: 'void', ended: 'void' } as const;

function TokenRow({ token, onEnd }: { token: ApiTokenData; onEnd: () => void }) {
  const { name, scopes, perMinute, madeBy, madeAt, expiresAt, lastUsedAt, lastAddress, state } = token;
  // It ends with the last moment of a day.
  const dayOf = (iso: string, earlierMs = 0) =>
    showDate(kyivDateOf((instantFromIso(iso) - earlierMs) as Instant));
  return (
    <li className={rows.person}>
      <div className={rows.facts}>
        <div>
          <p className={rows.name}>
            <span>{name}</span>
            <span className={rows.state}>
              <StateMark tone={tones[state]}>{text.states[state]}</StateMark>
            </span>
          </p>
          <Text size="s" tone="quiet" isNumeric>
            {lastUsedAt === null
              ? text.neverUsed
              : formatText(text.used, { moment: showMoment(lastUsedAt), address: lastAddress ?? '' })}
          </Text>
          <Text size="s" tone="quiet" isNumeric>
            {formatText(text.madeBy, { name: madeBy || peopleText.contract, date: dayOf(madeAt) })}
          </Text>
        </div>
        <div>
          <Text>{scopes.map((scope) => text.scopeShort[scope]).join(', ')}</Text>
          <Text size="s" tone="quiet" isNumeric>
            {formatText(text.until, { date: dayOf(expiresAt, 1), n: perMinute })}
          </Text>
        </div>
      </div>
      {state === 'active' && (
        <Row gap="1">
          <Button kind="plain" aria-label={formatText(text.endOf, { name })} onClick={onEnd}>
            {text.end}
          </Button>
        </Row>
      )}
    </li>
  );
}
