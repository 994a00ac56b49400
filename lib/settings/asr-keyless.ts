import ipaddr from 'ipaddr.js';
import { z } from 'zod';

/** Keyless access to the API of the Whisper ASR webservice: the paying account, and its clients' networks. */
export interface AsrKeyless {
  email: string;
  networks: readonly string[];
}

const emailAddress = /^[^<>\s@,]+@[^<>\s@,]+$/;

const fault =
  'must be the email address of the account that pays, then the networks whose clients need no key, such as owner@example.com 192.168.0.0/16 fd00::/8';

/** The setting: an email address and one or more networks, separated by blanks or commas. */
export const asrKeyless = z
  .string()
  .optional()
  .transform((text, context): AsrKeyless | undefined => {
    if (text === undefined) return undefined;
    const [email = '', ...networks] = text.split(/[\s,]+/).filter(Boolean);
    const isSound = networks.length > 0 && networks.every((network) => ipaddr.isValidCIDR(network));
    if (emailAddress.test(email) && isSound) return { email, networks };
    context.addIssue({ code: 'custom', message: fault });
    return z.NEVER;
  });
