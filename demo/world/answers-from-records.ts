import type { Answer, Question } from 'dns-packet';
import type { DnsRecords } from './dns-answers.js';

/** One record as zone files write it: `{ name: 'firm.net', type: 'MX', data: '10 mx.firm.net.' }`. */
export interface TextRecord {
  readonly name: string;
  readonly type: 'A' | 'AAAA' | 'MX' | 'PTR' | 'TXT';
  readonly data: string;
}

const TTL = 60;

const bare = (name: string): string => name.toLowerCase().replace(/\.$/, '');

const answerOf = (name: string, { type, data }: TextRecord): Answer => {
  if (type === 'MX') {
    const [preference = '', exchange = ''] = data.split(' ');
    return { name, type, ttl: TTL, data: { preference: Number(preference), exchange: bare(exchange) || '.' } };
  }
  return { name, type, ttl: TTL, data: type === 'PTR' ? bare(data) : data };
};

/** Answers questions from a list of records, which may change: NXDOMAIN for a name that neither has one nor is above one that does. */
export const answersFromRecords =
  (records: () => readonly TextRecord[]) =>
  (question: Question): DnsRecords => {
    const name = bare(question.name);
    const all = records();
    const own = all.filter((record) => bare(record.name) === name && record.type === question.type);
    const exists = all.some((record) => `.${bare(record.name)}`.endsWith(`.${name}`));
    return { rcode: exists ? 'NOERROR' : 'NXDOMAIN', answers: own.map((record) => answerOf(question.name, record)) };
  };
