import type { LinkProps } from '@tanstack/react-router';
import type { OutputOf } from '#contract/define-call.ts';
import { formatText } from '#contract/messages/format-text.ts';
import type { findSubjects, foundKinds } from '#contract/search.ts';
import type { FoundSubject } from '#contract/values/found-subject.ts';
import { searchWords, stemOf } from '#domain/search/search-words.ts';
import { showMoment, showSum } from '#web/lib/format.ts';
import { text } from './text.ts';

/** A page or report that the roles of who is signed in open. */
export interface Place {
  readonly kind: 'page' | 'report';
  readonly link: LinkProps;
  readonly title: string;
  /** What it is for, in a sentence. */
  readonly about: string;
  /** Under which pages of staff are listed; absent: before all groups. */
  readonly group?: string | undefined;
}

/** One thing that was found; `link` leads to where it is shown. */
export interface FindOption {
  readonly key: string;
  readonly link: LinkProps;
  readonly title: string;
  readonly about: string;
  /** '' or a word of its state. */
  readonly state: string;
}

export interface FindGroup {
  readonly kind: Place['kind'] | (typeof foundKinds)[number];
  readonly options: readonly FindOption[];
  readonly hasMore: boolean;
}

/** So many pages and reports are shown of each. */
const maxPlaces = 5;

/** Places whose title or sentence has each typed word in any of its forms; those with all of them in the title first. */
export function findPlaces(places: readonly Place[], typed: string): readonly FindGroup[] {
  const stems = searchWords(typed).map(stemOf);
  if (stems.length === 0) return [];
  const has = (words: readonly string[]) =>
    stems.every((stem) => words.some((word) => word.startsWith(stem)));
  const inTitle = places.filter(({ title }) => has(searchWords(title)));
  const found = [
    ...inTitle,
    ...places.filter(
      (place) => !inTitle.includes(place) && has(searchWords(`${place.title} ${place.about}`)),
    ),
  ];
  return (['page', 'report'] as const).flatMap((kind) => {
    const ofKind = found.filter((place) => place.kind === kind);
    const options = ofKind
      .slice(0, maxPlaces)
      .map(({ title, about, link }) => ({ key: `${kind} ${link.to}`, link, title, about, state: '' }));
    return options.length > 0 ? [{ kind, options, hasMore: ofKind.length > maxPlaces }] : [];
  });
}

type Found = OutputOf<typeof findSubjects>;

/** Where a customer, an account and whatever belongs to it is shown. */
const cardOf = (account: string): LinkProps => ({
  to: '/cabinet/admin/management/accounts/$account',
  params: { account },
});

const joined = (...parts: readonly (string | null)[]) =>
  parts.filter((part) => part !== null && part !== '').join(' · ');

const accountWords = (account: string | null, count = 1) =>
  account === null
    ? text.noAccount
    : count > 1
      ? formatText(text.accountsOf, { n: count, account })
      : formatText(text.accountOf, { account });

function subjectOption(subject: FoundSubject): FindOption {
  const { kind, id, account, holder, address, phone, accountCount, isPast, payment } = subject;
  const common = { key: `${kind} ${id} ${account}`, link: cardOf(account), state: '' };
  const own = accountWords(account);
  switch (kind) {
    case 'customer':
      return { ...common, title: holder, about: joined(phone, address, accountWords(account, accountCount)) };
    case 'account':
      return { ...common, title: address, about: joined(holder, own), state: isPast ? text.ended : '' };
    case 'point':
      return { ...common, title: id, about: joined(address, holder, own) };
    case 'meter':
      return {
        ...common,
        title: formatText(text.meterOf, { serial: id }),
        about: joined(address, holder, own),
        state: isPast ? text.removed : '',
      };
    default:
      return {
        ...common,
        link: { to: '/cabinet/admin/payments', search: { q: payment?.orderId ?? account } },
        title: payment ? joined(showSum(payment.sum), showMoment(payment.startedAt)) : id,
        about: joined(payment?.orderId ?? null, holder),
      };
  }
}

/** What the server has found, by kind. */
export function groupsOf({ subjects, cabinets, conversations, more }: Found): readonly FindGroup[] {
  const group = (kind: (typeof foundKinds)[number], options: readonly FindOption[]) =>
    options.length > 0 ? [{ kind, options, hasMore: more.includes(kind) }] : [];
  const ofKind = (kind: FoundSubject['kind']) =>
    group(kind, subjects.filter((subject) => subject.kind === kind).map(subjectOption));
  return [
    ...ofKind('customer'),
    ...group(
      'cabinet',
      cabinets.map(({ id, name, phone, email, account, accountCount }) => ({
        key: `cabinet ${id}`,
        link: { to: '/cabinet/admin/management/customers/$id', params: { id } } as LinkProps,
        title: name || phone || email,
        about: joined(name ? phone : null, name || phone ? email : null, accountWords(account, accountCount)),
        state: '',
      })),
    ),
    ...ofKind('account'),
    ...ofKind('point'),
    ...ofKind('meter'),
    ...ofKind('payment'),
    ...group(
      'conversation',
      conversations.map(({ id, account, number, title }) => ({
        key: `conversation ${id}`,
        link: { to: '/cabinet/admin/management/desk', search: { account, id } } as LinkProps,
        title: formatText(text.conversationOf, { n: number, title }),
        about: accountWords(account),
        state: '',
      })),
    ),
  ];
}

const maxRecent = 6;
/** In memory alone: names and phones are not stored on the device. */
let recent: { readonly session: string; readonly options: readonly FindOption[] } = {
  session: '',
  options: [],
};

/** What was opened from the box in this session, newest first. */
export function recentOf(session: string): readonly FindOption[] {
  return recent.session === session ? recent.options : [];
}

/** Notes what was opened; that of another session is forgotten. */
export function noteRecent(session: string, option: FindOption): void {
  const others = recentOf(session).filter(({ key }) => key !== option.key);
  recent = { session, options: [option, ...others].slice(0, maxRecent) };
}
