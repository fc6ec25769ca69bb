import { latinCode } from '#domain/identifiers/latin-look-alikes.ts';
import { fullPhone, plainAccount } from '#web/lib/typed-values.ts';
import type { Draft } from './use-draft.ts';

/** What an entity typed in its steps, as it travels. */
export function entityOf(draft: Draft) {
  return {
    account: plainAccount(draft.account ?? ''),
    unique_code: latinCode(draft.unique_code ?? ''),
    edrpou: (draft.edrpou ?? '').trim(),
    email: (draft.email ?? '').trim(),
    phone: fullPhone(draft.phone ?? ''),
  };
}
