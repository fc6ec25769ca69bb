import type { Clock } from '#platform/clock.ts';
import { bool, text, typedSql } from '#platform/database/typed-sql.ts';
import { describeVersion } from '#platform/host/version.ts';
import { newKeyRingText, parseKeyRing } from '#platform/key-ring.ts';
import type { Config } from '#portal/config.ts';
import { createPaymentGateways } from '#portal/gateways/payments/all-gateways.ts';
import { keySettings } from '#portal/keys.ts';
import { payWays, providerName } from '#portal/modules/payments/public.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { bad, type Finding, note, todo, well } from './finding.ts';

/** What every installation needs before its first day: a supplier and an administrator. */
export async function checkInstallation(db: PortalDatabase): Promise<Finding[]> {
  const { rows } = await typedSql({ hasSupplier: bool(), hasAdministrator: bool() })`
    select exists (select from billing.supplier) as "hasSupplier",
           exists (select from portal.administrator) as "hasAdministrator"`.execute(db);
  const { hasSupplier = false, hasAdministrator = false } = rows[0] ?? {};
  return [
    hasSupplier ? well('supplier') : todo('noSupplier'),
    hasAdministrator ? well('administrator') : todo('noAdministrator'),
  ];
}

/** Whether one of these providers ever moved a payment here; what an import brought from elsewhere was moved by none. */
async function hasOnlinePayments(db: PortalDatabase, providers: readonly string[]): Promise<boolean> {
  const { rows } = await typedSql({ has: bool() })`
    select exists (select from billing.payment_event join billing.payment using (account_number, payment_id)
      where provider = any(${providers}::text[])) as has`.execute(db);
  return rows[0]?.has ?? false;
}

/** Checks the payment providers; production needs at least one once it has taken payments. */
export async function checkProviders(config: Config, db: PortalDatabase, clock: Clock): Promise<Finding[]> {
  // Nothing is sent or signed here, so any key is valid.
  const links = parseKeyRing(keySettings.links, newKeyRingText());
  const ways = payWays(createPaymentGateways({ db, clock, config, links }));
  const findings = ways.map(({ provider, mode }): Finding => {
    const facts = { provider: providerName(provider), mode };
    return mode === 'real' ? well('provider', facts) : note('provider', facts);
  });
  if (ways.some(({ mode }) => mode !== 'off')) return findings;
  const providers = ways.map(({ provider }) => provider);
  return [
    ...findings,
    (await hasOnlinePayments(db, providers)) ? bad('noProviders') : todo('providersNotSet'),
  ];
}

/** Versions of the nodes that run now; several are an upgrade that is under way, or was left half done. */
export async function checkNodes(db: PortalDatabase): Promise<Finding[]> {
  const { rows } = await typedSql({ version: text(), commit: text() })`
    select version, commit from portal.node_state where at > clock_timestamp() - interval '30 seconds'
     order by node`.execute(db);
  if (rows.length === 0) return [];
  const versions = [...new Set(rows.map(describeVersion))];
  return [versions.length > 1 ? note('nodeVersions', { versions }) : well('nodes', { count: rows.length })];
}
