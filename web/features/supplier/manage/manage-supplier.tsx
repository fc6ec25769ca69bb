import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { changeSupplier, decideRequisites, proposeRequisites } from '#contract/supplier/manage-supplier.ts';
import { maxPastChanges } from '#contract/values/dates.ts';
import type { SupplierChange, SupplierData, SupplierField } from '#contract/values/supplier.ts';
import { type ApiResult, callApi } from '#web/lib/api.ts';
import type { ApiFailure } from '#web/lib/api-failure.ts';
import { FormStep } from '#web/lib/form/form-step.tsx';
import { showMoment } from '#web/lib/format.ts';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import { newRequestId } from '#web/lib/request-id.ts';
import { type FactorProof, FactorStep } from '#web/lib/second-factor/factor-step.tsx';
import { Button } from '#web/ui/button.tsx';
import { withCancel } from '#web/ui/form/with-cancel.tsx';
import { Dialog } from '#web/ui/layout/dialog.tsx';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { RowsSkeleton } from '#web/ui/skeleton.tsx';
import { showTip } from '#web/ui/tip-area.tsx';
import { type ManagedSupplier, supplierQuery } from './api.ts';
import { BrandPart } from './brand-part.tsx';
import { ChangedValues, ChangeList } from './change-list.tsx';
import styles from './manage.module.css';
import { type Group, groups, showValue, type Values } from './supplier-fields.tsx';
import { reasonField, SupplierForm } from './supplier-form.tsx';
import { text } from './text.ts';

/** What one may do: change what customers read, propose and confirm what payments go by. */
export interface SupplierRights {
  mayChange: boolean;
  mayPropose: boolean;
}

/** The supplier as it is, what waits for a second person, and what was changed. */
export function ManageSupplier(rights: SupplierRights) {
  return (
    <Stack gap="3">
      <Text tone="quiet">{text.lead}</Text>
      <QueryPart
        query={useQuery(supplierQuery)}
        failed={text.failed}
        skeleton={<RowsSkeleton label={text.loading} rows={8} />}
      >
        {(managed) => <SupplierView managed={managed} {...rights} />}
      </QueryPart>
    </Stack>
  );
}

type Open = { kind: 'change'; group: Group; requestId: string } | { kind: 'withdraw'; changeId: string };

function SupplierView({ managed, mayChange, mayPropose }: { managed: ManagedSupplier } & SupplierRights) {
  const client = useQueryClient();
  const [open, setOpen] = useState<Open>();
  const [conflict, setConflict] = useState<readonly SupplierChange[]>([]);
  const { supplier, revision, changes } = managed;
  const waiting = changes.find(({ state }) => state === 'proposed');
  const past = changes.filter((change) => change !== waiting);
  const close = () => {
    setOpen(undefined);
    setConflict([]);
  };

  async function done(call: Promise<ApiResult<ManagedSupplier>>, words: string) {
    const result = await call;
    if (!result.ok) return result.failure;
    client.setQueryData(supplierQuery.queryKey, result.data);
    close();
    showTip('good', words);
    return undefined;
  }

  async function save(group: Group, requestId: string, values: Values, reason: string) {
    const asked = { revision, reason, requestId };
    const failure =
      group === 'requisites'
        ? await done(callApi(proposeRequisites, { values: values as never, ...asked }), text.proposed)
        : await done(callApi(changeSupplier, { values: values as never, ...asked }), text.saved);
    if (failure?.code !== 'supplier.changedMeanwhile') return failure;
    // The form goes on with what is there now, and says whose change that is.
    await client.refetchQueries(supplierQuery);
    setConflict(changesOf(failure.details));
    return failure;
  }

  const mayOpen = (group: Group) => (group === 'requisites' ? mayPropose && !waiting : mayChange);
  return (
    <>
      {waiting && (
        <Waiting
          change={waiting}
          mayDecide={mayPropose}
          confirm={(proof) =>
            done(
              callApi(decideRequisites, {
                changeId: waiting.changeId,
                decision: { kind: 'confirm' },
                ...proof,
              }),
              text.confirmed,
            )
          }
          onWithdraw={() => setOpen({ kind: 'withdraw', changeId: waiting.changeId })}
        />
      )}
      <div className={styles.groups}>
        {(Object.keys(groups) as Group[]).map((group) => (
          <section key={group} className={styles.group} aria-labelledby={`supplier-${group}`}>
            <div className={styles.head}>
              <h2 id={`supplier-${group}`}>{text.groups[group]}</h2>
              {mayOpen(group) && (
                <Button
                  kind="plain"
                  aria-label={formatText(text.changeOf, {
                    words: group === 'requisites' ? text.propose : text.change,
                    group: text.groups[group],
                  })}
                  onClick={() => setOpen({ kind: 'change', group, requestId: newRequestId() })}
                >
                  {group === 'requisites' ? text.propose : text.change}
                </Button>
              )}
            </div>
            <Text size="s" tone="quiet">
              {text.about[group]}
            </Text>
            <GroupValues group={group} supplier={supplier} />
          </section>
        ))}
        <BrandPart mayChange={mayChange} />
      </div>
      <section className={styles.part} aria-labelledby="supplier-history">
        <h2 id="supplier-history">{text.history}</h2>
        {past.length === 0 ? <Text tone="quiet">{text.noHistory}</Text> : <ChangeList changes={past} />}
        {changes.length >= maxPastChanges && (
          <Text tone="quiet">{formatText(text.newest, { n: maxPastChanges })}</Text>
        )}
      </section>
      <Dialog open={open !== undefined} title={titleOf(open)} closeLabel={text.close} onClose={close}>
        {open?.kind === 'change' && (
          <SupplierForm
            group={open.group}
            supplier={supplier}
            conflict={conflict}
            save={(values, reason) => save(open.group, open.requestId, values, reason)}
            onCancel={close}
          />
        )}
        {open?.kind === 'withdraw' && (
          <Stack gap="2">
            <p>{text.withdrawLead}</p>
            <FormStep
              fields={[reasonField]}
              problems={text.problems}
              submit={text.withdraw}
              busy={text.saving}
              kind="danger"
              takesFocus
              send={(typed) =>
                done(
                  callApi(decideRequisites, {
                    changeId: open.changeId,
                    decision: { kind: 'withdraw', reason: typed('reason') },
                  }),
                  text.withdrawn,
                )
              }
              actions={withCancel(text.cancel, close)}
            />
          </Stack>
        )}
      </Dialog>
    </>
  );
}

