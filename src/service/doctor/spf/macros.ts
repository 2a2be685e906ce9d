import { isIpv4, parseIp } from '../../../network/index.js';
import { reversedParts } from '../reverse-name.js';
import { SpfSyntaxError } from './record.js';

/** What the letters of macros stand for (RFC 7208 §7.2). */
export interface MacroValues {
  readonly ip: string;
  /** The sender, with its local part. */
  readonly sender: string;
  readonly helo: string;
}

const MACRO = /%(?:%|_|-|\{([slodiphvcrt])(\d{0,3})(r?)([.\-+,/_=]*)\})/gi;

const valueOf = (letter: string, domain: string, { ip, sender, helo }: MacroValues): string => {
  const at = sender.lastIndexOf('@');
  switch (letter.toLowerCase()) {
    case 's':
      return sender;
    case 'l':
      return sender.slice(0, at);
    case 'o':
      return sender.slice(at + 1);
    case 'd':
      return domain;
    case 'i':
      return [...reversedParts(ip)].reverse().join('.');
    case 'v':
      return isIpv4(parseIp(ip) ?? []) ? 'in-addr' : 'ip6';
    case 'h':
      return helo;
    default:
      return 'unknown';
  }
};

const literals: Readonly<Record<string, string>> = { '%%': '%', '%_': ' ', '%-': '%20' };

/** A domain of a term with its macros replaced (RFC 7208 §7). @throws SpfSyntaxError */
export const expandMacros = (text: string, domain: string, values: MacroValues): string => {
  if (text.replace(MACRO, '').includes('%')) throw new SpfSyntaxError(`"${text}" has an unknown macro.`);
  return text.replace(
    MACRO,
    (whole: string, letter?: string, digits?: string, reversed?: string, delimiters?: string) => {
      if (letter === undefined) return literals[whole] ?? '';
      const marks = delimiters || '.';
      let parts = [''];
      for (const character of valueOf(letter, domain, values)) {
        if (marks.includes(character)) parts.push('');
        else parts[parts.length - 1] += character;
      }
      if (reversed) parts = parts.reverse();
      return parts.slice(digits ? -Number(digits) : 0).join('.');
    },
  );
};
