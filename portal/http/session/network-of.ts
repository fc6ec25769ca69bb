import { isIPv6 } from 'node:net';
import { withoutMapping } from '#platform/is-in-networks.ts';

const groupsOfNetwork = 4;
const allGroups = 8;

/**
 * Key of a caller for failure and code limits: the IPv4 address, or the IPv6 /64 network, since its holder controls all
 * its addresses. IPv4 mapped to IPv6 counts as IPv4.
 */
export function networkOf(address: string): string {
  const plain = withoutMapping(address);
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = (address.split('%', 1)[0] ?? '').toLowerCase().split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const gap = tail === undefined ? 0 : allGroups - first.length - last.length;
  const groups = [...first, ...Array.from({ length: gap }, () => '0'), ...last];
  const network = groups.slice(0, groupsOfNetwork).map((group) => group.replace(/^0+(?=.)/, ''));
  return `${network.join(':')}::/64`;
}

/** The /24 of IPv4 or the /48 of IPv6 that a network (`networkOf`) lies in: one household, one office, one customer of a provider. */
export function wideNetworkOf(network: string): string {
  const [, prefix] = /^([^:]+:[^:]+:[^:]+):[^:]+::\/64$/.exec(network) ?? [];
  return prefix ?? /^(\d+\.\d+\.\d+)\.\d+$/.exec(network)?.[1] ?? network;
}
