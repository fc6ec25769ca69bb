import { chainColumns, chainEnding, type SealedTable, sealColumns } from '#platform/audit/audit-seals.ts';
import { insertFrom } from '#platform/database/insert-from.ts';

const ofPortal = {
  schema: 'portal',
  addSeal: insertFrom('portal.audit_seal', sealColumns),
  putChain: insertFrom('portal.audit_chain', chainColumns, chainEnding),
} as const;

const microseconds = '(extract(epoch from kept.happened_at) * 1000000)::bigint';

/** What the staff did in this schema, as it is sealed: an action with its outcome. */
export const staffChains: readonly SealedTable[] = [
  {
    ...ofPortal,
    chain: 'staffAction',
    table: 'portal.staff_action',
    number: 'action_number',
    id: 'action_id',
    content: `jsonb_build_array(kept.action_id, kept.action_number, kept.actor_id, kept.session_id, kept.call, kept.accounts,
      kept.subjects, ${microseconds}, kept.address, kept.reference, kept.reason, kept.outcome, kept.row_count,
      (extract(epoch from kept.finished_at) * 1000000)::bigint)::text`,
    unsettled: 'kept.outcome is null',
  },
  {
    ...ofPortal,
    chain: 'staffChange',
    table: 'portal.staff_change',
    number: 'change_number',
    id: 'change_id',
    content: `jsonb_build_array(kept.change_id, kept.change_number, kept.actor_id, ${microseconds}, kept.reference, kept.subject,
      kept.before, kept.after)::text`,
  },
];
