import {
  SUPPLIER_CHANGE,
  SUPPLIER_DECIDE,
  SUPPLIER_GET,
  SUPPLIER_PROPOSE,
  SUPPLIER_READ,
} from '#billing/api/supplier.ts';
import {
  changeSupplier,
  decideRequisites,
  getSupplier,
  proposeRequisites,
} from '#contract/supplier/manage-supplier.ts';
import { apiLink } from '#contract/supplier.ts';
import { relay, succeed } from '#portal/http/call-result.ts';
import { type PortalServices, type Route, route } from '#portal/http/route.ts';
import {
  findAdministratorName,
  findSecondPerson,
  requireFactorProof,
} from '#portal/modules/identity/public.ts';
import packageFile from '../../../package.json' with { type: 'json' };
import { listBrandVersions } from './brand-store.ts';
import { logoUrl } from './brand-style.ts';

/** Spaces, dashes, brackets go: what a tel: link wants (base specification §3, facts 8.5). */
export function plainPhone(phone: string): string {
  return phone.replace(/[\s()\u002d\u2010-\u2015]/g, '');
}

/** The environment of the browser, the supplier that the footer and the contact centre are made of, and its changes (decision 0146). */
export function companyRoutes(services: PortalServices): Route[] {
  const { config, db } = services;
  const environment = {
    production: config.production,
    version: packageFile.version,
    // The base specification forces the four providers on (§3).
    liqpay: true,
    monobank: true,
    portmone: true,
    easypay: true,
  } as const;
  return [
    route(apiLink, async ({ site }, { billing }) => {
      if (site === undefined || site === '') return succeed({ environment });
      const logo = (await listBrandVersions(db, 1))[0]?.logoHash ?? null;
      return relay(await billing(SUPPLIER_GET, {}), (supplier) => ({
        company: {
          organization: supplier.name,
          organizationUpCase: supplier.name.toLocaleUpperCase('uk'),
          phone: supplier.phones,
          phonemobile: supplier.mobilePhones,
          phonePlain: supplier.phones.map(plainPhone),
          phonemobilePlain: supplier.mobilePhones.map(plainPhone),
          urlmain: supplier.mainUrl,
          address: supplier.address,
          email: supplier.email,
          readingsEmail: supplier.readingsEmail,
          offices: supplier.offices,
          prices: supplier.householdPrices,
        },
        images: logo === null ? supplier.images : [logoUrl(logo), ...supplier.images],
      }));
    }),

    route(getSupplier, async (_input, { billing, session }) =>
      relay(await billing(SUPPLIER_READ, { administratorId: session.identityId }), (managed) => managed),
    ),

    route(changeSupplier, async ({ values, revision, reason, requestId }, { billing, session }) => {
      const administrator = await findAdministratorName(db, session.identityId);
      const asked = { values, revision, reason, requestId, administrator };
      return relay(await billing(SUPPLIER_CHANGE, asked), (managed) => managed);
    }),

    route(proposeRequisites, async ({ values, revision, reason, requestId }, { billing, session }) => {
      const administrator = await findAdministratorName(db, session.identityId);
      const asked = { values, revision, reason, requestId, administrator };
      return relay(await billing(SUPPLIER_PROPOSE, asked), (managed) => managed);
    }),

    route(decideRequisites, async ({ changeId, decision, factorCode }, context) => {
      const unproven =
        decision.kind === 'confirm' && (await requireFactorProof(services, factorCode, context));
      if (unproven) return unproven;
      const { billing, session, clock } = context;
      const administrator = await findSecondPerson(db, session.identityId, clock.now());
      const reason = decision.kind === 'withdraw' ? decision.reason : '';
      const decided = decision.kind === 'withdraw' ? 'withdrawn' : 'confirmed';
      const asked = { changeId: changeId.toLowerCase(), decision: decided, reason, administrator } as const;
      return relay(await billing(SUPPLIER_DECIDE, asked), (managed) => managed);
    }),
  ];
}
