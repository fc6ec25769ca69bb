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
 * actions, 'programs' API tokens, 'support' tickets.
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
  'support',
] as const;
export type CompanyArea = (typeof companyAreas)[number];

/** Reads, or changes: a call that declares `changes`, takes a file, or begins a payment or a document. */
export type CompanyUse = 'read' | 'change';

const everybody = companyRoles;
const nobody: readonly CompanyRole[] = [];

/** Rights of the people of a company: who reads an area and who changes something in it. Decision 0112. */
const rights: Readonly<Record<CompanyArea, Readonly<Record<CompanyUse, readonly CompanyRole[]>>>> = {
  own: { read: everybody, change: everybody },
  company: { read: everybody, change: nobody },
  points: { read: everybody, change: ['powerEngineer'] },
  money: { read: ['accountant', 'signer', 'viewer'], change: ['accountant'] },
  documents: { read: ['accountant', 'signer', 'viewer'], change: ['accountant', 'signer'] },
  signing: { read: ['signer'], change: ['signer'] },
  limits: { read: everybody, change: ['powerEngineer', 'accountant'] },
  people: { read: nobody, change: nobody },
  programs: { read: nobody, change: nobody },
  support: { read: everybody, change: ['accountant', 'powerEngineer', 'signer'] },
};

/** Whether a role may read or change an area; an owner may everything. */
function roleMay(role: CompanyRole, area: CompanyArea, use: CompanyUse): boolean {
  return role === 'owner' || rights[area][use].includes(role);
}

/** Areas with something for a person limited to some metering points; the others are of whole accounts. */
const areasOfPoints: readonly CompanyArea[] = ['own', 'company', 'points'];

/** Of a person of a company as the browser keeps it: `objects` says whether something limits what is seen. */
export interface CompanyPerson {
  readonly role: CompanyRole;
  readonly objects: 'all' | 'accounts' | 'points';
}

/** Whether a person of a company may read or change an area. A customer who is no company's person may everything. */
export function mayUse(person: CompanyPerson | undefined, area: CompanyArea, use: CompanyUse): boolean {
  if (person === undefined) return true;
  if (person.objects === 'points' && !areasOfPoints.includes(area)) return false;
  return roleMay(person.role, area, use);
}
