/**
 * Roles of the people of a company, each with its own sign-in. The sign-in of the contract is an 'owner'.
 * Source: product.md 6.
 */
export const companyRoles = ['owner', 'accountant', 'powerEngineer', 'signer', 'viewer'] as const;
export type CompanyRole = (typeof companyRoles)[number];

/**
 * What a call of the entity's cabinet is about: 'own' the caller's own sign-in and notifications, 'company' accounts, company
 * information and directory, 'points' points, meters, readings and consumption, 'money' balance, invoices, prices and payments,
 * 'documents' acts and requested documents, 'signing' signatures, 'limits' contract volumes, 'people' the people and their
 * actions, 'programs' API tokens.
 */
export const companyAreas = [
  'own',
  'company',
  'points',
  'money',
  'documents',
  'signing',
  'limits',
  'people',
  'programs',
] as const;
export type CompanyArea = (typeof companyAreas)[number];
