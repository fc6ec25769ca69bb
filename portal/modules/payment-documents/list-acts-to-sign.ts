import type { ModuleResult } from '#billing/api/define-module.ts';
import { INVOICE_ACTS_TO_SIGN } from '#billing/api/invoices.ts';
import { actState, waitsForSignature } from '#domain/invoices/acceptance-act.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { localDate } from '#domain/time/local-date.ts';
import type { RequestContext } from '#portal/http/route.ts';
import { signedBySubjects } from '#portal/modules/signatures/public.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { listObjectionsOf } from './objection-store.ts';

/** Acts of acceptance of an account that wait for the signature of its company. */
interface ActsToSign {
  readonly account: string;
  /** The oldest. */
  readonly period: string;
  readonly count: number;
}

/** Which of these accounts have acts that wait for the company's signature, by the state that the list of documents tells; a fixed number of statements. */
export async function listActsToSign(
  db: PortalDatabase,
  { billing, clock }: Pick<RequestContext, 'billing' | 'clock'>,
  accountNumbers: readonly string[],
): Promise<ModuleResult<ActsToSign[]>> {
  const [exchanged, signed, objections] = await Promise.all([
    billing(INVOICE_ACTS_TO_SIGN, { accountNumbers: [...accountNumbers] }),
    signedBySubjects(db, accountNumbers, 'acceptanceAct'),
    listObjectionsOf(db, ...accountNumbers),
  ]);
  if (!exchanged.ok) return exchanged;
  const today = kyivDateOf(clock.now());
  const answers = new Map(
    objections.flatMap(({ account, period, payee, answer }) =>
      payee === 'supplier'
        ? [[`${account} ${period}`, answer === null ? 'waiting' : 'answered'] as const]
        : [],
    ),
  );
  const waiting = exchanged.data.acts.filter(({ accountNumber, period, issuedOn, silentAcceptanceDays }) => {
    const facts = {
      issuedOn: localDate(issuedOn),
      exchange: 'signature',
      silentAcceptanceDays,
      signedBy: signed.get(accountNumber)?.get(period) ?? { customer: false, supplier: false },
      objection: answers.get(`${accountNumber} ${period}`),
    } as const;
    return waitsForSignature(actState(facts, today), facts.exchange);
  });
  const ofAccounts = Map.groupBy(waiting, ({ accountNumber }) => accountNumber);
  const data = [...ofAccounts].map(([account, acts]) => ({
    account,
    period: acts[0]?.period ?? '',
    count: acts.length,
  }));
  return { ok: true, data };
}