function titleOf(open: Open | undefined): string {
  if (open === undefined) return text.title;
  if (open.kind === 'withdraw') return text.withdrawTitle;
  const words = open.group === 'requisites' ? text.propose : text.change;
  return formatText(text.changeOf, { words, group: text.groups[open.group] });
}

/** The changes that a refusal tells of; none: it tells of nothing that can be shown. */
function changesOf(details: unknown): readonly SupplierChange[] {
  const changes: unknown =
    typeof details === 'object' && details !== null ? Reflect.get(details, 'changes') : undefined;
  return Array.isArray(changes) ? (changes as SupplierChange[]) : [];
}

function GroupValues({ group, supplier }: { group: Group; supplier: SupplierData }) {
  if (group === 'offices') {
    return supplier.offices.length === 0 ? (
      <Text tone="quiet">{text.office.none}</Text>
    ) : (
      <ul className={styles.offices}>
        {supplier.offices.map(({ name, address, hours, phones }) => (
          <li key={`${name} ${address}`}>
            <Text isStrong>{name}</Text>
            <p>{address}</p>
            <p>{hours}</p>
            {phones.map((phone) => (
              <Text key={phone} isNumeric>
                {phone}
              </Text>
            ))}
          </li>
        ))}
      </ul>
    );
  }
  return (
    <dl className={styles.rows}>
      {(groups[group] as readonly SupplierField[]).map((field) => {
        const lines = showValue(field, supplier);
        return (
          <div key={field} className={styles.row}>
            <dt>{text.fields[field]}</dt>
            <dd>{lines.length === 0 ? text.nothingThere : lines.map((line) => <p key={line}>{line}</p>)}</dd>
          </div>
        );
      })}
    </dl>
  );
}

interface WaitingProps {
  change: SupplierChange;
  mayDecide: boolean;
  confirm: (proof: FactorProof) => Promise<ApiFailure | undefined>;
  onWithdraw: () => void;
}

/** What one person has proposed and another confirms. */
function Waiting({ change, mayDecide, confirm, onWithdraw }: WaitingProps) {
  const { author, savedAt, reason, isOwn } = change;
  return (
    <Notice kind="warn" title={text.waits}>
      <Stack gap="2">
        <ChangedValues {...change} />
        <Text size="s" isNumeric>
          {formatText(text.by, { name: author, moment: showMoment(savedAt) })}.{' '}
          {formatText(text.reasonOf, { reason })}
        </Text>
        <p>{isOwn ? text.waitsOwn : text.waitsOther}</p>
        {mayDecide && (
          <>
            {!isOwn && (
              <FactorStep
                fields={[]}
                problems={text.problems}
                submit={text.confirm}
                busy={text.saving}
                kind="ink"
                send={(_, proof) => confirm(proof)}
                actions={withCancel(text.withdraw, onWithdraw)}
              />
            )}
            {isOwn && (
              <div>
                <Button onClick={onWithdraw}>{text.withdraw}</Button>
              </div>
            )}
          </>
        )}
      </Stack>
    </Notice>
  );
}
