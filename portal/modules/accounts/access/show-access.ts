import { ACCOUNT_ACCESS_GET } from '#billing/api/accounts.ts';
import type { ModuleOutput } from '#billing/api/define-module.ts';
import type { listAccess } from '#contract/accounts/accounts.ts';
import { maskEmail } from '#domain/identifiers/email.ts';
import { instantToIso } from '#domain/time/instant.ts';
import { type CallFailure, type CallResult, relayRefusal, succeed } from '#portal/http/call-result.ts';
import type { FieldsOf, PortalServices, RequestContext } from '#portal/http/route.ts';
import { holdsContract, maskedPhone } from '../object-info.ts';
import {
  listPeople,
  type PersonWithAccess,
  type ProvenContacts,
  type WaitingPerson,
} from './access-store.ts';

type AccessFields = FieldsOf<typeof listAccess>;

/** Who has access to an account, and what the caller may do about it. */
export interface AccessFacts {
  readonly contract: ModuleOutput<typeof ACCOUNT_ACCESS_GET>;
  readonly people: readonly PersonWithAccess[];
  readonly waiting: readonly WaitingPerson[];
  /** The confirmed phone of the caller is the phone of the contract. */
  readonly isHolder: boolean;
  /** The holder, or the first person with access where no holder has it. */
  readonly mayAllow: boolean;
}

/** Reads who has access and who requested it; a refusal when the billing does not know the account. */
export async function readAccess(
  { db }: Pick<PortalServices, 'db'>,
  accountNumber: string,
  { session, billing, clock }: RequestContext,
): Promise<AccessFacts | CallFailure> {
  const contract = await billing(ACCOUNT_ACCESS_GET, { accountNumber });
  if (!contract.ok) return relayRefusal(contract);
  const { people, waiting } = await listPeople(db, accountNumber, clock.now());
  const { identityId } = session;
  const isAsker = (person: PersonWithAccess) => person.identityId === identityId;
  return {
    contract: contract.data,
    people,
    waiting,
    isHolder: people.some((person) => isAsker(person) && holdsContract(person, contract.data.phone)),
    mayAllow: whoAllows(people, contract.data.phone).some(isAsker),
  };
}

/** Who may grant access: the holders of the contract, or the first person with access where no holder has it. */
export function whoAllows(
  people: readonly PersonWithAccess[],
  contractPhone: string,
): readonly PersonWithAccess[] {
  const holders = people.filter((person) => holdsContract(person, contractPhone));
  return holders.length > 0 ? holders : people.slice(0, 1);
}

/** The name shown to others: the first name and the initial of the surname; '' when neither is known. */
export function shortName({ name, surname }: Pick<ProvenContacts, 'name' | 'surname'>): string {
  const initial = Array.from(surname)[0];
  return [name, initial === undefined ? '' : `${initial}.`].filter((part) => part !== '').join(' ');
}

/** The answer of the access list: contacts of others are masked, only the holder sees the code. */
export function accessFields(facts: AccessFacts, identityId: string): AccessFields {
  const { contract, people, waiting, isHolder, mayAllow } = facts;
  const shown = people.map((person) => {
    const isYou = person.identityId === identityId;
    const { accessId, phone, email, since } = person;
    return {
      accessId,
      name: isYou ? [person.name, person.surname].filter(Boolean).join(' ') : shortName(person),
      phone: isYou ? phone : maskedPhone(phone),
      email: isYou ? email : maskEmail(email),
      since: instantToIso(since),
      isYou,
      isHolder: holdsContract(person, contract.phone),
    };
  });
  return {
    people: shown.sort((one, other) => Number(other.isHolder) - Number(one.isHolder)),
    mayEnd: isHolder,
    mayAllow,
    waiting: waiting.map((person) => ({
      waitingId: person.waitingId,
      name: shortName(person),
      phone: maskedPhone(person.phone),
      askedAt: instantToIso(person.askedAt),
      until: instantToIso(person.until),
    })),
    addingCode:
      isHolder && contract.codeCanChange ? { value: contract.code, changedAt: contract.codeChangedAt } : null,
  };
}

/** Who has access to an account, and who requested it (product.md section 5). */
export async function showAccess(
  services: Pick<PortalServices, 'db'>,
  accountNumber: string,
  context: RequestContext,
): Promise<CallResult<AccessFields>> {
  const facts = await readAccess(services, accountNumber, context);
  return 'kind' in facts ? facts : succeed(accessFields(facts, context.session.identityId));
}
