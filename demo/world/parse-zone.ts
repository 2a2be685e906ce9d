import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { isInsideAddress, isLoopback, LOOPBACK } from './loopback.js';
import {
  DNS_MANNERS,
  HOST_KINDS,
  type DnsManner,
  type HostKind,
  type MailDomain,
  type MailExchange,
  type Zone,
  type ZoneHost,
} from './zone.js';
import { ZoneError } from './zone-error.js';

const DOMAIN_NAME = /^(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const LOCAL_PART = /^[^\s@<>"(),:;[\]\\]{1,64}$/;

/** A domain while its lines are being read; what no line has said yet is undefined. */
interface Block {
  readonly name: string;
  readonly line: number;
  readonly exchanges: MailExchange[];
  readonly addresses: string[];
  readonly mailboxes: Set<string>;
  dns: DnsManner | undefined;
  kind: HostKind | undefined;
}

/** One line's words, and the way to say what is wrong with it. */
interface Line {
  readonly number: number;
  readonly words: readonly string[];
  fail(wrong: string, mend: string): never;
}

/**
 * Reads the text of a zone file; `source` is what its errors call the file.
 * Throws a ZoneError for the first line that cannot be understood or says what no zone can mean.
 */
export function parseZone(text: string, source = 'zone'): Zone {
  const blocks = new Map<string, Block>();
  const declared = new Map<string, ZoneHost & { readonly line: Line }>();
  let block: Block | undefined;

  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const [keyword, ...words] = raw.replace(/#.*$/, '').split(/\s+/).filter(Boolean);
    if (keyword === undefined) continue;
    const number = index + 1;
    const line: Line = {
      number,
      words,
      fail: (wrong, mend) => {
        throw new ZoneError(source, number, wrong, mend);
      },
    };
    if (keyword === 'domain') {
      block = openBlock(line, blocks);
      blocks.set(block.name, block);
    } else if (keyword === 'host') {
      const host = readHost(line);
      if (declared.has(host.name)) line.fail(`the host "${host.name}" is described twice`, 'Keep one of the lines');
      declared.set(host.name, { ...host, line });
      block = undefined;
    } else if (block === undefined) {
      line.fail(`"${keyword}" belongs to a domain, and none is open here`, 'Put it under a line "domain NAME"');
    } else {
      readWord(keyword, line, block);
    }
  }

  const domains = new Map([...blocks.values()].map((each) => [each.name, closeBlock(each, source)]));
  return { domains, hosts: collectHosts(domains, declared) };
}

function openBlock(line: Line, blocks: ReadonlyMap<string, Block>): Block {
  const name = domainName(only(line, 'domain gmail.com'), line);
  const earlier = blocks.get(name);
  if (earlier) line.fail(`the domain "${name}" is already at line ${earlier.line}`, 'Merge the two');
  return {
    name,
    line: line.number,
    exchanges: [],
    addresses: [],
    mailboxes: new Set(),
    dns: undefined,
    kind: undefined,
  };
}

function readWord(keyword: string, line: Line, block: Block): void {
  switch (keyword) {
    case 'mx':
      block.exchanges.push(readExchange(line, block));
      return;
    case 'address':
      block.addresses.push(ipAddress(only(line, `address ${LOOPBACK}`), line));
      return;
    case 'dns':
      if (block.dns) line.fail('a second "dns"', 'Keep one of the two');
      block.dns = oneOf(DNS_MANNERS, only(line, 'dns servfail'), line);
      return;
    case 'kind':
      if (block.kind) line.fail('a second "kind"', 'Keep one of the two');
      block.kind = oneOf(HOST_KINDS, only(line, 'kind greylisting'), line);
      return;
    case 'mailboxes':
      if (line.words.length === 0) line.fail('"mailboxes" names nobody', 'Write "mailboxes jane.doe info"');
      for (const word of line.words) {
        if (!LOCAL_PART.test(word))
          line.fail(`"${word}" is no local part`, 'Write what stands before the @, as in "jane.doe"');
        block.mailboxes.add(word.toLowerCase());
      }
      return;
    default:
      line.fail(`"${keyword}" is not a word of zone files`, 'Use domain, host, mx, address, dns, kind or mailboxes');
  }
}

function readExchange(line: Line, block: Block): MailExchange {
  const [preference = '', host = '', ...rest] = line.words;
  const number = Number(preference);
  if (!/^\d+$/.test(preference) || number > 65_535 || host === '' || rest.length > 0) {
    line.fail(
      `"mx ${line.words.join(' ')}" is no mail host`,
      'Write a preference from 0 to 65535 and a name, as in "mx 10 mx1.acme.com"',
    );
  }
  const name = host === '.' ? '.' : domainName(host, line);
  if (block.exchanges.some((each) => each.host === name))
    line.fail(`the mail host "${name}" is listed twice`, 'Keep one of the lines');
  if (name === '.' && number !== 0) line.fail('a null MX with a preference', 'Write "mx 0 ." (RFC 7505)');
  if (block.exchanges.length > 0 && [name, block.exchanges[0]?.host].includes('.')) {
    line.fail('a null MX beside other mail hosts', 'Let "mx 0 ." stand alone (RFC 7505)');
  }
  return { preference: number, host: name };
}

function readHost(line: Line): ZoneHost {
  const [word = '', ...rest] = line.words;
  const closed = rest.at(-1) === 'closed';
  const addresses = closed ? rest.slice(0, -1) : rest;
  if (word === '' || addresses.length === 0) {
    line.fail(
      '"host" needs a name and its addresses',
      'Write "host mx1.acme.com 127.0.0.2", or "none" for a name that does not resolve',
    );
  }
  if (closed && addresses.includes(LOOPBACK))
    line.fail(`"closed" at ${LOOPBACK}, where every other mail host is`, 'Use another address of 127.0.0.0/8');
  const none = !closed && addresses.length === 1 && addresses[0] === 'none';
  return {
    name: domainName(word, line),
    addresses: none ? [] : addresses.map((each) => ipAddress(each, line)),
    closed,
  };
}

function closeBlock(block: Block, source: string): MailDomain {
  const fail = (wrong: string, mend: string): never => {
    throw new ZoneError(source, block.line, wrong, mend);
  };
  const { name, exchanges, addresses, mailboxes, dns = 'answers', kind = 'ordinary' } = block;
  const hasRecords = exchanges.length + addresses.length > 0;
  if (dns === 'answers' && !hasRecords) {
    fail(
      `"${name}" has no mail host`,
      'Add "mx 10 HOST", "address 127.0.0.1", or "dns empty" for a domain without records',
    );
  }
  if (dns !== 'answers' && hasRecords)
    fail(`"${name}" has records that "dns ${dns}" hides`, 'Take out the records or the "dns" line');
  const takesMail = dns === 'answers' && exchanges[0]?.host !== '.';
  if (!takesMail && (block.kind || mailboxes.size > 0))
    fail(`"${name}" takes no mail, yet has a kind or mailboxes`, 'Take them out');
  if (takesMail && kind === 'ordinary' && mailboxes.size === 0) {
    fail(`nobody lives at "${name}"`, 'Add "mailboxes jane.doe", or a "kind" that needs none');
  }
  return { name, dns, exchanges, addresses, kind, mailboxes };
}

function collectHosts(
  domains: ReadonlyMap<string, MailDomain>,
  declared: ReadonlyMap<string, ZoneHost & { readonly line: Line }>,
): Map<string, ZoneHost> {
  const hosts = new Map<string, ZoneHost>();
  for (const { exchanges } of domains.values()) {
    for (const { host } of exchanges) {
      if (host !== '.') hosts.set(host, { name: host, addresses: [LOOPBACK], closed: false });
    }
  }
  for (const { line, ...host } of declared.values()) {
    if (!hosts.has(host.name))
      line.fail(`no "mx" names the host "${host.name}"`, 'Mend the spelling or take the line out');
    hosts.set(host.name, host);
  }
  return hosts;
}

function only(line: Line, like: string): string {
  const [word, ...rest] = line.words;
  if (word === undefined || rest.length > 0)
    line.fail(`one word is expected, not ${line.words.length}`, `Write it like "${like}"`);
  return word;
}

function oneOf<T extends string>(choices: readonly T[], word: string, line: Line): T {
  const choice = choices.find((each) => each === word);
  return choice ?? line.fail(`"${word}" is not known here`, `Use one of: ${choices.join(', ')}`);
}

function domainName(word: string, line: Line): string {
  const name = domainToASCII(word).toLowerCase();
  if (!DOMAIN_NAME.test(name) || isIP(name) !== 0)
    line.fail(`"${word}" is no domain name`, 'Write it like "acme.com", without a final dot');
  return name;
}

function ipAddress(word: string, line: Line): string {
  if (isIP(word) === 0) line.fail(`"${word}" is no address`, `Write it like "${LOOPBACK}" or "::1"`);
  if (!isLoopback(word) && !isInsideAddress(word)) {
    line.fail(
      `"${word}" belongs to somebody else`,
      'Use 127.0.0.0/8, ::1, or a private address that nothing may contact',
    );
  }
  return word.toLowerCase();
}
