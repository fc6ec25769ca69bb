import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OutputOf } from '#contract/define-call.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { addSigner, endSigner, listSigners, removeSigner } from '#contract/signatures.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { type ApiResult, callApi } from '#web/lib/api.ts';
import { deviceNow } from '#web/lib/clock.ts';
import type { FormField } from '#web/lib/form/fields-form.tsx';
import { FormStep } from '#web/lib/form/form-step.tsx';
import { showDate } from '#web/lib/format.ts';
import { defineList, RecordList } from '#web/lib/list/record-list.tsx';
import { accountQuery } from '#web/lib/query/account-query.ts';
import { withMinimumDelay } from '#web/lib/query/minimum-delay.ts';
import { useMay } from '#web/session/rights/use-may.ts';
import { Button } from '#web/ui/button.tsx';
import { CheckField } from '#web/ui/form/check-field.tsx';
import { TextField } from '#web/ui/form/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { alert } from '#web/ui/icons.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { Dialog } from '#web/ui/layout/dialog.tsx';
import { Row, Stack, Text } from '#web/ui/layout/stack.tsx';
import { StateMark } from '#web/ui/list/state-mark.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { showTip } from '#web/ui/tip-area.tsx';
import type { SignableKind } from './api.ts';
import choiceStyles from './chosen-key.module.css';
import styles from './records.module.css';
import { text } from './signers-text.ts';
import { text as signatureText } from './text.ts';

type Signers = OutputOf<typeof listSigners>;
type Signer = Signers['signers'][number];

const signersQuery = (account: string) => accountQuery(listSigners, account);

const signerList = defineList({
  whole: signersQuery,
  words: { loading: text.loading, failed: text.failed },
  caption: () => text.caption,
  empty: () => (
    <Notice kind="info" title={text.emptyTitle}>
      {text.empty}
    </Notice>
  ),
  rows: (pages) => pages.flatMap(({ signers }) => signers),
  rowKey: ({ signerId }) => signerId,
  shown: () => '',
  folded: {
    isFolded: ({ state }) => state === 'ended',
    summary: (n) => formatText(text.endedOnes, { n }),
    caption: text.states.ended,
  },
  skeletonRows: 2,
});

const noFilter = {};
const today = () => kyivDateOf(deviceNow());

const required = (typed: string) => (typed === '' ? ({ code: 'field.required' } as const) : undefined);

const textFieldOf = (
  name: 'fullName' | 'drfo' | 'post' | 'ground',
  maxLength: number,
  more: { hint?: string; check?: FormField['check'] } = {},
): FormField => ({
  name,
  ...(name !== 'post' && { wanted: text.wanted[name], check: more.check ?? required }),
  read: (typed) => typed.trim(),
  show: (control) => (
    <TextField {...control} label={text[name]} hint={more.hint} maxLength={maxLength} autoComplete="off" />
  ),
});

const allKinds = Object.keys(signatureText.kinds) as SignableKind[];
const kindList = (value: string) => value.split(' ').filter(Boolean) as SignableKind[];

