import { SUPPLIER_GET } from '#billing/api/supplier.ts';
import { apiLink } from '#contract/supplier.ts';
import { relay, succeed } from '#portal/http/call-result.ts';
import { type PortalServices, type Route, route } from '#portal/http/route.ts';
import packageFile from '../../../package.json' with { type: 'json' };

/** Spaces, dashes, brackets go: what a tel: link wants (base specification §3, facts 8.5). */
export function plainPhone(phone: string): string {
  return phone.replace(/[\s()\u002d\u2010-\u2015]/g, '');
}

/** The environment of the browser, and the supplier that the footer and the contact centre are made of. */
export function companyRoutes({ config }: PortalServices): Route[] {
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
          prices: supplier.householdPrices,
        },
        images: supplier.images,
      }));
    }),
  ];
}
