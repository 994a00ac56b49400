import { isIP } from 'node:net';
import { checkAddress } from '#lib/net/check-address';
import type { NetPolicy } from '#lib/net/net-policy';

/** The characters that an address to be asked may have. */
export const maxUrlLength = 1024;

/** Why a URL is refused, apart from its port and host. */
export const urlFaults = {
  incomplete: 'This is not a complete http or https URL.',
  scheme: 'Only http and https URLs are accepted.',
  credentials: 'The URL must not contain a username or password.',
  tooLong: 'The URL is too long.',
} as const;

/**
 * Explains why an untrusted URL is refused; undefined if allowed: http or https, no user information, port 80, 443 or
 * one that the policy allows, and a host that isn't a forbidden address in any notation. Sends nothing: resolved
 * addresses are checked when connecting.
 */
export function checkUrl(url: string | URL, policy: NetPolicy): string | undefined {
  // The URL parser would encode a NUL, which PostgreSQL can't store.
  if (!URL.canParse(url) || String(url).includes('\0')) return urlFaults.incomplete;
  const { protocol, username, password, hostname, port } = new URL(url);
  if (protocol !== 'http:' && protocol !== 'https:') return urlFaults.scheme;
  if (username !== '' || password !== '') return urlFaults.credentials;
  if (!isPortAllowed(port, policy)) return `The port ${port} is not allowed.`;
  return checkHost(hostname, policy);
}

function isPortAllowed(port: string, { allowPorts }: NetPolicy): boolean {
  // The URL parser omits a protocol's default port.
  if (port === '' || port === '80' || port === '443') return true;
  return allowPorts.some((range) => {
    const [first, last = first] = range.split('-').map(Number);
    return first !== undefined && last !== undefined && first <= Number(port) && Number(port) <= last;
  });
}

function checkHost(hostname: string, policy: NetPolicy): string | undefined {
  // The URL parser normalizes decimal, octal, hexadecimal and full-width notations.
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(address) !== 0) return checkAddress(address, policy);
  // RFC 6761: these names mean the machine itself, whatever a resolver returns.
  if (!/(^|\.)localhost\.?$/.test(hostname)) return undefined;
  const isAllowed = ['127.0.0.1', '::1'].some((self) => checkAddress(self, policy) === undefined);
  return isAllowed ? undefined : `The address ${hostname} is not public.`;
}
