import * as z from 'zod/mini';
import type { Instant } from '#domain/time/instant.ts';
import { readCertificate, type ShownCertificate } from '#platform/host/certificate.ts';
import { describeVersion, productVersion } from '#platform/host/version.ts';
import type { Config } from '#portal/config.ts';
import { createMessageGateways, outboxName } from '#portal/gateways/messages/all-gateways.ts';
import { productName } from '#portal/http/probes.ts';
import { bad, type Finding, note, reasonOf, todo, well } from './finding.ts';

/** Time that each check of another machine may take. */
const limitMs = 5000;
const dayMs = 24 * 3_600_000;
/** An authority that renews by itself does so 30 days before the end. */
const renewedDays = 21;
const endingDays = 7;

const isLocal = (url: string) => ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname);

/** The answer of the work, or its failure, within the limit. */
async function inTime<Value>(work: Promise<Value>): Promise<Value> {
  const limit = Promise.withResolvers<never>();
  const timer = setTimeout(() => limit.reject(new Error(`no answer within ${limitMs} ms`)), limitMs);
  try {
    return await Promise.race([work, limit.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Whether browsers accept a certificate, and for how long. */
export function assessCertificate({ validTo, problem }: ShownCertificate, now: Instant): Finding {
  if (problem !== undefined) return bad('certificateRefused', { problem });
  const days = Math.floor((validTo - now) / dayMs);
  if (days < endingDays) return bad('certificateEnding', { days });
  return days < renewedDays ? note('certificateEnding', { days }) : well('certificate', { days });
}

/** Makes a TLS handshake with PUBLIC_URL and says for how many days its certificate counts. */
export async function checkCertificate(
  { publicUrl, production }: Pick<Config, 'publicUrl' | 'production'>,
  now: Instant,
): Promise<Finding[]> {
  if (isLocal(publicUrl))
    return [
      production ? todo('noPublicUrl', { url: publicUrl }) : note('publicUrlLocal', { url: publicUrl }),
    ];
  if (!publicUrl.startsWith('https:')) return [note('noHttps', { url: publicUrl })];
  try {
    return [assessCertificate(await inTime(readCertificate(publicUrl, limitMs)), now)];
  } catch (error) {
    return [bad('noCertificate', { reason: reasonOf(error) })];
  }
}

/** What /healthz of this product answers; anything else answers for another one. */
const healthSchema = z.object({
  product: z.literal(productName),
  version: z.string(),
  commit: z.string(),
  forwarded: z.enum(['none', 'trusted', 'ignored']),
});

/**
 * Asks PUBLIC_URL for /healthz: this product must answer, and the address of the caller must come through the proxy, else all customers
 * share one limit.
 */
export async function checkProxy({
  publicUrl: url,
  production,
  trustedProxies,
}: Pick<Config, 'publicUrl' | 'production' | 'trustedProxies'>): Promise<Finding[]> {
  // The check of the certificate says so.
  if (isLocal(url)) return [];
  const fault = production ? bad : note;
  let httpStatus: number;
  let body: unknown;
  try {
    const response = await fetch(`${url}/healthz`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(limitMs),
    });
    httpStatus = response.status;
    body = await response.json().catch(() => undefined);
  } catch (error) {
    return [fault('proxySilent', { url, reason: reasonOf(error) })];
  }
  const health = healthSchema.safeParse(body);
  if (!health.success) return [fault('proxyForeign', { url, httpStatus })];
  const { forwarded, ...build } = health.data;
  const findings: Finding[] = [well('proxy', { url })];
  if (describeVersion(build) !== describeVersion(productVersion()))
    findings.push(note('proxyVersion', { version: describeVersion(build) }));
  if (forwarded === 'ignored') findings.push(fault('proxyIgnored'));
  // Who ends TLS is a proxy: the product speaks HTTP.
  const isBehindProxy = trustedProxies !== undefined || url.startsWith('https:');
  if (forwarded === 'none' && isBehindProxy) findings.push(note('proxySaysNothing'));
  return findings;
}

const texts = {
  mail: { well: 'mail', failed: 'mailFailed', off: 'mailOff', toOutbox: 'mailToOutbox' },
  sms: { well: 'sms', failed: 'smsFailed', off: 'smsOff', toOutbox: 'smsToOutbox' },
} as const;

/** Connects to each provider of SMS and mail and sends nothing. */
export async function checkMessages(config: Config): Promise<Finding[]> {
  const gateways = createMessageGateways(config);
  if (gateways.sms.length === 0 && gateways.mail.length === 0) return [todo('noMessages')];
  const checked = (['sms', 'mail'] as const).map(async (channel): Promise<Finding[]> => {
    const codes = texts[channel];
    if (gateways[channel].length === 0) return [note(codes.off)];
    return Promise.all(
      gateways[channel].map(async ({ name: provider, verify }): Promise<Finding> => {
        if (provider === outboxName) return note(codes.toOutbox);
        try {
          await inTime(verify?.(limitMs) ?? Promise.resolve());
          return well(codes.well, { provider });
        } catch (error) {
          return bad(codes.failed, { provider, reason: reasonOf(error) });
        }
      }),
    );
  });
  return (await Promise.all(checked)).flat();
}
