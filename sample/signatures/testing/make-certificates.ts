import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { algos } from '@ugla/barvinok-algos';
import { makeIdentity, openKeys } from '#platform/signatures/testing/make-certificate.ts';
import { chain, companyPlans } from '#sample/entities/company-plans.ts';
import { sampleEdrpou } from '#sample/supplier-and-tariffs.ts';

/**
 * Makes the certificates of the sample anew: `node sample/signatures/testing/make-certificates.ts`. The key of the authority is
 * thrown away, so that nobody issues more by it.
 */
const folder = join(import.meta.dirname, '..');
const keyOf = (file: string, password: string) => {
  const [priv] = openKeys(readFileSync(join(folder, file)), password, algos());
  if (priv === undefined) throw new Error(`no key in ${file}`);
  return priv;
};

const authority = makeIdentity({
  kind: 'authority',
  subject: {
    organizationName: 'ТОВ «Світло в дім» (приклад)',
    commonName: 'Надавач прикладу «Світло»',
    countryName: 'UA',
  },
});
const priv = keyOf('signer-key.p12', 'testpassword');
const company = companyPlans.find(({ customer }) => customer === chain);
const person = (fullName: string, title: string, drfo: string) => {
  const [surname = '', ...names] = fullName.split(' ');
  return makeIdentity({
    issuer: authority,
    priv,
    edrpou: chain.taxCode,
    drfo,
    subject: {
      organizationName: 'ТОВ «Кошик щодня»',
      commonName: fullName,
      surname,
      givenName: names.join(' '),
      title,
      countryName: 'UA',
    },
  });
};
const seal = makeIdentity({
  issuer: authority,
  priv: keyOf('seal-key.dat', 'password'),
  edrpou: sampleEdrpou,
  subject: { organizationName: 'ТОВ «Світло в дім»', commonName: 'ТОВ «Світло в дім»', countryName: 'UA' },
});
const certificates = {
  authority,
  signer: person(company?.signerName ?? '', company?.signerPost ?? '', '2890123454'),
  'second-signer': person('Коваль Петро Андрійович', 'головний бухгалтер', '2763401233'),
  seal,
};
for (const [name, { certificate }] of Object.entries(certificates))
  writeFileSync(join(folder, `${name}.cer`), certificate.as_asn1());
