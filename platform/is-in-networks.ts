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

const privateNetworks = [
  ...[
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '169.254.0.0/16',
    '172.16.0.0/12',
    '192.0.0.0/24',
  ],
  ...['192.168.0.0/16', '198.18.0.0/15', '224.0.0.0/4', '240.0.0.0/4'],
  ...['::/127', '64:ff9b::/96', 'fc00::/7', 'fe80::/10', 'ff00::/8'],
];

/** Whether an address leads into this machine or its network: loopback, private, link-local, multicast, unassigned. */
export const isPrivateAddress = (address: string): boolean => isInNetworks(address, privateNetworks);
