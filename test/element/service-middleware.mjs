// A service for the element's tests: real HTTP on the tests' own server. What it answers is the word that the local part
// begins with; what it was asked is kept for the test to read.

const verdicts = {
  safe: [5, 'Safe to Send', 'Deliverable', 1],
  free: [5, 'Safe to Send', 'Deliverable', 1, { free_email: 'true' }],
  role: [5, 'Risky', 'Deliverable, Role', 1, { role: 'true' }],
  acceptall: [4, 'Risky', 'Accept All', 1],
  full: [7, 'Risky', 'Unknown', 0],
  invalid: [6, 'Invalid', 'Bounce', 0],
  temporary: [3, 'Invalid', 'Disposable', 0],
  trap: [2, 'Invalid', 'Spam Trap', 0],
  unknown: [7, 'Unknown', 'Unknown', 1],
  meant: [6, 'Invalid', 'Bounce', 0, { did_you_mean: 'meant@corrected.org' }],
  faulty: [1, 'Invalid', 'Syntax', 0],
  vouched: [5, 'Safe to Send', 'Deliverable', 1, { receipt: 'of no key proxy' }],
  unseen: [9, 'Splendid', 'Never seen', 1],
  mixed: [4, 'Risky', 'Accept All, Role', 1, { role: 'true', free_email: 'true' }],
  markup: [6, 'Invalid', 'Bounce', 0, { did_you_mean: '<img src=x onerror=alert(1)>@corrected.org' }],
};

const refusals = {
  wrongkey: [401, 'Wrong API'],
  nocredits: [402, 'Credits Low'],
  forbidden: [403, 'Not allowed for this key'],
  dayslimit: [429, 'Authentication Failed - The maximum number of calls per day reached.'],
  busy: [429, 'Maximum concurrent calls reached'],
  crowded: [429, 'Maximum concurrent calls reached'],
  refused200: [200, 'Something else'],
};

const asked = new Map();

/** The addresses that begin with `later` are answered when the test says so: whom each service keeps waiting. */
const waiting = new Map();

const answerWaiting = (id) => {
  const all = waiting.get(id) ?? [];
  waiting.delete(id);
  for (const goOn of all) goOn();
  return { waiting: all.length };
};

const json = (context, status, body) => {
  context.status = status;
  context.type = 'application/json';
  context.body = JSON.stringify(body);
};

const validation = (email, word) => {
  const [code, result, reason, send, more = {}] = verdicts[word] ?? verdicts.unknown;
  const plain = { email, code: `${code}`, role: 'false', free_email: 'false', result, reason };
  return { service: { ...plain, send_transactional: `${send}`, did_you_mean: '', ...more }, success: '1' };
};

const troubles = {
  html: (context) => {
    context.type = 'text/html';
    context.body = '<!doctype html><title>Overloaded</title>';
  },
  empty: (context) => {
    context.status = 200;
    context.body = '';
  },
  half: (context) => {
    context.type = 'application/json';
    context.body = '{"service": {"result": "Safe to Se';
  },
  broken500: (context) => json(context, 500, { message: 'boom' }),
  reset: (context) => {
    context.respond = false;
    context.req.socket.destroy();
  },
  hang: (context) => {
    context.respond = false;
  },
};

const answer = async (context, id, email, receipt) => {
  const verdictOn = (word) => json(context, 200, { ...validation(email, word), ...receipt });
  const word = /^[a-z]+\d*/.exec(email)?.[0] ?? '';
  if (word.startsWith('slow')) await new Promise((resolve) => setTimeout(resolve, Number(word.slice(4))));
  if (word === 'later') await new Promise((resolve) => waiting.set(id, [...(waiting.get(id) ?? []), resolve]));
  if (word === 'busy' && asked.get(id).filter(({ email: other }) => other === email).length > 1)
    return verdictOn('safe');
  if (troubles[word]) return troubles[word](context);
  if (!refusals[word]) return verdictOn(word.replace(/^(?:slow\d+|later)$/, 'safe'));
  const [status, error] = refusals[word];
  return json(context, status, { service: { error, code: '0' }, success: '0', error });
};

const bodyOf = async ({ req }) => {
  let body = '';
  for await (const chunk of req) body += chunk;
  return body;
};

/**
 * Koa middleware: `/service/{id}/v1/`, `/service/{id}/validate` as a key proxy has it, `/service/{id}/disposable/`,
 * `/service/{id}/v1/counts/`, or `/service/{id}/counts` as a key proxy has it,
 * `/service/{id}/logo/{domain}`, and for the test `/service/{id}/asked` and `/service/{id}/answer`.
 */
export const serviceMiddleware = async (context, next) => {
  const [, id, call, rest] =
    /^\/service\/([^/]+)\/(?:v1\/(?=counts\/))?(v1|validate|counts|disposable|logo|asked|answer)(\/.*)?$/.exec(
      context.path,
    ) ?? [];
  if (!id) return next();
  if (!asked.has(id)) asked.set(id, []);
  if (call === 'asked') return json(context, 200, asked.get(id));
  if (call === 'answer') return json(context, 200, answerWaiting(id));
  const body = await bodyOf(context);
  const email = body ? JSON.parse(body).email : (context.query.email ?? rest?.slice(1) ?? '');
  const [type, referrer, cookie] = ['content-type', 'referer', 'cookie'].map((name) => context.get(name));
  asked.get(id).push({ call, email, query: context.querystring, method: context.method, body, type, referrer, cookie });
  if (call === 'counts') return json(context, 200, { success: '1' });
  if (call === 'v1') return answer(context, id, email);
  if (call === 'validate') return answer(context, id, email, { receipt: `receipt.of.${email}` });
  if (call === 'disposable' && email === 'slowdetector.org') await new Promise((resolve) => setTimeout(resolve, 500));
  if (call === 'disposable') return json(context, 200, { disposable: String(/^disposable/.test(context.query.email)) });
  context.type = 'image/svg+xml';
  context.body = '<svg xmlns="http://www.w3.org/2000/svg" width="128" height="128"/>';
};
