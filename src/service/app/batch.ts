import type { Context } from 'hono';
import { BATCH_OCTETS, batchCall } from '../../wire/index.js';
import { CLIENT_CLOSED_REQUEST, RETRY_SECONDS, send, sendDenial, sendFailure } from './answers.js';
import { hear } from './hear-calls.js';
import { parseBatch } from './parse-batch.js';
import { parseCall } from './parse-call.js';
import type { AppEnv, AppParts, CallLogFields, Handler } from './parts.js';
import { bodyTooLong, readBody } from '../body/read-body.js';
import { runBatch, type BatchAnswer, type BatchOrder } from './run-batch.js';

const NDJSON = 'application/x-ndjson';

type Run = (order: Pick<BatchOrder, 'isTogether' | 'left' | 'onAnswer'>) => Promise<void>;

/** The objects of an answer, one for each place of its address: those of a single validation, and what was sent where. */
const objectsOf = ({ address, encoded }: BatchAnswer) =>
  address.places.map(({ index, sent }) => ({ index, object: { index: String(index), email: sent, ...encoded.body } }));

/** The fields of a batch for observers. */
const logFieldsOf = (answers: readonly BatchAnswer[]): CallLogFields => {
  const charges = answers.flatMap(({ charged }) => (charged ? [charged] : []));
  const balance = Math.min(...charges.map((each) => each.balance));
  return {
    credits: charges.reduce((sum, { credits }) => sum + credits, 0),
    ...(charges.length > 0 && { balance }),
    results: charges.map(({ result }) => result),
  };
};

const sendFailed = (c: Context<AppEnv>, { encoded }: BatchAnswer): Response => {
  if (encoded.status === 503) c.header('Retry-After', RETRY_SECONDS);
  return send(c, encoded);
};

/** All answers in the order in which the addresses were sent. */
const sendTogether = async (c: Context<AppEnv>, run: Run): Promise<Response> => {
  const { signal: left } = c.req.raw;
  const answers: BatchAnswer[] = [];
  await run({ isTogether: true, left, onAnswer: (answer) => void answers.push(answer) });
  const logFields = logFieldsOf(answers);
  c.set('logFields', logFields);
  if (left.aborted) return new Response(null, { status: CLIENT_CLOSED_REQUEST });
  const [failed] = answers;
  // One failure for all, as the database's, is that of the call.
  if (failed && logFields.results?.length === 0) return sendFailed(c, failed);
  const results = answers.flatMap(objectsOf).sort((one, other) => one.index - other.index);
  const { balance } = logFields;
  return send(c, {
    status: 200,
    body: {
      results: results.map(({ object }) => object),
      success: '1',
      ...(balance !== undefined && { balance: String(balance) }),
    },
  });
};

/** Each answer on a line of its own, as soon as it is charged. A caller that leaves is charged for no further address. */
const stream = (c: Context<AppEnv>, run: Run, onFault: AppParts['onFault']): Response => {
  const gone = new AbortController();
  const leave = () => gone.abort();
  const { signal } = c.req.raw;
  signal.addEventListener('abort', leave);
  const answers: BatchAnswer[] = [];
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const onAnswer = (answer: BatchAnswer) => {
        answers.push(answer);
        const lines = objectsOf(answer).map(({ object }) => `${JSON.stringify(object)}\n`);
        if (!gone.signal.aborted) controller.enqueue(encoder.encode(lines.join('')));
      };
      const work = async () => {
        try {
          await run({ isTogether: false, left: gone.signal, onAnswer });
          if (!gone.signal.aborted) controller.close();
        } catch (fault) {
          onFault?.(fault);
          if (!gone.signal.aborted) controller.error(fault);
        } finally {
          signal.removeEventListener('abort', leave);
          c.set('logFields', logFieldsOf(answers));
        }
      };
      c.set('streaming', work());
    },
    cancel: leave,
  });
  c.header('Content-Type', NDJSON);
  // Else nginx keeps lines back until it has some kilobytes of them.
  c.header('X-Accel-Buffering', 'no');
  return c.body(body);
};

/**
 * Validation of up to 100 addresses in one call: admitted together or not at all, then each charged as a single
 * validation. As lines in the order in which the verdicts are known if the caller accepts NDJSON, else as one object in
 * the order in which the addresses were sent.
 */
export const batch =
  (parts: AppParts): Handler =>
  async (c) => {
    const { admission, names, onFault } = parts;
    const request = c.req.raw;
    c.header('Vary', 'Origin, Accept');
    const octets = await readBody(request, BATCH_OCTETS);
    if (!octets) return sendFailure(c, 413, bodyTooLong(BATCH_OCTETS), names);
    const { addresses, workspace, fault } = parseBatch(octets, names);
    const { requested } = parseCall(request, batchCall, names, c.env);
    const origin = request.headers.get('Origin') ?? requested.origin;
    const ruling = await admission.admitBatch({ ...requested, origin, fault }, addresses.length);
    hear(c, { key: ruling.key });
    if (!ruling.isAdmitted) return sendDenial(c, ruling.denial, names);
    const run: Run = (how) => runBatch(parts, { admitted: ruling, addresses, workspace, ...how });
    const isStreamed = request.headers.get('Accept')?.toLowerCase().includes(NDJSON);
    return isStreamed ? stream(c, run, onFault) : sendTogether(c, run);
  };