function KindsChoice({ id, name, error }: { id: string; name: string; error: string | undefined }) {
  const [chosen, setChosen] = useState<readonly SignableKind[]>(allKinds);
  return (
    <fieldset
      className={choiceStyles.choices}
      id={id}
      tabIndex={-1}
      aria-describedby={error && `${id}-error`}
    >
      <legend className={styles.legend}>{text.kinds}</legend>
      <input type="hidden" name={name} value={chosen.join(' ')} />
      {allKinds.map((kind) => (
        <CheckField
          key={kind}
          label={signatureText.kinds[kind]}
          checked={chosen.includes(kind)}
          onChange={({ target }) =>
            setChosen(target.checked ? [...chosen, kind] : chosen.filter((one) => one !== kind))
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

const signerFields = (): readonly FormField[] => [
  textFieldOf('fullName', 120),
  textFieldOf('drfo', 10, {
    hint: text.drfoHint,
    check: (typed) => (/^(\d{9,10}|\p{L}{2}\d{6})$/u.test(typed) ? undefined : { code: 'field.invalid' }),
  }),
  textFieldOf('post', 120, { hint: text.postHint }),
  textFieldOf('ground', 200, { hint: text.groundHint }),
  {
    name: 'kinds',
    wanted: text.wanted.kinds,
    check: (value) => (kindList(value).length === 0 ? { code: 'field.required' } : undefined),
    show: ({ id, name, error }) => <KindsChoice id={id} name={name} error={error} />,
  },
  {
    name: 'validFrom',
    wanted: text.wanted.from,
    check: required,
    show: (control) => <TextField {...control} type="date" label={text.from} defaultValue={today()} />,
  },
  {
    name: 'validTo',
    wanted: text.wanted.to,
    check: (day, value) => (day !== '' && day < value('validFrom') ? { code: 'field.invalid' } : undefined),
    show: (control) => <TextField {...control} type="date" label={text.to} hint={text.toHint} />,
  },
];

const lastDayField = ({ validFrom, validTo }: Signer): FormField => ({
  name: 'lastDay',
  wanted: formatText(text.wanted.lastDay, { from: showDate(validFrom) }),
  check: (day) =>
    day >= validFrom && (validTo === null || day < validTo) ? undefined : { code: 'field.invalid' },
  show: (control) => (
    <TextField {...control} type="date" label={text.lastDay} min={validFrom} defaultValue={today()} />
  ),
});

type Open =
  | { readonly kind: 'add' }
  | { readonly kind: 'end' | 'remove'; readonly signer: Signer; readonly isLast: boolean };

/** The list of persons who may sign for a company: an owner adds to it and ends powers, others read it. */
export function SignerPowers({ account }: { account: string }) {
  const client = useQueryClient();
  const mayChange = useMay('people', 'change');
  const signers = useQuery(signersQuery(account)).data?.signers ?? [];
  const [open, setOpen] = useState<Open>();
  const [isRemoving, setRemoving] = useState(false);
  const close = () => setOpen(undefined);
  const take = (result: ApiResult<Signers>, done: string) => {
    if (!result.ok) return result.failure;
    client.setQueryData(signersQuery(account).queryKey, result.data);
    close();
    showTip('good', done);
    return undefined;
  };

  async function remove({ signerId }: Signer) {
    setRemoving(true);
    const result = await withMinimumDelay(callApi(removeSigner, { account, signerId }));
    setRemoving(false);
    const failure = take(result, text.removed);
    if (failure) showTip('bad', failure.message);
  }

  const cancel = (button: React.ReactNode) => (
    <Row gap="1">
      {button}
      <Button kind="plain" onClick={close}>
        {text.cancel}
      </Button>
    </Row>
  );
  return (
    <Card labelledBy="signers">
      <Stack gap="3">
        <Stack gap="1">
          <h2 id="signers" className={styles.title}>
            {text.title}
          </h2>
          <Text tone="quiet">{text.lead}</Text>
          <Text tone="quiet">{mayChange ? text.role : text.askOwner}</Text>
        </Stack>
        {mayChange && (
          <div>
            <Button kind="ink" onClick={() => setOpen({ kind: 'add' })}>
              {text.add}
            </Button>
          </div>
        )}
        {signers.length > 0 && signers.every(({ state }) => state !== 'active') && (
          <Notice kind="warn" title={text.nobodyTitle}>
            {text.nobody}
          </Notice>
        )}
        <RecordList
          list={signerList}
          context={account}
          filter={noFilter}
          view={{
            className: styles.list,
            item: (signer) => (
              <SignerRow
                signer={signer}
                onAct={
                  mayChange ? (kind) => setOpen({ kind, signer, isLast: signers.length === 1 }) : undefined
                }
              />
            ),
          }}
        />
      </Stack>
      <Dialog open={open?.kind === 'add'} title={text.addTitle} closeLabel={text.close} onClose={close}>
        {open?.kind === 'add' && (
          <FormStep
            fields={signerFields()}
            problems={text.problems}
            submit={text.add}
            busy={text.adding}
            kind="ink"
            takesFocus
            places={{ paths: pathsOfFields, codes: { 'signature.signerTwice': 'drfo' } }}
            send={async (value) => {
              const kinds = kindList(value('kinds'));
              const signer = {
                fullName: value('fullName'),
                drfo: value('drfo'),
                post: value('post'),
                ground: value('ground'),
                kinds: kinds.length === allKinds.length ? null : kinds,
                validFrom: value('validFrom'),
                validTo: value('validTo') || null,
              };
              return take(await withMinimumDelay(callApi(addSigner, { account, signer })), text.added);
            }}
            actions={cancel}
          />
        )}
      </Dialog>
      <Dialog
        open={open?.kind === 'end'}
        title={formatText(text.endTitle, { name: open?.kind === 'end' ? open.signer.fullName : '' })}
        closeLabel={text.close}
        onClose={close}
      >
        {open?.kind === 'end' && (
          <Stack gap="2">
            <p>{text.endLead}</p>
            <FormStep
              fields={[lastDayField(open.signer)]}
              problems={text.problems}
              submit={text.end}
              busy={text.ending}
              kind="danger"
              takesFocus
              send={async (value) => {
                const ended = { account, signerId: open.signer.signerId, lastDay: value('lastDay') };
                return take(await withMinimumDelay(callApi(endSigner, ended)), text.ended);
              }}
              actions={cancel}
            />
          </Stack>
        )}
      </Dialog>
      <Dialog
        open={open?.kind === 'remove'}
        title={formatText(text.removeTitle, { name: open?.kind === 'remove' ? open.signer.fullName : '' })}
        closeLabel={text.close}
        onClose={close}
        actions={
          <>
            <Button
              kind="danger"
              busy={isRemoving}
              onClick={() => open?.kind === 'remove' && void remove(open.signer)}
            >
              {text.remove}
            </Button>
            <Button kind="plain" onClick={close}>
              {text.cancel}
            </Button>
          </>
        }
      >
        <p>{text.removeLead}</p>
        {open?.kind === 'remove' && open.isLast && <Notice kind="warn">{text.removeLast}</Notice>}
      </Dialog>
    </Card>
  );
}

const pathsOfFields = Object.fromEntries(
  ['fullName', 'drfo', 'post', 'ground', 'kinds', 'validFrom', 'validTo'].map((name) => [
    `signer.${name}`,
    name,
  ]),
);

const tones = { active: 'good', future: 'wait', ended: 'void' } as const;

interface SignerRowProps {
  signer: Signer;
  /** Asks before it ends powers or takes the entry out; absent: the reader may not. */
  onAct: ((kind: 'end' | 'remove') => void) | undefined;
}

function SignerRow({ signer, onAct }: SignerRowProps) {
  const { fullName, drfo, post, ground, kinds, validFrom, validTo, state, addedAt, addedBy } = signer;
  const quiet = { size: 's', tone: 'quiet' } as const;
  const from = showDate(validFrom);
  const date = showDate(kyivDateOf(instantFromIso(addedAt)));
  return (
    <li className={styles.item}>
      <div className={styles.words}>
        <p className={styles.name}>{fullName}</p>
        <Text isNumeric>{[post, formatText(text.code, { code: drfo })].filter(Boolean).join(', ')}</Text>
        <Text>
          {kinds === null ? text.allKinds : kinds.map((kind) => signatureText.kinds[kind]).join(', ')}
        </Text>
        <Text {...quiet}>{formatText(text.groundIs, { ground })}</Text>
        <Text {...quiet} isNumeric>
          {validTo === null
            ? formatText(text.open, { from })
            : formatText(text.days, { from, to: showDate(validTo) })}
        </Text>
        <Text {...quiet} isNumeric>
          {addedBy === ''
            ? formatText(text.addedOn, { date })
            : formatText(text.addedBy, { date, name: addedBy })}
        </Text>
      </div>
      <Row gap="2" align="center">
        <StateMark tone={tones[state]}>{text.states[state]}</StateMark>
        {onAct && state !== 'ended' && (
          <Button aria-label={formatText(text.endOf, { name: fullName })} onClick={() => onAct('end')}>
            {text.end}
          </Button>
        )}
        {onAct && (
          <Button
            kind="plain"
            aria-label={formatText(text.removeOf, { name: fullName })}
            onClick={() => onAct('remove')}
          >
            {text.remove}
          </Button>
        )}
      </Row>
    </li>
  );
}
