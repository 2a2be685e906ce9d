import type { DnsAnswer, DnsQuestions } from '../../probe/dns-questions.js';
import { withAddresses, type Check } from '../check.js';
import { green, listed, red, skipped, worstOf, yellow, type Finding } from '../finding.js';
import { reversedParts } from '../reverse-name.js';

/** What a block list says of one address, and of its own test entries (RFC 5782 §5). */
export interface BlockListAnswers {
  readonly list: string;
  readonly address: string;
  readonly answer: DnsAnswer<string>;
  /** The text of the entry, if the address is listed. */
  readonly text: DnsAnswer<string>;
  /** 127.0.0.2, which every list has, … */
  readonly mustList: DnsAnswer<string>;
  /** … and 127.0.0.1, which none has. */
  readonly mustNotList: DnsAnswer<string>;
}

const recordsOf = (answer: DnsAnswer<string>): readonly string[] => (answer.kind === 'records' ? answer.records : []);
/** Answers about the asker, not about the address. */
const isRefusal = (code: string): boolean => code.startsWith('127.255.255.');
const isEntry = (code: string): boolean => code.startsWith('127.') && !isRefusal(code);

export const judgeBlockList = (answers: BlockListAnswers): Finding => {
  const { list, address, answer, text, mustList, mustNotList } = answers;
  const refusal = [answer, mustList].flatMap(recordsOf).find(isRefusal);
  const leaveOut = `leave the list out: --block-lists takes those that are asked, or off`;
  if (refusal !== undefined)
    return yellow(
      `${list} refuses your name servers (${refusal}) and says nothing of ${address}: lists answer no public name servers.`,
      `Use a name server of your own, such as unbound on this machine: --dns-servers 127.0.0.1; or ${leaveOut}`,
    );
  const failed = [answer, mustList].find(({ kind }) => kind === 'failed');
  if (failed?.kind === 'failed')
    return yellow(`${list} does not answer (${failed.why}).`, `Try again later, or ${leaveOut}`);
  if (!recordsOf(mustList).some(isEntry) || recordsOf(mustNotList).some(isEntry))
    return yellow(
      `${list} is not a block list that works: its test entries are not as they should be.`,
      leaveOut.replace('leave', 'Leave'),
    );
  const codes = recordsOf(answer).filter(isEntry);
  if (codes.length === 0) return green(`${address} is not on ${list}.`);
  const [reason] = recordsOf(text);
  return red(
    `${address} is on the block list ${list} (${listed(codes)})${reason ? `: ${reason}` : ''}.`,
    `Find out what was sent from ${address}, end it, and ask ${list} to take the address off, or use another address`,
  );
};

const TEST_LISTED = '127.0.0.2';
const TEST_FREE = '127.0.0.1';

const ask = async (
  list: string,
  address: string,
  { a, txt }: Pick<DnsQuestions, 'a' | 'txt'>,
): Promise<BlockListAnswers> => {
  const entry = (ip: string) => `${reversedParts(ip).join('.')}.${list}`;
  const [answer, mustList, mustNotList] = await Promise.all(
    [address, TEST_LISTED, TEST_FREE].map((each) => a(entry(each))),
  );
  const none: DnsAnswer<string> = { kind: 'none' };
  const text = recordsOf(answer ?? none).some(isEntry) ? await txt(entry(address)) : none;
  return { list, address, answer: answer ?? none, text, mustList: mustList ?? none, mustNotList: mustNotList ?? none };
};

export const blockListsCheck: Check = {
  name: 'block-lists',
  look: withAddresses(async ({ settings, parts, addresses }) => {
    const { blockLists } = settings;
    const { questions } = parts;
    const own = { a: (name: string) => questions.a(name), txt: (name: string) => questions.txt(name) };
    const asked = (await addresses()).flatMap((address) => blockLists.map((list) => ask(list, address, own)));
    const worst = worstOf(
      (await Promise.all(asked)).map(judgeBlockList),
      skipped('Not checked: no block lists are named (--block-lists).'),
    );
    return worst.level === 'green'
      ? green(`Not listed by ${listed(blockLists)}: ${listed(await addresses())}.`)
      : worst;
  }),
};
