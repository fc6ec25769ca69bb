import type { OutputOf } from '#contract/define-call.ts';
import { addSigner, endSigner, listSigners, maxSigners, removeSigner } from '#contract/signatures.ts';
import { powerState } from '#domain/documents/signer-powers.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { fail, failFields, succeed } from '#portal/http/call-result.ts';
import { type PortalServices, type Route, route } from '#portal/http/route.ts';
import { endSignerPower, insertSignerPower, listSignerPowers, removeSignerPower } from './signer-store.ts';

type Signers = OutputOf<typeof listSigners>['signers'];

/** The list of the persons who may sign for a company, kept by its owner (facts of entities 6.3). */
export function signerRoutes({ db, clock }: Pick<PortalServices, 'db' | 'clock'>): Route[] {
  /** Powers that ended stand last. */
  async function readSigners(account: string): Promise<Signers> {
    const today = kyivDateOf(clock.now());
    const powers = await listSignerPowers(db, account);
    const signers = powers.map(({ addedAt, ...power }) => ({
      ...power,
      state: powerState(power, today),
      addedAt: instantToIso(addedAt as Instant),
    }));
    const [ended, others] = [true, false].map((isEnded) =>
      signers.filter(({ state }) => (state === 'ended') === isEnded),
    );
    return [...(others ?? []), ...(ended ?? [])];
  }

  return [
    route(listSigners, async ({ account }) => succeed({ signers: await readSigners(account) })),

    route(addSigner, async ({ account, signer }, { session }) => {
      const { validFrom, validTo } = signer;
      if (validTo !== null && validTo < validFrom)
        return failFields([{ path: 'signer.validTo', code: 'field.invalid' }]);
      const done = { at: clock.now(), by: session.identityId };
      const refusal = await insertSignerPower(db, account, signer, done);
      if (refusal !== undefined) return fail(refusal, { n: maxSigners });
      return succeed({ signers: await readSigners(account) });
    }),

    route(endSigner, async ({ lastDay, ...key }, { session }) => {
      const power = (await listSignerPowers(db, key.account)).find(
        ({ signerId }) => signerId === key.signerId,
      );
      if (power === undefined) return fail('common.notFound');
      const isEnded = await endSignerPower(db, key, lastDay, { at: clock.now(), by: session.identityId });
      return isEnded
        ? succeed({ signers: await readSigners(key.account) })
        : failFields([{ path: 'lastDay', code: 'field.invalid' }]);
    }),

    route(removeSigner, async (key, { session }) => {
      const isRemoved = await removeSignerPower(db, key, { at: clock.now(), by: session.identityId });
      return isRemoved ? succeed({ signers: await readSigners(key.account) }) : fail('common.notFound');
    }),
  ];
}
