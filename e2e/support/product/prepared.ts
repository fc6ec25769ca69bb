/** Names of the settings that the set-up gives to the workers. */
export const preparedSettings = {
  sampleUrl: 'JOURNEYS_SAMPLE_URL',
  adminUrl: 'JOURNEYS_ADMIN_URL',
  sharedProductUrl: 'JOURNEYS_SHARED_PRODUCT_URL',
} as const;

/** What the set-up of this run has prepared: the sample as a template, its server as superuser, the product that nobody changes. */
export function prepared(what: keyof typeof preparedSettings): string {
  const value = process.env[preparedSettings[what]];
  if (value === undefined)
    throw new Error(`${preparedSettings[what]} is missing: run this by \`npm run journeys\``);
  return value;
}
