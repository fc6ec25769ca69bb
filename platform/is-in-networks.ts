import { BlockList, isIPv6 } from 'node:net';

/** An IPv4 address mapped to IPv6, in whatever spelling, as the IPv4 address that it is. */
export function withoutMapping(address: string): string {
  if (!isIPv6(address) || address.includes('%')) return address;
  const [, high, low] =
    /^\[::ffff:([\da-f]+):([\da-f]+)\]$/.exec(new URL(`http://[${address}]`).hostname) ?? [];
  if (high === undefined || low === undefined) return address;
  return [high, low]
    .map((part) => Number.parseInt(part, 16))
    .flatMap((part) => [part >> 8, part & 255])
    .join('.');
}

/** Whether an address lies in one of these networks ('203.0.113.0/24'). IPv4 mapped to IPv6 counts as IPv4. */
export function isInNetworks(address: string, networks: readonly string[]): boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [base = '', bits = ''] = network.split('/');
    list.addSubnet(base, Number(bits), isIPv6(base) ? 'ipv6' : 'ipv4');
  }
  const plain = withoutMapping(address.split('%', 1)[0] ?? '');
  return plain !== '' && list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
}
